// Converts sites to the JSON of /ops/v1.

import type { PostalAddress } from '../../domain/businesses/business.ts'
import type { ViewedSite } from '../../flows/sites/view-sites.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { WireSite } from './ops-schemas.ts'

const lines = ({ street, city, state, postalCode: postal_code, country }: PostalAddress) =>
  omitNulls({ street, city, state, postal_code, country })

export const presentSite = ({ site, address, isDefault }: ViewedSite): WireSite => ({
  site_id: site.id,
  code: site.code,
  name: site.name,
  purpose: site.purpose,
  country: site.country,
  time_zone: site.timeZone,
  address: lines(address ?? {}),
  has_own_address: site.address !== null,
  local_address: lines(site.localAddress ?? {}),
  local_language: site.localLanguage,
  phone: site.phone,
  opening_hours: site.openingHours,
  default: isDefault,
  closed_at: nullableInstant(site.closedAt),
  created_at: instant(site.createdAt),
})
