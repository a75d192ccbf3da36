// Schemas of webhook deliveries that did not arrive, under /ops/v1.

import * as Type from '../../platform/http/schemas/type.ts'
import { OpsBusiness } from '../packages/ops-schemas.ts'
import { DeliveryAnswer } from './v1-schemas.ts'

export const FailingDeliveryAnswer = Type.Object({ delivery: DeliveryAnswer, business: OpsBusiness })
