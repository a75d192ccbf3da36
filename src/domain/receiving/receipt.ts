// Receiving: pieces arrive in one or more receipts until the package is complete or closed short.

import { declaredPart } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import { isComplete, isLoadedAtSupplier, packageRejection, requireStep, STATE_IN_WORDS } from '../packages/package.ts'
import type { Dimensions } from '../pricing/cargo.ts'
import { unitCbm } from '../pricing/cargo.ts'
import type { Quote } from '../quotes/quote.ts'
import { instantText } from '../values/calendar.ts'
import { invalidTransition } from '../values/errors.ts'
import { isId } from '../values/ids.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, sum, ZERO } from '../values/money.ts'

/** Goods that arrived together. Weight and volume are totals of all pieces; dimensions are of one piece. */
export type Arrival = { pieces: number; weightKg?: number; dimensions?: Dimensions; volumeCbm?: number }

/** An arrival as staff enter it. If `pieces` is absent, all awaited pieces have arrived. */
export type Measured = {
  pieces?: number
  weightKg?: number
  weightPer?: 'total' | 'unit'
  dimensions?: Dimensions
  volumeCbm?: number
  volumePer?: 'total' | 'unit'
}

export const arrivalOf = (measured: Measured, awaited: number): Arrival => {
  const pieces = measured.pieces ?? awaited
  const total = (value: number, per: 'total' | 'unit' | undefined): number =>
    per === 'unit' ? decimal(value).mul(pieces).toNumber() : value
  return {
    pieces,
    ...(measured.weightKg === undefined ? {} : { weightKg: total(measured.weightKg, measured.weightPer) }),
    ...(measured.dimensions ? { dimensions: measured.dimensions } : {}),
    ...(measured.volumeCbm === undefined ? {} : { volumeCbm: total(measured.volumeCbm, measured.volumePer) }),
  }
}

/** The declared goods of a package. Weight and volume are totals of all pieces. */
export type Declared = { quantity: number; weightKg: number | null; dimensions: Dimensions | null; volumeCbm: number | null }

export type Sizes = { weightKg?: number | null; dimensions?: Dimensions | null; volumeCbm?: number | null }

/** The measured weight and size of a package. Dimensions and volume are left out unless they were measured at this arrival. */
export const measuredSizes = (received: Package, arrival: Arrival): Sizes => ({
  weightKg: received.actualWeightKg,
  ...(arrival.dimensions ? { dimensions: received.dimensions } : {}),
  ...(arrival.volumeCbm === undefined ? {} : { volumeCbm: received.volumeCbm }),
})

/** The package fields that a receipt changes. Undoing the receipt restores these fields. */
export type BeforeReceipt = Pick<
  Package,
  'status' | 'quantity' | 'piecesArrived' | 'actualWeightKg' | 'dimensions' | 'volumeCbm' | 'warehouseArrivedAt' | 'comment'
>

export type Receipt = Arrival & {
  id: string
  packageId: string
  /** The site that received the goods. Null means the oldest site. */
  siteId: string | null
  conditionNote: string | null
  /** The quote's price before and after this arrival. Both are null if the price did not change. */
  priceBefore: string | null
  priceAfter: string | null
  before: BeforeReceipt
  receivedBy: string
  receivedAt: number
  /** Later than `receivedAt` if the parcel was first received as unidentified and assigned to the package later. */
  recordedAt: number
  unidentifiedParcelId: string | null
  undoneBy: string | null
  undoneAt: number | null
  undoReason: string | null
}

/**
 * True if the business itself made all receipts with the test helper. The package then has no real goods, and its storage ends when it is
 * cancelled.
 */
export const isPlayed = (receipts: readonly Receipt[]): boolean =>
  receipts.length > 0 && receipts.every(({ receivedBy }) => isId('key', receivedBy) || isId('usr', receivedBy))

export const declaredOf = (quote: Quote | null, parcel: Package): Declared => {
  if (quote === null) return { quantity: parcel.quantity, weightKg: null, dimensions: null, volumeCbm: null }
  const part = declaredPart(quote.cargo, parcel)
  return {
    quantity: 'containerSize' in part ? part.quantity : 1,
    weightKg: part.weightKg ?? null,
    dimensions: part.dimensions ?? null,
    volumeCbm: ('containerSize' in part && part.volumeCbm) || null,
  }
}

/**
 * The number of pieces still to arrive. Zero once the package has left the warehouse, was loaded at the supplier or was cancelled, even if
 * pieces are missing.
 */
export const outstandingPieces = (parcel: Package): number => {
  if (parcel.status === 'booked') return isLoadedAtSupplier(parcel) ? 0 : parcel.quantity
  return parcel.status !== 'warehouse' || parcel.piecesArrived === null ? 0 : Math.max(0, parcel.quantity - parcel.piecesArrived)
}

/** Throws if the package cannot be received. `last`: the time and author of the latest receipt, for the error message. */
export const requireReceivable = (parcel: Package, last: { at: number; by: string } | null): void => {
  if (parcel.status === 'booked' && isLoadedAtSupplier(parcel))
    throw packageRejection(parcel, 'was loaded at the supplier and is in a shipment; detach it before it is received')
  if (parcel.status !== 'warehouse' || last === null) return void (outstandingPieces(parcel) > 0 || requireStep(parcel, 'receive'))
  if (outstandingPieces(parcel) > 0) return
  throw invalidTransition(`Package ${parcel.parcelNumber} is in the warehouse: received at ${instantText(last.at)} by ${last.by}.`)
}

/** The share of a declared total weight or volume for the given number of pieces. Never more than the total. */
export const shareOf = (total: number | Decimal | null, pieces: number, declared: Declared): Decimal | null =>
  total === null ? null : decimal(total).mul(Math.min(pieces, declared.quantity)).div(declared.quantity)

export const declaredCbm = ({ volumeCbm, dimensions, quantity }: Declared): Decimal | null => {
  if (volumeCbm !== null) return decimal(volumeCbm)
  return dimensions && unitCbm(dimensions).mul(quantity)
}

const isSame = (a: Dimensions, b: Dimensions): boolean => a.lengthCm === b.lengthCm && a.widthCm === b.widthCm && a.heightCm === b.heightCm

const commonDimensions = (arrivals: readonly Arrival[]): Dimensions | null => {
  const first = arrivals[0]?.dimensions
  return first && arrivals.every(({ dimensions }) => dimensions && isSame(dimensions, first)) ? first : null
}

const arrivalCbm = ({ pieces, volumeCbm, dimensions }: Arrival, declared: Declared): Decimal => {
  if (volumeCbm !== undefined) return decimal(volumeCbm)
  if (dimensions) return unitCbm(dimensions).mul(pieces)
  return shareOf(declaredCbm(declared), pieces, declared) ?? ZERO
}

/**
 * The size of the package from its arrivals. Declared values are used for arrivals without a measurement. If arrivals differ in their
 * dimensions, or only some have dimensions, only the total volume is returned.
 */
const sizeOf = (arrivals: readonly Arrival[], pieces: number, declared: Declared): Pick<Package, 'dimensions' | 'volumeCbm'> => {
  const withVolume = arrivals.filter(({ volumeCbm }) => volumeCbm !== undefined)
  const withDimensions = arrivals.filter(({ dimensions }) => dimensions !== undefined)
  if (withVolume.length + withDimensions.length === 0)
    return { dimensions: declared.dimensions, volumeCbm: shareOf(declared.volumeCbm, pieces, declared)?.toNumber() ?? null }
  const common = commonDimensions(arrivals)
  if (common && withVolume.length === 0) return { dimensions: common, volumeCbm: null }
  const volumeCbm = sum(arrivals.map((arrival) => arrivalCbm(arrival, declared))).toNumber()
  return { dimensions: common ?? (withDimensions.length === 0 ? declared.dimensions : null), volumeCbm }
}

const weightOf = (arrivals: readonly Arrival[], pieces: number, declared: Declared, isClosed: boolean): number | null => {
  if (arrivals.some(({ weightKg }) => weightKg !== undefined))
    return sum(
      arrivals.map((arrival) => decimal(arrival.weightKg ?? shareOf(declared.weightKg, arrival.pieces, declared) ?? ZERO)),
    ).toNumber()
  return isClosed && pieces < declared.quantity ? (shareOf(declared.weightKg, pieces, declared)?.toNumber() ?? null) : null
}

const combine = (parcel: Package, declared: Declared, arrivals: readonly Arrival[], isClosed: boolean): Package => {
  const pieces = arrivals.reduce((total, arrival) => total + arrival.pieces, 0)
  return {
    ...parcel,
    quantity: isClosed ? pieces : Math.max(parcel.quantity, pieces),
    piecesArrived: pieces,
    actualWeightKg: weightOf(arrivals, pieces, declared, isClosed),
    ...sizeOf(arrivals, pieces, declared),
  }
}

/** `isLast`: no more pieces will come, even if fewer than declared have arrived. Storage starts with the first arrival. */
export const receive = (
  parcel: Package,
  {
    declared,
    earlier,
    arrival,
    isLast,
    at,
  }: { declared: Declared; earlier: readonly Arrival[]; arrival: Arrival; isLast: boolean; at: number },
): Package => ({
  ...combine(parcel, declared, [...earlier, arrival], isLast),
  status: 'warehouse',
  warehouseArrivedAt: Math.min(parcel.warehouseArrivedAt ?? at, at),
})

export const totalArrival = ({ piecesArrived, actualWeightKg, dimensions, volumeCbm }: Package): Arrival => ({
  pieces: piecesArrived ?? 0,
  ...(actualWeightKg === null ? {} : { weightKg: actualWeightKg }),
  ...(dimensions === null ? {} : { dimensions }),
  ...(volumeCbm === null ? {} : { volumeCbm }),
})

/** Closes a package whose missing pieces will not come. The quantity of the package becomes the number of pieces that arrived. */
export const closeShort = (parcel: Package, declared: Declared, arrivals: readonly Arrival[], reason: string): Package => {
  if (parcel.status === 'cancelled') requireStep(parcel, 'receive')
  if (parcel.status !== 'warehouse')
    throw invalidTransition(`Package ${parcel.parcelNumber} is ${STATE_IN_WORDS[parcel.status]}; it cannot be closed short now.`)
  if (isComplete(parcel) || parcel.piecesArrived === null)
    throw invalidTransition(`Package ${parcel.parcelNumber} is in the warehouse with all its pieces; nothing is missing.`)
  return { ...combine(parcel, declared, arrivals, true), comment: reason }
}
