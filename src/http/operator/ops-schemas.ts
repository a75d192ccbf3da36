// Schemas of the operator's record under /ops/v1.

import { DISPENSABLE_DETAILS, SELLER_DETAILS } from '../../domain/operator/operator.ts'
import { ABANDONED_AFTER_DAYS, ABANDONED_AFTER_MAX_DAYS } from '../../domain/storage/abandoned.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const line = Type.Optional(Type.String())
const BankAnswer = Type.Object({
  bank_name: Type.String(),
  account_name: Type.String(),
  account_number: Type.String(),
  bank_code: Type.NullableString({ description: 'Sort code, SWIFT, or what else the bank goes by' }),
})

const ABANDONED = 'After how many days past its last free day a package in the warehouse counts as abandoned'

const OperatorRecord = Type.Named('Operator', {
  name: Type.NullableString({ description: 'Null until it is set: documents and pages then show Waybill' }),
  address: Type.Object({ street: line, city: line, state: line, postal_code: line, country: line }),
  time_zone: Type.String(),
  email: Type.NullableString(),
  phone: Type.NullableString(),
  website: Type.NullableString(),
  tax_number: Type.NullableString(),
  bank: Type.NullableObject(BankAnswer),
  has_none_of: Type.Array(Type.Enum(DISPENSABLE_DETAILS), {
    maxItems: DISPENSABLE_DETAILS.length,
    description: 'Details that the operator stated not to have',
  }),
  missing_for_invoices: Type.Array(Type.Enum(SELLER_DETAILS), {
    maxItems: SELLER_DETAILS.length,
    description: 'Nothing is issued in live mode until these are set',
  }),
  logo_url: Type.NullableString({ description: 'On this server, for anybody; changes with the logo' }),
  colour: Type.NullableString({ description: 'Colour of the portal, such as #0b5563; null: the default' }),
  abandoned_after_days: Type.Integer({ description: ABANDONED }),
})
export const OperatorAnswer = Type.RefTo(OperatorRecord)
export const OPERATOR_RECORD_SCHEMAS = [OperatorRecord]

const EXAMPLE_LINES = { street: '12 Sample Close', city: 'Lagos', country: 'Nigeria' }
const EXAMPLE_BANK = { bank_name: 'Sample Bank', account_name: 'Sample Freight Ltd', account_number: '0123456789', bank_code: null }
export const OPERATOR_EXAMPLE = {
  name: 'Sample Freight',
  address: EXAMPLE_LINES,
  time_zone: 'Africa/Lagos',
  email: 'care@example.com',
  phone: '+234 800 000 0000',
  website: 'https://example.com',
  tax_number: '12345678-0001',
  bank: EXAMPLE_BANK,
  has_none_of: [],
  missing_for_invoices: [],
  logo_url: null,
  colour: '#0b5563',
  abandoned_after_days: 60,
}
const { logo_url: _none, missing_for_invoices: _derived, ...EXAMPLE_BODY } = OPERATOR_EXAMPLE

const BankBody = Type.Object({
  bank_name: Type.Text(),
  account_name: Type.Text(),
  account_number: Type.Text(),
  bank_code: Type.Optional(Type.NullableText({ description: 'Sort code, SWIFT, or what else the bank goes by' })),
})

export const SetOperatorBody = Type.Body([EXAMPLE_BODY], {
  name: Type.Text({ description: 'As shown on documents and public pages' }),
  time_zone: Type.Text({ description: 'Time zone, such as Africa/Lagos' }),
  address: Type.Optional(
    Type.Partial(
      Type.Object({ street: Type.Text(), city: Type.Text(), state: Type.Text(), postal_code: Type.Text(), country: Type.Text() }),
    ),
  ),
  email: Type.Optional(Type.NullableText()),
  phone: Type.Optional(Type.NullableText()),
  website: Type.Optional(Type.NullableText({ description: 'With https://' })),
  colour: Type.Optional(Type.NullableText({ description: 'Colour of the portal, such as #0b5563' })),
  abandoned_after_days: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: ABANDONED_AFTER_MAX_DAYS,
      description: `${ABANDONED}; ${ABANDONED_AFTER_DAYS} if omitted`,
    }),
  ),
  tax_number: Type.Optional(Type.NullableText()),
  bank: Type.Optional(Type.NullableObject(BankBody)),
  has_none_of: Type.Optional(
    Type.Array(Type.Enum(DISPENSABLE_DETAILS), {
      maxItems: DISPENSABLE_DETAILS.length,
      description: 'States that the operator has none, so that invoices are issued without it',
    }),
  ),
})

const SEES = 'Whether the role `warehouse` may read invoices, payments and accounts, and take payments'
const FROM = 'Refunds and credits of this amount in NGN or more need the approval of a second person; null: none does'
export const MONEY_RULES_EXAMPLE = { warehouse_sees_money: false, second_person_from: '50000.00' }
export const MoneyRulesAnswer = Type.Object({
  warehouse_sees_money: Type.Boolean({ description: SEES }),
  second_person_from: Type.NullableString({ description: FROM }),
})
export const MoneyRulesBody = Type.Body([MONEY_RULES_EXAMPLE], {
  warehouse_sees_money: Type.Boolean({ description: SEES }),
  second_person_from: Type.Optional(Type.NullableText({ description: FROM })),
})
