// The search of the console on the wire of /ops/v1.

import { Enum, NullableString, Text } from '../../platform/http/schemas/fields.ts'
import { businessQuery, modeQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { CUSTOMER_EXAMPLE, OpsCustomerAnswer } from '../customers/ops-schemas.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from '../packages/ops-schemas.ts'

export const SearchQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  q: Text({ description: 'A code, or words of a name, email, mobile, customer ID, reference, carrier, flight or place, in any order' }),
})

export const SearchAnswer = Type.Object({
  packages: Type.Array(OpsPackageAnswer),
  customers: Type.Array(OpsCustomerAnswer),
  quotes: Type.Array(Type.Object({ parcel_quote_id: Type.String(), reference: Type.String(), status: Type.String() })),
  shipments: Type.Array(
    Type.Object({ shipment_id: Type.String(), number: NullableString(), carrier: NullableString(), mode: Enum(['test', 'live']) }),
  ),
  places: Type.Array(Type.Object({ place_id: Type.String(), code: Type.String() })),
})

export const SEARCH_EXAMPLE = {
  packages: [OPS_PACKAGE_EXAMPLE],
  customers: [CUSTOMER_EXAMPLE],
  quotes: [{ parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w', reference: 'Q7T2CQ1V9M3K', status: 'booked' }],
  shipments: [{ shipment_id: 'shp_01kqn2x4t8e6nvd0t2d5c1yq7w', number: 'S7T2CQ1V9M3K', carrier: 'Sample Air', mode: 'live' as const }],
  places: [{ place_id: 'plc_01kqn2x4t8e6nvd0t2d5c1yq7w', code: 'A-01-12' }],
}
