// A site of the operator: a warehouse, hub or office that takes parcels in, hands them out, or both.

import type { PostalAddress } from '../businesses/business.ts'
import { isTimeZone } from '../values/calendar.ts'
import { countryCode, countryName } from '../values/country.ts'
import { invalidTransition, Problems } from '../values/errors.ts'

export const SITE_PURPOSES = ['takes_in', 'hands_out', 'both'] as const
type SitePurpose = (typeof SITE_PURPOSES)[number]

export type Site = {
  id: string
  code: string
  name: string
  purpose: SitePurpose
  country: string
  timeZone: string
  /** The address in English. Null if the site uses the address of the warehouse in its country. */
  address: PostalAddress | null
  /** The address as it is written in the language of the country. */
  localAddress: PostalAddress | null
  /** Language tag of `localAddress`, such as zh. */
  localLanguage: string | null
  phone: string | null
  openingHours: string | null
  closedAt: number | null
  createdAt: number
}

/** The number of sites is limited because many requests read all of them. */
export const SITES_MAX = 200
const LINE_MAX_CHARACTERS = 255
const CODE = /^[A-Z0-9](?:[A-Z0-9-]{0,10}[A-Z0-9])?$/
const CODE_FORM = 'must have 1 to 12 letters, digits and hyphens, such as CAN or LOS-2'

type Lines = { [Line in 'street' | 'city' | 'state' | 'postal_code']?: string | null | undefined }

/** Fields that are absent stay as they are; null clears a field. */
export type SiteRequest = {
  code?: string | undefined
  name?: string | undefined
  purpose?: SitePurpose | undefined
  country?: string | undefined
  time_zone?: string | undefined
  address?: Lines | null | undefined
  local_address?: Lines | null | undefined
  local_language?: string | null | undefined
  phone?: string | null | undefined
  opening_hours?: string | null | undefined
}

export const takesIn = ({ purpose }: Pick<Site, 'purpose'>): boolean => purpose !== 'hands_out'

/** Converts a typed site code to the form in which codes are stored. */
export const siteCode = (text: string): string => text.trim().toUpperCase()

/**
 * The site id to store in a record: null for the oldest site. Records from before sites existed contain null too, so they need no change.
 */
export const recordedSite = ({ id }: Pick<Site, 'id'>, oldest: Pick<Site, 'id'>): string | null => (id === oldest.id ? null : id)

const isLanguage = (tag: string): boolean => {
  try {
    return Intl.DisplayNames.supportedLocalesOf([tag]).length > 0
  } catch {
    return false
  }
}

const readerOf =
  (problems: Problems) =>
  (field: string, given: string | null | undefined): string | null => {
    const text = given?.trim() ?? ''
    if (text.length > LINE_MAX_CHARACTERS) problems.add(field, `must have at most ${LINE_MAX_CHARACTERS} characters`)
    if (/\p{C}/u.test(text)) problems.add(field, 'must not contain line breaks or other invisible characters')
    return text === '' ? null : text
  }

type Read = ReturnType<typeof readerOf>

const readAddress = (field: string, given: Lines | null, read: Read, problems: Problems): PostalAddress | null => {
  const entries = [
    ['street', read(`${field}.street`, given?.street)],
    ['city', read(`${field}.city`, given?.city)],
    ['state', read(`${field}.state`, given?.state)],
    ['postalCode', read(`${field}.postal_code`, given?.postal_code)],
  ] as const
  const filled = entries.filter(([, text]) => text !== null)
  if (filled.length === 0) return null
  for (const [name, text] of entries.slice(0, 2)) if (text === null) problems.add(`${field}.${name}`, 'is required')
  return Object.fromEntries(filled)
}

/** The site with the fields of the request. Fields that the request leaves out are taken from `site`. */
export const siteWith = (site: Site, request: SiteRequest): Site => {
  const problems = new Problems()
  const read = readerOf(problems)
  const required = (field: 'code' | 'name' | 'country' | 'time_zone', before: string): string => {
    const text = request[field] === undefined ? before : (read(field, request[field]) ?? '')
    if (text === '') problems.add(field, 'is required')
    return text
  }
  const optional = (field: 'local_language' | 'phone' | 'opening_hours', before: string | null): string | null =>
    request[field] === undefined ? before : read(field, request[field])
  const named = required('country', site.country)
  const country = countryCode(named)
  if (named !== '' && country === null) problems.add('country', 'must be a country: its code or its English name')
  const code = siteCode(required('code', site.code))
  if (code !== '' && !CODE.test(code)) problems.add('code', CODE_FORM)
  const timeZone = required('time_zone', site.timeZone)
  if (timeZone !== '' && !isTimeZone(timeZone)) problems.add('time_zone', 'must be a time zone such as Asia/Shanghai')
  const english = request.address === undefined ? site.address : readAddress('address', request.address, read, problems)
  const local =
    request.local_address === undefined ? site.localAddress : readAddress('local_address', request.local_address, read, problems)
  const localLanguage = optional('local_language', site.localLanguage)
  if (localLanguage !== null && !isLanguage(localLanguage)) problems.add('local_language', 'must be the code of a language, such as zh')
  if (local !== null && localLanguage === null) problems.add('local_language', 'is required with the local address, such as zh')
  const next: Site = {
    ...site,
    code,
    name: required('name', site.name),
    purpose: request.purpose ?? site.purpose,
    country: country ?? '',
    timeZone,
    address: english && { ...english, country: countryName(country ?? '') },
    localAddress: local,
    localLanguage,
    phone: optional('phone', site.phone),
    openingHours: optional('opening_hours', site.openingHours),
  }
  problems.throwIfAny()
  return next
}

/** `packages`: number of packages in the site. `coming`: names of shipments bound for the site. `others`: number of other open sites. */
type Use = { packages: number; coming: readonly string[]; others: number }

/** Closes a site. A site that is already closed is returned unchanged. */
export const closedSite = (site: Site, { packages, coming, others }: Use, now: number): Site => {
  if (site.closedAt !== null) return site
  if (packages > 0)
    throw invalidTransition(
      `Site ${site.code} has ${packages === 1 ? 'a package' : `${packages} packages`} in it; they must leave it before it is closed.`,
    )
  if (coming.length > 0)
    throw invalidTransition(
      `Shipments go to site ${site.code} (${coming.join(', ')}); they must be delivered or sent elsewhere before it is closed.`,
    )
  if (others === 0) throw invalidTransition(`Site ${site.code} is the only open site; open another one first.`)
  return { ...site, closedAt: now }
}

/** The oldest open site. It applies to requests that name no site. */
export const defaultSite = (sites: readonly Site[]): Site | null => sites.find(({ closedAt }) => closedAt === null) ?? null
