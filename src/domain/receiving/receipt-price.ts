// The effect of a receipt on the price of its quote, in NGN and in words.

import { factorsOf } from '../explain/explain.ts'
import type { Measures } from '../explain/receipt-difference.ts'
import { measuresOf } from '../explain/receipt-difference.ts'
import { declaredPart, measuredPart } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import { isComplete, isLoadedAtSupplier } from '../packages/package.ts'
import type { Price } from '../pricing/price.ts'
import type { Quote } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { amountText, decimal } from '../values/money.ts'

export type PriceChange = {
  quoteId: string
  reference: string
  before: string
  after: string
  /** The tax rate that applies to the price `after`. Absent if no rate is set. */
  taxPercent?: string
  difference: string
  /** How much the measurements of this parcel alone change the price. Null if this amount was not computed. */
  ownDifference: string | null
  isFinal: boolean
  reasons: string[]
}

/**
 * True if the final price must wait for this package, because the package has not arrived completely and was not loaded at the supplier.
 */
export const isAwaited = (parcel: Package): boolean =>
  parcel.status === 'booked' ? !isLoadedAtSupplier(parcel) : parcel.status === 'warehouse' && !isComplete(parcel)

const sizeText = ({ weightKg, volumeCbm, quantity }: Measures): string =>
  [
    `${quantity} ${quantity === 1 ? 'piece' : 'pieces'}`,
    ...(weightKg === null ? [] : [`${weightKg} kg`]),
    ...(volumeCbm === null ? [] : [`${volumeCbm} CBM`]),
  ].join(', ')

const measuredText = (quote: Quote, parcel: Package): string => {
  const declared = sizeText(measuresOf(declaredPart(quote.cargo, parcel)))
  const measured = sizeText(measuresOf(measuredPart(quote.cargo, parcel)))
  return measured === declared
    ? `${parcel.parcelNumber}: as declared, ${declared}`
    : `${parcel.parcelNumber}: declared ${declared}; measured ${measured}`
}

const awaitedText = (parcel: Package): string =>
  parcel.piecesArrived === null
    ? `${parcel.parcelNumber} has not come yet`
    : `${parcel.parcelNumber}: ${parcel.piecesArrived} of ${parcel.quantity} pieces have come`

const priceText = ({ breakdown }: Price): string[] =>
  breakdown.lines.map((line) => `${line.description}: ${factorsOf(line)} = ${breakdown.currency} ${line.amount}`)

const changeOf = (
  quote: Quote,
  before: string,
  after: string,
  isFinal: boolean,
  reasons: string[],
  taxPercent = quote.selectedRate?.breakdown.taxPercent,
): PriceChange => ({
  quoteId: quote.id,
  reference: quote.reference,
  before,
  after,
  ...(taxPercent === undefined ? {} : { taxPercent }),
  difference: amountText(decimal(after).minus(before)),
  ownDifference: null,
  isFinal,
  reasons,
})

export const NO_PRICE = '0.00'

export const arrivalPrice = (quote: Quote): PriceChange => {
  const rate = quote.selectedRate!
  return { ...changeOf(quote, NO_PRICE, rate.amount, true, priceText(rate)), ownDifference: rate.amount }
}

export const withdrawnPrice = (quote: Quote, before: string, reason: string): PriceChange =>
  changeOf(quote, before, NO_PRICE, true, [reason])

export const changedFrom = (change: PriceChange, before: string): PriceChange => ({
  ...change,
  before,
  difference: amountText(decimal(change.after).minus(before)),
})

/** The effect of a receipt that cannot change the price of its quote, because the quote is for export air or the price is already final. */
export const unchangedPrice = (quote: Quote): PriceChange => {
  const { amount } = quote.selectedRate!
  const reason =
    flowOf(quote) === 'export_air' ? 'Export by air keeps the price that was booked, whatever is measured.' : 'The price is already final.'
  return changeOf(quote, amount, amount, quote.priceFinalisedAt !== null, [reason])
}

/**
 * `price`: computed at the booked rates, from declared values for awaited packages and measured values for all others. The price is final
 * once no package is awaited.
 */
export const measuredPrice = (quote: Quote, parcels: readonly Package[], price: Price): PriceChange => {
  const awaited = parcels.filter(isAwaited)
  const measured = parcels.filter((parcel) => !isAwaited(parcel))
  const reasons = [
    ...measured.map((parcel) => measuredText(quote, parcel)),
    ...awaited.map((parcel) => `${awaitedText(parcel)}; counted as declared`),
    ...priceText(price),
  ]
  return changeOf(quote, quote.selectedRate!.amount, price.amount, awaited.length === 0, reasons, price.breakdown.taxPercent)
}

export const withOwnDifference = (change: PriceChange, declared: Price): PriceChange => ({
  ...change,
  ownDifference: amountText(decimal(change.after).minus(declared.amount)),
})

/** The effect of a receipt while packages are awaited: the booked price still applies. */
export const waitingPrice = (quote: Quote, parcels: readonly Package[]): PriceChange => {
  const { amount } = quote.selectedRate!
  return changeOf(quote, amount, amount, false, [
    'The booked price stands until every package of the quote is in, or closed short.',
    ...parcels.filter(isAwaited).map(awaitedText),
  ])
}
