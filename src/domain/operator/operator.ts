// The operator: its name, address, time zone, contact and bank, as papers and public pages show them.

import type { PostalAddress } from '../businesses/business.ts'

export type BankAccount = {
  bankName: string
  accountName: string
  accountNumber: string
  /** A sort code, SWIFT or IBAN prefix: whatever the bank goes by. */
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
  /** Names the logo; null where there is none. */
  logoSha256: string | null
}

/** The zone of an operator that has not said which. */
const UNZONED = 'UTC'

export const operatorZone = (operator: Pick<Operator, 'timeZone'> | null): string => operator?.timeZone ?? UNZONED

/** The operator's own rates and the sample cards call the carrier Waybill until the operator has a name. */
export const carrierName = (carrier: string, operator: Pick<Operator, 'name'> | null): string =>
  operator ? carrier.replace(/^Waybill\b/, () => operator.name) : carrier

/** One line each: street, town, country. */
export const addressLines = ({ street, city, state, postalCode, country }: PostalAddress): string[] =>
  [street, [city, state, postalCode].filter(Boolean).join(', '), country].filter((line): line is string => Boolean(line))
