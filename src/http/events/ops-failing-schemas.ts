// Webhook deliveries that did not arrive, on the wire of /ops/v1.

import * as Type from '../../platform/http/schemas/type.ts'
import { OpsBusiness } from '../packages/ops-schemas.ts'
import { DeliveryAnswer } from './v1-schemas.ts'

export const FailingDeliveryAnswer = Type.Object({ delivery: DeliveryAnswer, business: OpsBusiness })
