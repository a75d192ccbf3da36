// Converts inbound parcels to the JSON of /v1 and /ops/v1. The JSON of /ops/v1 also names the business and the customer.

import { fullName } from '../../domain/customers/customer.ts'
import type { InboundItem, InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { InboundMatch } from '../../flows/inbound/find-announced.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { WireOpsInbound } from './ops-schemas.ts'
import type { WireInbound } from './v1-schemas.ts'

const presentItem = (item: InboundItem) => ({
  description: item.description,
  quantity: item.quantity,
  unit_value: item.unitValue,
  currency: item.currency,
  hs_code: item.hsCode,
  country_of_origin: item.countryOfOrigin,
  has_battery: item.hasBattery,
  has_liquid: item.hasLiquid,
})

export const presentInbound = (inbound: InboundParcel, mode: Mode): WireInbound => ({
  inbound_parcel_id: inbound.id,
  status: inbound.status,
  mode,
  parcel_customer_id: inbound.customerId,
  courier: inbound.courier,
  courier_numbers: inbound.numbers.map(({ number }) => number),
  items: inbound.items.map(presentItem),
  transport_mode: inbound.transportMode,
  note: inbound.note,
  packages: inbound.numbers.flatMap(({ number, boxes }) =>
    boxes.map((box) => ({
      parcel_id: box.packageId,
      parcel_number: box.parcelNumber,
      courier_number: number,
      received_at: instant(box.receivedAt),
    })),
  ),
  received_at: nullableInstant(inbound.receivedAt),
  cancelled_at: nullableInstant(inbound.cancelledAt),
  expired_at: nullableInstant(inbound.expiredAt),
  comment: inbound.comment,
  created_at: instant(inbound.createdAt),
  updated_at: instant(inbound.updatedAt),
  client_reference: inbound.clientReference,
  metadata: inbound.metadata,
})

export const presentOpsInbound = ({ scope, business, customer, inbound }: InboundMatch): WireOpsInbound => ({
  ...presentInbound(inbound, scope.mode),
  business: { business_id: business.id, name: business.name, prefix: business.prefix },
  customer: customer && { parcel_customer_id: customer.id, address_suffix: customer.addressSuffix, full_name: fullName(customer) },
})
