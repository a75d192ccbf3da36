// The address of a site as a supplier must write it: with the customer's ID, so that the warehouse knows whose parcel arrives.

import type { Business, PostalAddress } from '../businesses/business.ts'
import type { Customer } from '../customers/customer.ts'
import { fullName, isShortForm, suffixKey } from '../customers/customer.ts'
import { addressLines } from '../operator/operator.ts'
import { countryName } from '../values/country.ts'
import type { Site } from './site.ts'

/** The person or company whose parcels arrive: a customer, or the business itself, identified by its prefix. */
export type Addressee = { identifier: string; name: string; customerId: string | null }

export type WrittenAddress = {
  language: string
  /** The name of the addressee, followed by the ID in brackets. */
  name: string
  /** The ID alone: the first line of the address. */
  line1: string
  address: PostalAddress
  phone: string | null
  lines: readonly string[]
}

export type AddressCard = { site: Site; addressee: Addressee; english: WrittenAddress; local: WrittenAddress | null }

/** Languages in which an address is written from the country down to the street. */
const LARGEST_FIRST = ['zh', 'ja', 'ko']

/** Puts a name on one line, because line breaks would add lines to the address. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * An address suffix that consists of digits is preceded by the prefix of the business, because customers of two businesses may have the
 * same digits.
 */
export const customerAddressee = (customer: Customer, business: Pick<Business, 'name' | 'prefix'>): Addressee => ({
  identifier: isShortForm(customer.addressSuffix) ? suffixKey(business.prefix, customer.addressSuffix) : customer.addressSuffix,
  name: oneLine(fullName(customer)) || oneLine(business.name),
  customerId: customer.id,
})

export const businessAddressee = ({ name, prefix }: Pick<Business, 'name' | 'prefix'>): Addressee => ({
  identifier: prefix,
  name: oneLine(name),
  customerId: null,
})

const localCountryName = (country: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? countryName(country)

const placeLines = (language: string, address: PostalAddress): string[] => {
  const { street, city, state, postalCode, country } = address
  if (!LARGEST_FIRST.includes(new Intl.Locale(language).language)) return addressLines(address)
  return [[country, postalCode].filter(Boolean).join(' '), [state, city, street].filter(Boolean).join('')]
}

const written = ({ identifier, name }: Addressee, language: string, address: PostalAddress, phone: string | null): WrittenAddress => {
  const named = `${name} (${identifier})`
  return {
    language,
    name: named,
    line1: identifier,
    address,
    phone,
    lines: [identifier, named, ...placeLines(language, address), ...(phone === null ? [] : [phone])],
  }
}

/** `address`: the site's English address or, if it has none, the address of the warehouse in its country. */
export const addressCard = (site: Site, address: PostalAddress, addressee: Addressee): AddressCard => {
  const { country, localAddress, localLanguage, phone } = site
  return {
    site,
    addressee,
    english: written(addressee, 'en', { ...address, country: countryName(country) }, phone),
    local:
      localAddress === null || localLanguage === null
        ? null
        : written(addressee, localLanguage, { ...localAddress, country: localCountryName(country, localLanguage) }, phone),
  }
}
