// Differences between measured and declared packages: in size for each package, and in money for each price line. The money adds up to the total difference.

import { declaredPart, isCounted, MEASURED, measuredPart } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import type { AirPiece, Dimensions, OceanElement } from '../pricing/cargo.ts'
import { elementCbm, pieceCbm } from '../pricing/cargo.ts'
import type { PriceLine } from '../pricing/price.ts'
import type { Quote } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { amountText, decimal, quantityText } from '../values/money.ts'

export type LineDifference = { description: string; before: PriceLine | null; after: PriceLine | null; difference: string }

/**
 * Gives each line of a price a key, so that the lines of two prices can be compared. Ocean freight has a line for each element of the
 * cargo. Every other kind has one line.
 */
const keyed = (lines: readonly PriceLine[], elementOf: (freightIndex: number) => number): Map<string, PriceLine> => {
  let freight = 0
  const keys = new Map<string, PriceLine>()
  for (const line of lines) {
    const key = line.kind === 'freight' ? `freight ${elementOf(freight++)}` : line.kind
    // If the package of an element was split, the element has several lines. Each further line gets its own key.
    keys.set(keys.has(key) ? `${key}, ${freight}` : key, line)
  }
  return keys
}

/** `counted`: the packages in the final price, in the order of its lines. Empty until the price is final. */
const lineDifferences = ({ bookedRate, selectedRate, cargo }: Quote, counted: readonly Package[]): LineDifference[] => {
  if (bookedRate === null || selectedRate === null) return []
  const before = keyed(bookedRate.breakdown.lines, (index) => index)
  const after = keyed(selectedRate.breakdown.lines, (index) => (cargo.mode === 'air' ? index : (counted[index]?.cargoIndex ?? index)))
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null]
    return {
      description: (is ?? was)!.description,
      before: was,
      after: is,
      difference: amountText(decimal(is?.amount ?? 0).minus(was?.amount ?? 0)),
    }
  })
}

export type Measures = { quantity: number; weightKg: string | null; dimensions: Dimensions | null; volumeCbm: string | null }

/** Measured value minus declared value. Null if one of the two values is unknown. */
type MeasureDifference = { quantity: number; weightKg: string | null; volumeCbm: string | null }

export type ReceivedPackage = {
  id: string
  parcelNumber: string
  status: Package['status']
  isCounted: boolean
  /** True if the price leaves out the package because it was cancelled before the price became final. Always false for export by air. */
  isLeftOut: boolean
  declared: Measures
  measured: Measures | null
  difference: MeasureDifference | null
}

export type ReceivedDifference = {
  /** The time at which the price became final; null until then. Always null for export by air. */
  finalisedAt: number | null
  packages: ReceivedPackage[]
  /** The total before measuring and the difference made by measuring, in NGN. Null until the price is final. */
  money: { previousTotal: string; difference: string } | null
  lines: LineDifference[]
}

const volumeOf = (part: AirPiece | OceanElement) => ('containerSize' in part ? elementCbm(part) : pieceCbm(part))

export const measuresOf = (part: AirPiece | OceanElement): Measures => {
  const volumeCbm = volumeOf(part)
  return {
    quantity: 'containerSize' in part ? part.quantity : 1,
    weightKg: part.weightKg === undefined ? null : quantityText(part.weightKg),
    dimensions: part.dimensions ?? null,
    volumeCbm: volumeCbm && quantityText(volumeCbm),
  }
}

const minus = (measured: string | null, declared: string | null): string | null =>
  measured === null || declared === null ? null : quantityText(decimal(measured).minus(declared))

const measuredOf = (quote: Quote, parcel: Package): Measures => {
  const measures = measuresOf(measuredPart(quote.cargo, parcel))
  return { ...measures, quantity: parcel.piecesArrived ?? measures.quantity }
}

const receivedPackage = (quote: Quote, parcel: Package): ReceivedPackage => {
  const declared = measuresOf(declaredPart(quote.cargo, parcel))
  const measured = parcel.warehouseArrivedAt === null ? null : measuredOf(quote, parcel)
  return {
    id: parcel.id,
    parcelNumber: parcel.parcelNumber,
    status: parcel.status,
    isCounted: isCounted(quote, parcel),
    isLeftOut: parcel.cancelledAt !== null && !isCounted(quote, parcel) && flowOf(quote) !== 'export_air',
    declared,
    measured,
    difference: measured && {
      quantity: measured.quantity - declared.quantity,
      weightKg: minus(measured.weightKg, declared.weightKg),
      volumeCbm: minus(measured.volumeCbm, declared.volumeCbm),
    },
  }
}

const moneyOf = ({ priceFinalisedAt, selectedRate }: Quote): ReceivedDifference['money'] => {
  if (priceFinalisedAt === null || selectedRate === null) return null
  const { previous } = selectedRate.breakdown
  return previous?.reason === MEASURED
    ? { previousTotal: previous.total, difference: previous.difference }
    : { previousTotal: selectedRate.amount, difference: '0.00' }
}

export const receiptOf = (quote: Quote, parcels: readonly Package[]): ReceivedDifference | null => {
  if (parcels.every((parcel) => parcel.warehouseArrivedAt === null)) return null
  return {
    finalisedAt: quote.priceFinalisedAt,
    packages: parcels.map((parcel) => receivedPackage(quote, parcel)),
    money: moneyOf(quote),
    lines: lineDifferences(
      quote,
      parcels.filter((parcel) => isCounted(quote, parcel)),
    ),
  }
}
