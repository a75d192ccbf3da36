// The operator's name, address, time zone, contact and bank, as shown on papers and public pages.

import type { PostalAddress } from '../businesses/business.ts'

export type BankAccount = {
  bankName: string
  accountName: string
  accountNumber: string
  /** A sort code, SWIFT code or IBAN prefix. */
  bankCode: string | null
}

export type Operator = {
  name: string
  address: PostalAddress
  timeZone: string
  email: string | null
  phone: string | null
  website: string | null
  taxNumber: string | null
  bank: BankAccount | null
  logoSha256: string | null
}

const UNZONED = 'UTC'

export const operatorZone = (operator: Pick<Operator, 'timeZone'> | null): string => operator?.timeZone ?? UNZONED

/** Sample cards call the carrier Waybill. Once the operator has a name, that name is shown instead. */
export const carrierName = (carrier: string, operator: Pick<Operator, 'name'> | null): string =>
  operator ? carrier.replace(/^Waybill\b/, () => operator.name) : carrier

export const addressLines = ({ street, city, state, postalCode, country }: PostalAddress): string[] =>
  [street, [city, state, postalCode].filter(Boolean).join(', '), country].filter((line): line is string => Boolean(line))
