// Packages as staff see them, on the wire of /ops/v1: the contract's fields, whose they are, and how much of them is there.

import { Enum, Named, NullableInteger, NullableString, RefTo } from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'
import { packageFields } from '../../v1/packages/schemas.ts'
import { PACKAGE } from '../../v1/quotes/examples.ts'
import { BUSINESS_EXAMPLE } from '../examples.ts'

export const OpsBusiness = Type.Object({ business_id: Type.String(), name: Type.String(), prefix: Type.String() })

const OpsPackage = Named(
  'OpsPackage',
  Type.Object({
    ...packageFields,
    business: OpsBusiness,
    customer: Type.Object({
      parcel_customer_id: NullableString(),
      customer_identifier: NullableString(),
      name: Type.String({ description: 'The customer’s full name, else the sender’s' }),
    }),
    quote_reference: NullableString({ description: 'Null for a parcel that came unannounced' }),
    pieces_arrived: NullableInteger({ description: 'Of `quantity`; null before the first is in' }),
    pieces_complete: Type.Boolean({ description: 'Whether every piece is in, or the package was closed short' }),
    transport_mode: Type.Unsafe<'air' | 'ocean' | null>({ type: ['string', 'null'], description: 'air or ocean; null until decided' }),
    destination_locked: Type.Boolean({ description: 'False while the destination is provisional' }),
    carrier_tracked: Type.Boolean({ description: 'Its moves come from a carrier' }),
    version: Type.Integer({ description: 'Counts its changes' }),
    mode: Enum(['test', 'live']),
  }),
)

export type WireOpsPackage = Type.Static<typeof OpsPackage>
export const OpsPackageAnswer = RefTo(OpsPackage)
/** For answers that show more of one package. */
export const opsPackageFields = OpsPackage.properties
export const OPS_PACKAGE_SCHEMAS = [OpsPackage]

const { business_id, name, prefix } = BUSINESS_EXAMPLE

export const OPS_PACKAGE_EXAMPLE: WireOpsPackage = {
  ...PACKAGE,
  mode: 'live',
  business: { business_id, name, prefix },
  customer: { parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w', customer_identifier: 'SMP1001', name: 'Sample Trader' },
  quote_reference: 'QR5KKRVHRJZ3',
  pieces_arrived: 1,
  pieces_complete: true,
  transport_mode: 'air',
  destination_locked: true,
  carrier_tracked: false,
  version: 2,
}
