// Returns the warehouse addresses for suppliers as JSON.

import type { AddressCard, WrittenAddress } from '../../domain/sites/address-card.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { WireWarehouseAddress } from './v1-schemas.ts'

const written = ({ language, name, line1, address, phone, lines }: WrittenAddress): WireWarehouseAddress['english'] => ({
  language,
  name,
  line1,
  street: address.street ?? null,
  city: address.city ?? null,
  state: address.state ?? null,
  postal_code: address.postalCode ?? null,
  country: address.country ?? '',
  phone,
  lines: [...lines],
  text: lines.join('\n'),
})

export const presentAddressCard = ({ site, addressee, english, local }: AddressCard, mode: Mode): WireWarehouseAddress => ({
  site: site.code,
  site_name: site.name,
  country: site.country,
  opening_hours: site.openingHours,
  time_zone: site.timeZone,
  mode,
  parcel_customer_id: addressee.customerId,
  customer_identifier: addressee.identifier,
  english: written(english),
  local: local && written(local),
})
