// Rules for exchange rates: allowed pairs, limits, and which changes need confirmation.

import { decimal, PRICE_CURRENCY, quantityText, roundHalfUp } from '../values/money.ts'
import { currency } from './card-csv/cell.ts'
import type { Parsed } from './card-csv/mistakes.ts'
import { number } from './card-csv/number-cell.ts'

// Limits that catch typing errors. The exchange rate of every currency to the naira lies within these limits.
const FX_RATE = { min: 0.000001, max: 10_000_000, decimals: 6 }
const CHANGE_MAX_PERCENT = 50
const PERCENT_DECIMALS = 2

/** Parses a currency pair such as `USD/NGN`. `base` is the currency of a rate card, and `quote` is the currency of prices. */
export const readPair = (text: string): Parsed<{ base: string; quote: string }> => {
  const [base = '', quote, ...more] = text.split('/')
  if (quote === undefined || more.length > 0) return { wrong: `must be two currencies, such as USD/${PRICE_CURRENCY}` }
  const currencies = [currency(base.trim()), currency(quote.trim())]
  for (const parsed of currencies) if ('wrong' in parsed) return { wrong: parsed.wrong }
  const pair = { base: base.trim().toUpperCase(), quote: quote.trim().toUpperCase() }
  if (pair.quote !== PRICE_CURRENCY) return { wrong: `must end in ${PRICE_CURRENCY}: prices are in ${PRICE_CURRENCY}` }
  if (pair.base === PRICE_CURRENCY) return { wrong: 'needs no rate: it is the same currency' }
  return { value: pair }
}

export const readFxRate = (text: string): Parsed<string> => {
  const parsed = number(FX_RATE)(text.trim())
  return 'wrong' in parsed ? parsed : { value: quantityText(parsed.value) }
}

export const changePercent = (before: string, after: string): string =>
  quantityText(roundHalfUp(decimal(after).minus(before).div(before).mul(100), PERCENT_DECIMALS))

/** True if the rate changes by more than 50 %. The operator must then confirm the change. */
export const isGreatChange = (before: string, after: string): boolean =>
  decimal(after).minus(before).abs().mul(100).gt(decimal(before).mul(CHANGE_MAX_PERCENT))
