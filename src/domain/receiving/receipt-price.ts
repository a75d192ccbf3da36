// What a receipt does to the price of its quote, in NGN and in words.

import { factorsOf } from '../explain/explain.ts'
import type { Measures } from '../explain/receipt-difference.ts'
import { measuresOf } from '../explain/receipt-difference.ts'
import { declaredPart, measuredPart } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import { isComplete } from '../packages/package.ts'
import type { Price } from '../pricing/price.ts'
import type { Quote } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { amountText, decimal } from '../values/money.ts'

export type PriceChange = {
  quoteId: string
  reference: string
  before: string
  after: string
  difference: string
  /** What this parcel alone changes: as measured against as declared, the others as far as they are known. Null where it was not worked out. */
  ownDifference: string | null
  /** Whether the measurements have made, or would make, the price final. */
  isFinal: boolean
  reasons: string[]
}

/** Whether a price has to wait for it: it has not come, or not all of it. */
export const isAwaited = (parcel: Package): boolean => parcel.status === 'booked' || (parcel.status === 'warehouse' && !isComplete(parcel))

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

const changeOf = (quote: Quote, before: string, after: string, isFinal: boolean, reasons: string[]): PriceChange => ({
  quoteId: quote.id,
  reference: quote.reference,
  before,
  after,
  difference: amountText(decimal(after).minus(before)),
  ownDifference: null,
  isFinal,
  reasons,
})

/** Of what has no price yet, or none any more. */
export const NO_PRICE = '0.00'

/** The price that a receipt without a booking has brought about. */
export const arrivalPrice = (quote: Quote): PriceChange => {
  const rate = quote.selectedRate!
  return { ...changeOf(quote, NO_PRICE, rate.amount, true, priceText(rate)), ownDifference: rate.amount }
}

/** The price of a quote whose last parcel is gone. */
export const withdrawnPrice = (quote: Quote, before: string, reason: string): PriceChange =>
  changeOf(quote, before, NO_PRICE, true, [reason])

/** The same change, told from an earlier price. */
export const changedFrom = (change: PriceChange, before: string): PriceChange => ({
  ...change,
  before,
  difference: amountText(decimal(change.after).minus(before)),
})

/** For a quote whose price measurements do not touch. */
export const unchangedPrice = (quote: Quote): PriceChange => {
  const { amount } = quote.selectedRate!
  const reason =
    flowOf(quote) === 'export_air'
      ? 'Export by air keeps the price that was booked, whatever is measured.'
      : 'The price was made final before, and is made final once.'
  return changeOf(quote, amount, amount, quote.priceFinalisedAt !== null, [reason])
}

/** `price`: the booked prices applied to what is known of all packages now. It holds once nothing is awaited. */
export const measuredPrice = (quote: Quote, parcels: readonly Package[], price: Price): PriceChange => {
  const awaited = parcels.filter(isAwaited)
  const measured = parcels.filter((parcel) => !isAwaited(parcel))
  const reasons = [
    ...measured.map((parcel) => measuredText(quote, parcel)),
    ...awaited.map((parcel) => `${awaitedText(parcel)}; counted as declared`),
    ...priceText(price),
  ]
  return changeOf(quote, quote.selectedRate!.amount, price.amount, awaited.length === 0, reasons)
}

/** `declared`: the same, with this one parcel as it was declared. */
export const withOwnDifference = (change: PriceChange, declared: Price): PriceChange => ({
  ...change,
  ownDifference: amountText(decimal(change.after).minus(declared.amount)),
})

/** While something is awaited the booked price stands. */
export const waitingPrice = (quote: Quote, parcels: readonly Package[]): PriceChange => {
  const { amount } = quote.selectedRate!
  return changeOf(quote, amount, amount, false, [
    'The booked price stands until every package of the quote is in, or closed short.',
    ...parcels.filter(isAwaited).map(awaitedText),
  ])
}
