// Schemas of missed charges and payment notices under /ops/v1.

import { MISSED_REASONS, MISSED_STATES } from '../../domain/billing/missed-charge.ts'
import { NOTICE_REASONS, NOTICE_STATES } from '../../domain/billing/payment-notice.ts'
import { businessQuery, modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams, Mode } from '../values/fields.ts'
import { ChargeKindSchema } from './v1-schemas.ts'

export const MissedParams = idParams('msd', 'Token of the missed charge')
const MISSED = Object.keys(MISSED_REASONS) as (keyof typeof MISSED_REASONS)[]

const MissedCharge = Type.Named('MissedCharge', {
  missed_charge_id: Type.Token('msd'),
  business_id: Type.Token('biz'),
  business_name: Type.String(),
  business_prefix: Type.String(),
  mode: Mode(),
  state: Type.Enum(MISSED_STATES, { description: '`open`: an admin decides. `withdrawn`: it is owed no more, or will be charged anew' }),
  reason: Type.Enum(MISSED, { description: 'Why it was not charged' }),
  explanation: Type.String({ description: 'The reason in words, and what to do' }),
  kind: ChargeKindSchema,
  description: Type.String(),
  amount: Type.String({ description: 'Without tax, with two decimals' }),
  currency: Type.String(),
  parcel_quote_id: Type.NullableToken('pq'),
  parcel_id: Type.NullableToken('pkg'),
  charge_id: Type.NullableToken('chg', { description: 'The charge that was made later' }),
  decided_by: Type.NullableString(),
  decision_note: Type.NullableString(),
  decided_at: Type.NullableDateTime(),
  created_at: Type.DateTime(),
})
export const MissedChargeAnswer = Type.RefTo(MissedCharge)
export type WireMissedCharge = Type.Static<typeof MissedCharge>
export const MISSED_SCHEMAS = [MissedCharge]

export const MissedQuery = Type.Object({ ...modeQuery, ...businessQuery, state: Type.Optional(Type.Enum(MISSED_STATES)), ...pageQuery })

export const NoticeParams = idParams('ntf', 'Token of the notice')
const NOTICED = Object.keys(NOTICE_REASONS) as (keyof typeof NOTICE_REASONS)[]

const PaymentNotice = Type.Named('PaymentNotice', {
  notice_id: Type.Token('ntf'),
  mode: Mode(),
  provider: Type.Enum(['paystack']),
  event: Type.String({ description: 'As the provider calls it', examples: ['charge.success'] }),
  reference: Type.String({ description: 'Under which the provider knows the payment' }),
  state: Type.Enum(NOTICE_STATES, { description: '`attention`: a person decides' }),
  reason: Type.NullableEnum(NOTICED, { description: 'Why it needs a person' }),
  explanation: Type.NullableString({ description: 'The reason in words' }),
  amount: Type.NullableString({ description: 'As the provider reported it, with two decimals' }),
  currency: Type.NullableString(),
  payment_id: Type.NullableToken('pay', { description: 'The payment recorded for it' }),
  decided_by: Type.NullableString({ description: 'The person who recorded or dismissed it' }),
  decision_note: Type.NullableString(),
  decided_at: Type.NullableDateTime(),
  created_at: Type.DateTime({ description: 'When the provider first reported it' }),
})
export const PaymentNoticeAnswer = Type.RefTo(PaymentNotice)
export type WirePaymentNotice = Type.Static<typeof PaymentNotice>

export const NoticesQuery = Type.Object({ ...modeQuery, state: Type.Optional(Type.Enum(NOTICE_STATES)), ...pageQuery })

const INVOICES_MAX = 100
export const AssignBody = Type.Body([{ business: 'SMP', invoices: ['INV-2026-000042'] }], {
  business: Type.Text({ description: 'Business token or prefix' }),
  customer_id: Type.Optional(
    Type.Text({ description: 'Token of the customer who paid; by default who owes the invoices, else the business itself' }),
  ),
  invoices: Type.Optional(
    Type.Array(Type.Text(), { maxItems: INVOICES_MAX, description: 'Tokens or numbers; the oldest open ones by default' }),
  ),
  note: Type.Optional(Type.Text()),
})

export const PROVIDER_SCHEMAS = [PaymentNotice]
