// The full derivation of a quote's price: inputs, sources, every line, and the effect of measuring.

import type { Customer } from '../customers/customer.ts'
import { pricedCargo } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import type { Cargo } from '../pricing/cargo.ts'
import type { Breakdown, PriceLine } from '../pricing/price.ts'
import type { Lane, PricedLane } from '../pricing/pricing.ts'
import { HOME_COUNTRY, pricedLane } from '../pricing/pricing.ts'
import type { Quote, Rate } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { PRICE_CURRENCY } from '../values/money.ts'
import type { BasisItem } from './basis.ts'
import { basisOf } from './basis.ts'
import type { ReceivedDifference } from './receipt-difference.ts'
import { receiptOf } from './receipt-difference.ts'

export const ROUNDING_RULE =
  'Each line is multiplied out exactly and rounded once, half up, to the kobo (two decimals). The total is the sum of the rounded lines.'

export type Comparison = { carrier: string; service: string; total: string; difference: string }

export type ExplainedPrice = {
  /** Null for a price computed for this answer only. */
  rateId: string | null
  carrier: string
  service: string
  isSelected: boolean
  deliveryDays: number | null
  pricedAt: number
  basis: BasisItem[]
  breakdown: Breakdown
  comparison: Comparison | null
}

export type Explanation = {
  quote: Quote
  customer: Customer | null
  lane: PricedLane
  /** The cargo that was priced: as declared, or as measured once the price is final. */
  cargo: Cargo
  prices: ExplainedPrice[]
  receipt: ReceivedDifference | null
  /** The other time asked about; null for the quote's own price. */
  asOf: number | null
  notes: string[]
}

export type QuoteRecords = { quote: Quote; parcels: readonly Package[]; customer: Customer | null }

/** `12.5 kg`, `2 containers` */
export const countedUnit = ({ quantity, unit }: { quantity: string; unit: string }): string =>
  `${quantity} ${unit === 'container' && quantity !== '1' ? 'containers' : unit}`

/** `12.5 kg x USD 8.50 x 1400`: the factors of a line's amount. */
export const factorsOf = (line: PriceLine): string => {
  const price = `${line.currency} ${line.unitPrice}`
  if (line.unit === '%') return `${line.quantity}% of ${price}`
  return `${countedUnit(line)} x ${price}${line.currency === PRICE_CURRENCY ? '' : ` x ${line.fxRate}`}`
}

export const shownRates = ({ selectedRate, rates }: Quote): readonly Rate[] => (selectedRate ? [selectedRate] : rates)

const fromRate = (quote: Quote, rate: Rate, cargo: Cargo): ExplainedPrice => ({
  rateId: rate.id,
  carrier: rate.carrier,
  service: rate.service,
  isSelected: rate.id === quote.selectedRate?.id,
  deliveryDays: rate.estimatedDeliveryDays,
  pricedAt: rate.createdAt,
  basis: basisOf(rate.breakdown, cargo),
  breakdown: rate.breakdown,
  comparison: null,
})

const isEstimate = (quote: Quote): boolean =>
  quote.status !== 'cancelled' && quote.priceFinalisedAt === null && flowOf(quote) !== 'export_air'

export const laneNotes = ({ direction, destination }: Lane): string[] =>
  direction === 'import' && destination !== HOME_COUNTRY ? ['Imports are priced to Nigeria, whatever the address.'] : []

const notesOn = (quote: Quote): string[] => {
  const hasPrice = shownRates(quote).length > 0
  return [
    ...(hasPrice ? [] : ['No rate card priced this cargo when the quote was last read.']),
    ...(hasPrice && quote.status === 'pending' ? ['Prices are as last shown, and may be refreshed while the quote is pending.'] : []),
    ...(hasPrice && isEstimate(quote) ? ['The price is an estimate until the warehouse has measured the goods.'] : []),
    ...laneNotes(quote.lane),
  ]
}

export const explainQuote = ({ quote, parcels, customer }: QuoteRecords): Explanation => {
  const cargo = pricedCargo(quote, parcels)
  return {
    quote,
    customer,
    lane: pricedLane(quote.lane),
    cargo,
    prices: shownRates(quote).map((rate) => fromRate(quote, rate, cargo)),
    receipt: receiptOf(quote, parcels),
    asOf: null,
    notes: notesOn(quote),
  }
}
