// A second, simple implementation of the warehouse, for comparison.

import { SAMPLE_CARDS, SAMPLE_FX } from '../../../src/domain/demo/sample-cards.ts'
import type { Lane, PriceBook } from '../../../src/domain/pricing/pricing.ts'
import type { Cargo, Size } from './naive-parcel.ts'
import { airCargo, isAllIn, oceanCargo, quantityOf, sizeOf, storageDue } from './naive-parcel.ts'
import { naiveImportAir, naiveOcean } from './naive-pricing.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Lagos has no daylight saving time. */
const LAGOS_AHEAD_MS = HOUR_MS
const LANE: Lane = { direction: 'import', origin: 'CN', destination: 'NG' }

export type Terms = { freeDays: number; dailyRate: string; markupPercent: string }
export type Coming = Size & { pieces: number; weight: number }

/** `arrival` is the price that was computed when the parcel arrived. Only quotes that the warehouse made have this price. */
export type NaiveQuote = { id: string; by: 'air' | 'ocean'; parcels: NaiveParcel[]; final: string | null; arrival?: string }
export type NaiveParcel = {
  id: string
  number: string
  terms: Terms
  quote: NaiveQuote | null
  /** The goods as declared in the booking. Null for a parcel that arrived without a booking, or that a repack made. */
  declared: Coming | null
  by: 'air' | 'ocean' | null
  status: 'booked' | 'warehouse' | 'transit' | 'delivered' | 'cancelled'
  hold: boolean
  arrivals: Coming[]
  isClosed: boolean
  arrivedAt: number | null
  endedAt: number | null
  /** The time of cancellation, if the parcel was in the warehouse then and is still there. Otherwise null. */
  keptAt: number | null
  shipmentId: string | null
  /** The place where the parcel was put last. */
  place: string | null
  /** `madeOf`: the parcels from which this parcel was repacked. `became`: the parcels into which this parcel was repacked. */
  madeOf: NaiveParcel[]
  became: NaiveParcel[]
  /** Storage up to this day is charged to the parcels from which this parcel was repacked. */
  countedUntil: number | null
}

/** Whether the parcel is in the warehouse. Only parcels in the warehouse have a place. */
export const isThere = ({ status, keptAt }: NaiveParcel): boolean => status === 'warehouse' || keptAt !== null
export const placeOf = (parcel: NaiveParcel): string | null => (isThere(parcel) ? parcel.place : null)

export const dayOf = (ms: number): number => Math.floor((ms + LAGOS_AHEAD_MS) / DAY_MS)

export const measured = (declared: Coming, pieces: number, between: (min: number, max: number, decimals: number) => number): Coming => {
  const { weight, sides, volume, pieces: all } = declared
  const off = between(0.8, 1.3, 3)
  return {
    pieces,
    weight: Number(((weight * off * pieces) / all).toFixed(3)),
    ...(sides ? { sides: { ...sides, height: between(5, 50, 1) } } : {}),
    ...(volume === undefined ? {} : { volume: Number(((volume * off * pieces) / all).toFixed(4)) }),
  }
}

export const bodyOf = ({ pieces, weight, sides, volume }: Coming) => ({
  pieces,
  weight,
  ...sides,
  ...(volume === undefined ? {} : { volume }),
})

// ── Prices ──

const book = ({ markupPercent }: Terms): PriceBook => ({
  cards: SAMPLE_CARDS,
  fx: [{ id: 'fx', effectiveFrom: 0, ...SAMPLE_FX }],
  markupPercent,
})

const priceOf = (quote: NaiveQuote, parcels: readonly NaiveParcel[], size: (parcel: NaiveParcel) => Cargo): string => {
  const { terms } = parcels[0]!
  const cargo = parcels.map((parcel) => ({ ...size(parcel), container: 'LCL' }))
  const priced = quote.by === 'air' ? naiveImportAir(airCargo(cargo), LANE, book(terms)) : naiveOcean(oceanCargo(cargo), LANE, book(terms))
  return priced!.total
}

export const bookedPrice = (quote: NaiveQuote): string =>
  quote.arrival ??
  priceOf(
    quote,
    quote.parcels.filter(({ declared }) => declared !== null),
    ({ declared }) => declared!,
  )

/**
 * Sets the final price when all packages of the quote have arrived with all their pieces. Cancelled packages do not count. An existing
 * final price stays unchanged.
 */
export const settlePrice = (quote: NaiveQuote | null): void => {
  if (!quote || quote.final !== null) return
  const kept = quote.parcels.filter(({ status }) => status !== 'cancelled')
  if (kept.length === 0 || !kept.every(isAllIn)) return
  quote.final = priceOf(quote, kept, (parcel) => ({ pieces: quantityOf(parcel), ...sizeOf(parcel) }))
}

/** The storage fee of a parcel, with the field names of the API. */
export const storageOf = (parcel: NaiveParcel, now: number) => {
  if (parcel.arrivedAt === null) return { start_date: undefined, last_free_day: undefined, chargeable_storage_days: 0, amount_due: 0 }
  const start = dayOf(parcel.arrivedAt)
  const lastFree = Math.max(start + parcel.terms.freeDays - 1, parcel.countedUntil ?? 0)
  return storageDue(parcel, parcel.terms.dailyRate, start, lastFree, dayOf(parcel.endedAt ?? now))
}

// ── Refusals ──

const ENDED = { cancelled: 'PACKAGE_CANCELLED', transit: 'INVALID_TRANSITION', delivered: 'INVALID_TRANSITION' } as const

/** The expected error code of each request about a package. Null if the request must succeed. */
export const refusalsOf = (parcel: NaiveParcel) => {
  const { status, hold, shipmentId } = parcel
  const isWaiting = status === 'booked' || status === 'warehouse'
  return {
    receive: isWaiting ? (isAllIn(parcel) ? 'INVALID_TRANSITION' : null) : ENDED[status],
    close_short: isWaiting ? (status === 'booked' || isAllIn(parcel) ? 'INVALID_TRANSITION' : null) : ENDED[status],
    deliver: status === 'cancelled' ? ENDED.cancelled : status !== 'transit' ? 'INVALID_TRANSITION' : hold ? 'PACKAGE_ON_HOLD' : null,
    cancel: status === 'cancelled' ? ENDED.cancelled : shipmentId === null ? null : 'PACKAGE_IN_SHIPMENT',
  } satisfies Record<string, string | null>
}

/** The expected error code when the parcel is attached to a shipment. Null if the parcel may be attached. */
export const refusalOf = (parcel: NaiveParcel, by: 'air' | 'ocean'): string | null => {
  if (parcel.status === 'cancelled') return 'PACKAGE_CANCELLED'
  if (parcel.shipmentId !== null) return 'PACKAGE_IN_SHIPMENT'
  if (parcel.hold) return 'PACKAGE_ON_HOLD'
  if (parcel.status !== 'warehouse' || !isAllIn(parcel)) return 'INVALID_TRANSITION'
  if (parcel.quote === null) return 'PACKAGE_UNPRICED'
  return parcel.by === by ? null : 'INVALID_TRANSITION'
}
