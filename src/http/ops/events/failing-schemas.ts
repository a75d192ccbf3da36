// Webhook deliveries that did not arrive, on the wire of /ops/v1.

import * as Type from '../../schemas/type.ts'
import { DeliveryAnswer } from '../../v1/events/schemas.ts'
import { OpsBusiness } from '../packages/schemas.ts'

export const FailingDeliveryAnswer = Type.Object({ delivery: DeliveryAnswer, business: OpsBusiness })
