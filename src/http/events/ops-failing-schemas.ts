// Schemas of webhook deliveries under /ops/v1. The last attempt shows why a delivery did not arrive.

import * as Type from '../../platform/http/schemas/type.ts'
import { FAILING_ENDPOINTS_MAX } from '../../store/events/failing-deliveries.ts'
import { OpsBusiness } from '../packages/ops-schemas.ts'
import { Attempt, Delivery, DeliveryAnswer } from './v1-schemas.ts'

const lastAttempt = (description: string) => Type.NullableObject(Type.Object(Attempt.properties), { description })
const WHY = lastAttempt('Why it did not arrive; null if it was not tried')

export const DeliveryWithLastAttemptAnswer = Type.Object({ ...Delivery.properties, last_attempt: WHY })

const endpointFields = {
  endpoint_url: Type.NullableString({ description: 'Null once the endpoint is deleted' }),
  endpoint_disabled_reason: Type.NullableString({ description: 'Null while the endpoint is enabled' }),
}

export const FailingDeliveryAnswer = Type.Object({
  delivery: DeliveryAnswer,
  business: OpsBusiness,
  ...endpointFields,
  last_attempt: WHY,
})

export const FailingEndpointsAnswer = Type.Array(
  Type.Object({
    webhook_endpoint_id: Type.String(),
    business: OpsBusiness,
    ...endpointFields,
    failed: Type.Integer({ description: 'Deliveries that were given up' }),
    retrying: Type.Integer({ description: 'Deliveries that failed and will be retried' }),
    since: Type.DateTime({ description: 'When the oldest of them was created' }),
    last_attempt: lastAttempt('Of the newest of them; null if it was not tried'),
  }),
  { maxItems: FAILING_ENDPOINTS_MAX },
)
