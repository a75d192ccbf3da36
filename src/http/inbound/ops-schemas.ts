// Schemas of announced parcels under /ops/v1: the fields of /v1, plus the business and the customer.

import * as Type from '../../platform/http/schemas/type.ts'
import { BUSINESS_EXAMPLE } from '../staff/ops-examples.ts'
import { INBOUND, importFields, inboundFields } from './v1-schemas.ts'

const OpsInbound = Type.Named('OpsInboundParcel', {
  ...inboundFields,
  business: Type.Object({ business_id: Type.String(), name: Type.String(), prefix: Type.String() }),
  customer: Type.Unsafe<{ parcel_customer_id: string; address_suffix: string; full_name: string } | null>({
    type: ['object', 'null'],
    properties: { parcel_customer_id: { type: 'string' }, address_suffix: { type: 'string' }, full_name: { type: 'string' } },
    required: ['parcel_customer_id', 'address_suffix', 'full_name'],
    description: 'Null for a parcel of the business itself',
  }),
})

export type WireOpsInbound = Type.Static<typeof OpsInbound>
export const OpsInboundAnswer = Type.RefTo(OpsInbound)
export const OPS_INBOUND_SCHEMAS = [OpsInbound]

const { business_id, name, prefix } = BUSINESS_EXAMPLE

export const OPS_INBOUND_EXAMPLE: WireOpsInbound = {
  ...INBOUND,
  mode: 'live',
  business: { business_id, name, prefix },
  customer: { parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w', address_suffix: 'SMP1001', full_name: 'Sample Trader' },
}

export const OpsImportBody = Type.Body(
  [{ business_id: prefix, csv: 'customer_id,courier_numbers\nSMP1001,YT8812345678901\n', dry_run: true }],
  {
    business_id: Type.Text({ description: 'Business token or prefix' }),
    mode: Type.Optional(Type.Enum(['live', 'test'], { default: 'live' })),
    ...importFields,
  },
)
