// Schemas of money requests under /ops/v1. A request is approved or refused by someone other than the person who made it.

import { REQUEST_KINDS, REQUEST_STATES } from '../../../domain/billing/money-request.ts'
import { businessQuery, modeQuery, pageQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { idParams } from '../../values/fields.ts'

export const RequestParams = idParams('mrq', 'Token of the request')

const MoneyRequest = Type.Named('MoneyRequest', {
  money_request_id: Type.Token('mrq'),
  business_id: Type.Token('biz'),
  business_name: Type.String(),
  business_prefix: Type.String(),
  mode: Type.Enum(['live', 'test']),
  kind: Type.Enum(REQUEST_KINDS),
  state: Type.Enum(REQUEST_STATES),
  payment_id: Type.NullableString({ description: 'The payment to refund' }),
  invoice_id: Type.NullableString({ description: 'The invoice to credit or write off' }),
  amount: Type.String({ description: 'NGN' }),
  reason: Type.String(),
  requested_by: Type.String({ description: 'Token of the member of staff' }),
  requested_by_name: Type.String(),
  decided_by: Type.NullableString({ description: 'Token of the member of staff' }),
  decided_by_name: Type.NullableString(),
  decision_note: Type.NullableString(),
  decided_at: Type.NullableDateTime(),
  created_at: Type.DateTime(),
})
export const MoneyRequestAnswer = Type.RefTo(MoneyRequest)
export const MONEY_REQUEST_SCHEMAS = [MoneyRequest]

export const RequestsQuery = Type.Object({ ...modeQuery, ...businessQuery, state: Type.Optional(Type.Enum(REQUEST_STATES)), ...pageQuery })
