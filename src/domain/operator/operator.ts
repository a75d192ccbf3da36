// The operator's details: name, address, time zone, contact, bank account and tax number, as shown on documents and public pages.

import type { PostalAddress } from '../businesses/business.ts'
import { invalidTransition } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'

export type BankAccount = {
  bankName: string
  accountName: string
  accountNumber: string
  /** A sort code, SWIFT code or IBAN prefix. */
  bankCode: string | null
}

/** Seller details that the operator may leave empty if it states that it has no tax number or no bank account. */
export const DISPENSABLE_DETAILS = ['tax_number', 'bank'] as const
export type DispensableDetail = (typeof DISPENSABLE_DETAILS)[number]

/** API names of the details that live mode requires before a document is issued. */
export const SELLER_DETAILS = ['name', 'address', ...DISPENSABLE_DETAILS] as const
export type SellerDetail = (typeof SELLER_DETAILS)[number]

export type Operator = {
  name: string
  address: PostalAddress
  timeZone: string
  email: string | null
  phone: string | null
  website: string | null
  taxNumber: string | null
  bank: BankAccount | null
  statesNone: readonly DispensableDetail[]
  logoSha256: string | null
  /** Portal colour in hex, for example #0b5563. Null for the default. */
  colour: string | null
  /** A package counts as abandoned this many days after its last free storage day. Null for the default. */
  abandonedAfterDays: number | null
}

export const DEFAULT_COLOUR = '#0b5563'

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

export const missingSellerDetails = (operator: Operator | null): SellerDetail[] => {
  if (operator === null) return [...SELLER_DETAILS]
  const { address, taxNumber, bank, statesNone } = operator
  const isMissing: Record<SellerDetail, boolean> = {
    name: operator.name === '',
    address: !address.street || !address.city || !address.country,
    tax_number: taxNumber === null && !statesNone.includes('tax_number'),
    bank: bank === null && !statesNone.includes('bank'),
  }
  return SELLER_DETAILS.filter((detail) => isMissing[detail])
}

const SELLER_DETAILS_TEXT: Readonly<Record<SellerDetail, string>> = {
  name: 'name',
  address: 'address (street, city and country)',
  tax_number: 'tax number, or the statement that there is none',
  bank: 'bank account, or the statement that there is none',
}

/**
 * Throws in live mode if seller details are missing, because every document must name its seller. In test mode the seller details are
 * optional.
 */
export const requireSeller = (operator: Operator | null, mode: Mode): void => {
  const missing = mode === 'live' ? missingSellerDetails(operator) : []
  if (missing.length > 0)
    throw invalidTransition(
      `Nothing is issued in live mode until the operator has set: ${missing.map((detail) => SELLER_DETAILS_TEXT[detail]).join('; ')}.`,
    )
}

const UNZONED = 'UTC'

/** `firstZone`: the first business's time zone, used until the operator has set its own time zone. */
export const operatorZone = (operator: Pick<Operator, 'timeZone'> | null, firstZone: string | null): string =>
  operator?.timeZone ?? firstZone ?? UNZONED

/** Carrier names on sample rate cards begin with "Waybill". Once the operator has a name, that name replaces "Waybill". */
export const carrierName = (carrier: string, operator: Pick<Operator, 'name'> | null): string =>
  operator ? carrier.replace(/^Waybill\b/, () => operator.name) : carrier

export const addressLines = ({ street, city, state, postalCode, country }: PostalAddress): string[] =>
  [street, [city, state, postalCode].filter(Boolean).join(', '), country].filter((line): line is string => Boolean(line))
