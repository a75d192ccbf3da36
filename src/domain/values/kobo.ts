// Amounts in the ledger: whole kobo, as safe integers.

import type { Problems } from './errors.ts'
import type { Decimal } from './money.ts'
import { decimal, roundToKobo } from './money.ts'

const KOBO_PER_NAIRA = 100
const PERCENT = 100
/** The largest charge or payment: ten billion naira. Sums of thousands of such amounts are still exact. */
export const AMOUNT_MAX_KOBO = 1_000_000_000_000

const AMOUNT = /^(?:0|[1-9]\d{0,10})(?:\.\d{1,2})?$/

export const toKobo = (amount: string | Decimal): number => roundToKobo(decimal(amount)).mul(KOBO_PER_NAIRA).toNumber()

/** Writes `1234.50` or `-1234.50`. */
export const koboText = (kobo: number): string => {
  const digits = String(Math.abs(kobo)).padStart(3, '0')
  return `${kobo < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Writes `NGN 1234.50`, for messages. */
export const ngnText = (kobo: number): string => `NGN ${koboText(kobo)}`

export const readAmount = (field: string, text: string, problems: Problems): number => {
  const kobo = AMOUNT.test(text.trim()) ? toKobo(text.trim()) : 0
  if (kobo <= 0 || kobo > AMOUNT_MAX_KOBO)
    problems.add(field, `must be an amount above 0 and up to ${ngnText(AMOUNT_MAX_KOBO)}, such as 1250.50`)
  return kobo
}

export const sumKobo = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The tax on a net amount, rounded half up to the kobo. */
export const taxOf = (netKobo: number, percent: string): number => toKobo(decimal(netKobo).mul(percent).div(PERCENT).div(KOBO_PER_NAIRA))
