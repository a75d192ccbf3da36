// Received versus declared: the difference per package, and in money.

import { declaredPart, isCounted, MEASURED, measuredPart } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import type { AirPiece, Dimensions, OceanElement } from '../pricing/cargo.ts'
import { elementCbm, pieceCbm } from '../pricing/cargo.ts'
import type { Quote } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { decimal, quantityText } from '../values/money.ts'
import type { LineDifference } from './line-differences.ts'
import { lineDifferences } from './line-differences.ts'

export type Measures = { quantity: number; weightKg: string | null; dimensions: Dimensions | null; volumeCbm: string | null }

/** Measured minus declared; null if one of them is unknown. */
type MeasureDifference = { quantity: number; weightKg: string | null; volumeCbm: string | null }

export type ReceivedPackage = {
  id: string
  parcelNumber: string
  status: Package['status']
  isCounted: boolean
  /** Cancelled, and therefore not part of the final price. */
  isLeftOut: boolean
  declared: Measures
  measured: Measures | null
  difference: MeasureDifference | null
}

export type ReceivedDifference = {
  /** When the last package was received and the price became final; always null for export by air. */
  finalisedAt: number | null
  packages: ReceivedPackage[]
  /** In NGN, once the price is final. */
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
