// Parses the `inbound_parcel` of a request and reports all problems at once.

import type { CUSTOMER_FIELDS } from '../quotes/quote-request.ts'
import type { ClientDataRequest } from '../values/client-data.ts'
import { countryCode } from '../values/country.ts'
import type { Problems } from '../values/errors.ts'
import { CURRENCIES, decimal } from '../values/money.ts'
import { courierKey, isCourierNumber, isShortened } from './courier-number.ts'
import type { InboundDraft, InboundItem } from './inbound-parcel.ts'

export const NUMBERS_MAX = 50
export const ITEMS_MAX = 100
const VALUE_MAX_DIGITS = 12

export type ItemRequest = {
  description?: string
  quantity?: number
  /** A number, or a decimal number as text. Responses use text. */
  unit_value?: number | string
  currency?: string
  hs_code?: string
  country_of_origin?: string
  has_battery?: boolean
  has_liquid?: boolean
}

export type InboundRequest = ClientDataRequest & {
  [Field in (typeof CUSTOMER_FIELDS)[number]]?: string
} & {
  courier?: string
  courier_numbers?: string[]
  items?: ItemRequest[]
  transport_mode?: 'air' | 'ocean'
  note?: string
}

/** Caches the number of decimals of each currency, because creating a NumberFormat is slow, and a file may have thousands of values. */
const decimals = new Map<string, number>()

const decimalsOf = (currency: string): number => {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits: digits = 0 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  decimals.set(currency, digits)
  return digits
}

/** An HS code: two digits each for chapter, heading and subheading, then none, two or four national digits. */
const HS_CODE = /^\d{6}(?:\d{2}){0,2}$/

type Report = (field: string, message: string) => null

const readCurrency = (currency: string | undefined, value: number | string | undefined, report: Report): string | null => {
  if (currency === undefined) return value === undefined ? null : report('currency', 'is required with unit_value')
  const code = currency.trim().toUpperCase()
  return CURRENCIES.has(code) ? code : report('currency', 'is not a known currency: give its ISO 4217 code, such as CNY')
}

const DECIMAL = /^\d+(?:\.\d+)?$/

const readValue = (value: number | string | undefined, currency: string | null, report: Report): string | null => {
  if (value === undefined) return null
  if (typeof value === 'string' && !DECIMAL.test(value)) return report('unit_value', 'must be a number, such as 12.50')
  if (typeof value === 'number' && (!Number.isFinite(value) || value < 0)) return report('unit_value', 'must not be below zero')
  const exact = decimal(value)
  if (exact.gte(decimal(10).pow(VALUE_MAX_DIGITS)))
    return report('unit_value', `must have at most ${VALUE_MAX_DIGITS} digits before the point`)
  const places = currency === null ? 2 : decimalsOf(currency)
  if (exact.decimalPlaces() > places)
    return report('unit_value', `must have at most ${places} decimals${currency === null ? '' : ` in ${currency}`}`)
  return exact.toFixed(places)
}

const readItem = (item: ItemRequest, at: string, problems: Problems): InboundItem => {
  const report: Report = (field, message) => {
    problems.add(`${at}.${field}`, message)
    return null
  }
  if (item.description === undefined) report('description', 'is required')
  const currency = readCurrency(item.currency, item.unit_value, report)
  const hsCode = item.hs_code?.replaceAll(/[.\s]/g, '') ?? null
  const country = item.country_of_origin === undefined ? null : countryCode(item.country_of_origin)
  return {
    description: item.description ?? '',
    quantity: item.quantity ?? 1,
    unitValue: readValue(item.unit_value, currency, report),
    currency,
    hsCode: hsCode === null || HS_CODE.test(hsCode) ? hsCode : report('hs_code', 'must have 6, 8 or 10 digits'),
    countryOfOrigin:
      item.country_of_origin === undefined || country !== null
        ? country
        : report('country_of_origin', 'is not a known country: give an ISO-2 code, an ISO-3 code or the English name'),
    hasBattery: item.has_battery ?? false,
    hasLiquid: item.has_liquid ?? false,
  }
}

const readNumbers = (numbers: readonly string[], at: string, problems: Problems): string[] => {
  const seen = new Map<string, string>()
  for (const [index, number] of numbers.entries()) {
    const key = courierKey(number)
    if (isShortened(number))
      problems.add(`${at}[${index}]`, 'is a number that a spreadsheet has shortened: format its column as text, and enter it again')
    else if (!isCourierNumber(number)) problems.add(`${at}[${index}]`, 'is not a courier number: 6 to 64 letters and digits')
    else if (seen.has(key)) problems.add(`${at}[${index}]`, `is the same number as ${seen.get(key)}`)
    seen.set(key, number)
  }
  if (numbers.length === 0) problems.add(at, 'is required: give at least one')
  return numbers.map((number) => number.trim())
}

export const readInbound = (request: InboundRequest, at: string, problems: Problems): InboundDraft => {
  const numbersAt = `${at}.courier_numbers`
  return {
    courier: request.courier ?? null,
    numbers: problems.has(numbersAt) ? [] : readNumbers(request.courier_numbers ?? [], numbersAt, problems),
    items: (request.items ?? []).map((item, index) => readItem(item, `${at}.items[${index}]`, problems)),
    transportMode: request.transport_mode ?? null,
    note: request.note ?? null,
  }
}
