// Schemas of the unpaid amounts of packages and shipments, under /ops/v1.

import { RELEASE } from '../../../domain/businesses/business.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { AUTHOR_EXAMPLE } from '../../staff/ops-examples.ts'
import { AuthorAnswer } from '../../staff/ops-schemas.ts'
import { ChargeKindSchema } from '../v1-schemas.ts'

const amount = (description: string) => Type.String({ description: `${description}, NGN with two decimals` })

const Override = Type.Object({
  override_id: Type.Token('rel', { description: 'Finds its record in the audit trail' }),
  reason: Type.String(),
  owed: amount('Unpaid amount at the release'),
  author: AuthorAnswer,
  created_at: Type.DateTime({ description: 'Later charges are not covered' }),
})

const PackageOwed = Type.Named('PackageOwed', {
  parcel_id: Type.Token('pkg'),
  parcel_number: Type.String(),
  business_id: Type.Token('biz'),
  owed: amount('Unpaid amount, including the freight of its whole booking'),
  currency: Type.String(),
  release: Type.Enum(RELEASE, { description: 'Charges that must be paid first by the terms of its business' }),
  stops: Type.NullableEnum(['departure', 'delivery'], { description: 'The step that is refused until it is paid; null where none is' }),
  charges: Type.Array(
    Type.Object({
      charge_id: Type.Token('chg'),
      kind: ChargeKindSchema,
      description: Type.String(),
      total: amount('With tax'),
      stops: Type.Boolean({ description: 'Whether it stops the package: no, where the payer has credit or an admin let it go' }),
      invoice_id: Type.NullableToken('inv', { description: 'Null while it waits for an invoice' }),
      invoice_number: Type.NullableString({ description: 'Null until it is issued' }),
      invoice_open: Type.NullableString({ description: 'Open amount of the whole invoice' }),
      due_date: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' }),
    }),
    { description: 'Oldest first' },
  ),
  missed_charges: Type.Array(
    Type.Object({
      missed_charge_id: Type.Token('msd'),
      kind: ChargeKindSchema,
      description: Type.String(),
      amount: Type.String({ description: 'Net, with two decimals' }),
      currency: Type.String(),
    }),
    {
      description:
        'Charges of it that could not be made. They are not in `owed`, and stop the package until an admin charges or dismisses them',
    },
  ),
  override: Type.OrNull(Override, { description: 'The latest decision of an admin to let it go unpaid' }),
})
export const PackageOwedAnswer = Type.RefTo(PackageOwed)
export type WirePackageOwed = Type.Static<typeof PackageOwed>

export const ShipmentOwedAnswer = Type.Object({
  shipment_id: Type.Token('shp'),
  owed: amount('Unpaid amount of all its packages'),
  currency: Type.String(),
  packages: Type.Array(PackageOwedAnswer, { description: 'Packages with an unpaid amount' }),
})

export const OverrideBody = Type.Body([{ reason: 'Pays on collection, agreed by telephone' }], { reason: Type.LongText() })

export const OWED_SCHEMAS = [PackageOwed]

export const PACKAGE_OWED_EXAMPLE: WirePackageOwed = {
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_number: 'P7XK2M9QTR4B',
  business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w',
  owed: '129000.00',
  currency: 'NGN',
  release: 'before_delivery',
  stops: null,
  charges: [
    {
      charge_id: 'chg_01kqn2x4t8e6nvd0t2d5c1yq7w',
      kind: 'freight',
      description: 'Air freight CN to NG, quote Q7K2M9QXTR4B',
      total: '129000.00',
      stops: false,
      invoice_id: 'inv_01kqn2x4t8e6nvd0t2d5c1yq7w',
      invoice_number: 'INV-2026-000012',
      invoice_open: '129000.00',
      due_date: '2026-11-29',
    },
  ],
  missed_charges: [],
  override: {
    override_id: 'rel_01kqn2x4t8e6nvd0t2d5c1yq7w',
    reason: 'Pays on collection, agreed by telephone',
    owed: '129000.00',
    author: AUTHOR_EXAMPLE,
    created_at: '2026-11-16T08:00:00.000Z',
  },
}
