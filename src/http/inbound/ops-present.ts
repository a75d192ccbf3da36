// Converts announced parcels to the JSON of /ops/v1.

import { fullName } from '../../domain/customers/customer.ts'
import type { InboundMatch } from '../../flows/inbound/find-announced.ts'
import type { WireOpsInbound } from './ops-schemas.ts'
import { presentInbound } from './v1-present.ts'

export const presentOpsInbound = ({ scope, business, customer, inbound }: InboundMatch): WireOpsInbound => ({
  ...presentInbound(inbound, scope.mode),
  business: { business_id: business.id, name: business.name, prefix: business.prefix },
  customer: { parcel_customer_id: customer.id, address_suffix: customer.addressSuffix, full_name: fullName(customer) },
})
