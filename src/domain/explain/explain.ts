// Explains the price of a quote: inputs, sources, every line, and the effect of measuring. Also computes the price at another time.

import type { Customer } from '../customers/customer.ts'
import { pricedCargo } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import type { Cargo, OceanElement } from '../pricing/cargo.ts'
import { cargoSummary, elementCbm, PRICING_UNIT } from '../pricing/cargo.ts'
import type { AirBasis, Breakdown, PriceLine } from '../pricing/price.ts'
import type { Lane, PriceBook, PricedLane, ServicePrice } from '../pricing/pricing.ts'
import { cardOffers, HOME_COUNTRY, pricedLane } from '../pricing/pricing.ts'
import type { Quote, Rate } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { Rejection } from '../values/errors.ts'
import type { Decimal } from '../values/money.ts'
import { amountText, decimal, PRICE_CURRENCY, quantityText } from '../values/money.ts'
import type { ReceivedDifference } from './receipt-difference.ts'
import { receiptOf } from './receipt-difference.ts'

/** A chargeable quantity and its explanation. The freight line at the same index has the same quantity. */
type BasisItem = { cargo: string; quantity: string; unit: string; explanation: string }

const KG_PER_TONNE = 1_000

const weightInWords = ({ actualWeightKg, volumetricWeightKg, volumetricDivisor, roundingStepKg }: AirBasis): string =>
  `The greater of the actual weight, ${actualWeightKg} kg, and the volumetric weight, ${volumetricWeightKg} kg (cubic centimetres ` +
  `divided by ${volumetricDivisor})${roundingStepKg === null ? '' : `, rounded up to a full ${roundingStepKg} kg`}.`

const volumeInWords = ({ volumeCbm, dimensions, quantity }: OceanElement, cbm: Decimal | null): string => {
  if (volumeCbm !== undefined || !dimensions) return `${quantityText(cbm ?? 0)} CBM`
  return `${quantityText(cbm ?? 0)} CBM (${quantity} x ${dimensions.lengthCm} x ${dimensions.widthCm} x ${dimensions.heightCm} cm)`
}

const elementInWords = (element: OceanElement): string => {
  const volume = volumeInWords(element, elementCbm(element))
  switch (PRICING_UNIT[element.containerSize]) {
    case 'container':
      return 'Charged per container.'
    case 'cbm':
      return `Charged per CBM: ${volume}.`
    case 'rt':
      return `Charged per revenue ton, the greater of volume and weight: ${volume}, ${quantityText(decimal(element.weightKg ?? 0).div(KG_PER_TONNE))} t.`
  }
}

const oceanItem = (element: OceanElement, { quantity, unit }: PriceLine): BasisItem => ({
  cargo: `${element.quantity} x ${element.containerSize}`,
  quantity,
  unit,
  explanation: elementInWords(element),
})

export const basisOf = ({ weight, lines }: Breakdown, cargo: Cargo): BasisItem[] => {
  const freight = lines.filter((line) => line.kind === 'freight')
  if (weight) {
    return [{ cargo: cargoSummary(cargo), quantity: weight.chargeableWeightKg, unit: 'kg', explanation: weightInWords(weight) }]
  }
  if (cargo.mode === 'ocean') {
    return cargo.elements.flatMap((element, index) => (freight[index] ? [oceanItem(element, freight[index])] : []))
  }
  const explanation = 'The price that the carrier charges for the shipment.'
  return freight.map(({ quantity, unit }) => ({ cargo: cargoSummary(cargo), quantity, unit, explanation }))
}

export const ROUNDING_RULE =
  'Each line is multiplied out exactly and rounded once, half up, to the kobo (two decimals). The total is the sum of the rounded lines.'

type Comparison = { carrier: string; service: string; total: string; difference: string }

export type ExplainedPrice = {
  /** ID of the quote's rate. Null for a price that was computed for another time and is not stored. */
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
  /** The cargo that was priced: the declared cargo, or the measured cargo once the price is final. */
  cargo: Cargo
  prices: ExplainedPrice[]
  receipt: ReceivedDifference | null
  /** The time for which prices were requested; null if the explanation shows the quote's own prices. */
  asOf: number | null
  notes: string[]
}

export type QuoteRecords = { quote: Quote; parcels: readonly Package[]; customer: Customer | null }

/** Writes `12.5 kg` or `2 containers`. */
export const countedUnit = ({ quantity, unit }: { quantity: string; unit: string }): string =>
  `${quantity} ${unit === 'container' && quantity !== '1' ? 'containers' : unit}`

/** Writes the factors of a line's amount: `12.5 kg x USD 8.50 x 1400`. */
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

const laneNotes = ({ direction, destination }: Lane): string[] =>
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

const HYPOTHETICAL =
  'Hypothetical: what the same cargo would have cost with the cards, exchange rates and terms in force at that moment, as they were known then. It is not an offer, and the price of the quote does not change.'
const OUTSIDE_CARRIERS = 'Outside carriers cannot be asked about the past: their rates are left out.'

const compare = (shown: readonly Rate[], { carrier, service, amount }: ServicePrice): Comparison | null => {
  const same = shown.find((rate) => rate.carrier === carrier && rate.service === service)
  const own = same ?? (shown.length === 1 ? shown[0] : undefined)
  if (!own) return null
  return { carrier: own.carrier, service: own.service, total: own.amount, difference: amountText(decimal(amount).minus(own.amount)) }
}

const carrierNotes = (quote: Quote): string[] => (flowOf(quote) === 'export_air' ? [OUTSIDE_CARRIERS] : [])

const offersAt = (quote: Quote, cargo: Cargo, book: PriceBook, at: number): ServicePrice[] => {
  try {
    return cardOffers(quote.lane, cargo, book)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw new Rejection(error.code, [`At ${new Date(at).toISOString()}: ${error.message}`, ...carrierNotes(quote)].join(' '))
  }
}

const fromOffer = (offer: ServicePrice, cargo: Cargo, shown: readonly Rate[], at: number): ExplainedPrice => ({
  rateId: null,
  carrier: offer.carrier,
  service: offer.service,
  isSelected: false,
  deliveryDays: offer.transitDays,
  pricedAt: at,
  basis: basisOf(offer.breakdown, cargo),
  breakdown: offer.breakdown,
  comparison: compare(shown, offer),
})

/**
 * Explains what the cargo would have cost at `at`. `book` must hold the cards, rates and terms that were known and in force at that time.
 * Throws LANE_NOT_SERVED if no card could price the cargo.
 */
export const explainAsOf = (records: QuoteRecords, book: PriceBook, at: number): Explanation => {
  const { quote } = records
  const own = explainQuote(records)
  const prices = offersAt(quote, own.cargo, book, at).map((offer) => fromOffer(offer, own.cargo, shownRates(quote), at))
  return { ...own, prices, asOf: at, notes: [HYPOTHETICAL, ...carrierNotes(quote), ...laneNotes(quote.lane)] }
}
