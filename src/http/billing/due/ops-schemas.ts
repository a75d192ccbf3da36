// Schemas of the amounts due under /ops/v1/due.

import { CHARGE_KINDS } from '../../../domain/billing/charge-kind.ts'
import { modeQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'

const amount = (description: string) => Type.String({ description: `${description}, NGN` })

const Debts = Type.Object({
  invoices: Type.Array(
    Type.Object({
      invoice_id: Type.Token('inv'),
      number: Type.String(),
      due_date: Type.String({ format: 'date' }),
      open: amount('Open in all'),
      due: amount('The part that is owed here; an invoice may hold other packages'),
      withholding: amount('The part that the payer withholds as tax, by its rates'),
    }),
  ),
  charges: Type.Array(
    Type.Object({
      charge_id: Type.Token('chg'),
      kind: Type.Enum(CHARGE_KINDS),
      description: Type.String(),
      parcel_number: Type.NullableString(),
      net: amount('Net'),
      tax: amount('Tax'),
      total: amount('With tax'),
      withholding: amount('The part that the payer withholds as tax, by its rates'),
    }),
    { description: 'Not invoiced yet' },
  ),
})

const DueSchema = Type.Named('Due', {
  business_id: Type.Token('biz'),
  business_name: Type.String(),
  business_prefix: Type.String(),
  mode: Type.Enum(['test', 'live']),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'The customer who pays; null is the business itself' }),
  customer_identifier: Type.NullableString(),
  payer_name: Type.String(),
  parcel_id: Type.NullableToken('pkg'),
  parcel_number: Type.NullableString(),
  is_unpriced: Type.Boolean({ description: 'Whether the package has no price yet, because details for it are missing' }),
  due: amount('To be paid now, with tax, less the credit that pays what is not invoiced yet'),
  credit: amount('Credit of the payer'),
  estimate: Type.NullableString({ description: 'NGN with tax: the price of a booking for which nothing has been charged yet' }),
  own: Debts,
  others: Debts,
  more: Type.Integer({ description: 'Debts of the payer that are not listed' }),
})
export type WireDue = Type.Static<typeof DueSchema>
export const DueAnswer = Type.RefTo(DueSchema)
export const DUE_SCHEMAS = [DueSchema]

export const DUE_EXAMPLE: WireDue = {
  business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w',
  business_name: 'Sample Business',
  business_prefix: 'SMP',
  mode: 'test',
  parcel_customer_id: null,
  customer_identifier: null,
  payer_name: 'Sample Business',
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_number: 'PQG5WYRERYY8',
  is_unpriced: false,
  due: '44397.50',
  credit: '0.00',
  estimate: null,
  own: {
    invoices: [],
    charges: [
      {
        charge_id: 'chg_01kqn2x4t8e6nvd0t2d5c1yq7w',
        kind: 'freight',
        description: 'Air freight (Economy) NG to GB, quote QR5KKRVHRJZ3',
        parcel_number: 'PQG5WYRERYY8',
        net: '41300.00',
        tax: '3097.50',
        total: '44397.50',
        withholding: '0.00',
      },
    ],
  },
  others: { invoices: [], charges: [] },
  more: 0,
}

export const DueQuery = Type.Object({
  ...modeQuery,
  of: Type.Text({ description: 'Token of a package, an invoice, a customer or a business; `mode` is for a business' }),
})
