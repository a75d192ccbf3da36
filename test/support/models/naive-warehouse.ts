// A second, simple implementation of the warehouse to compare with.

import { SAMPLE_CARDS, SAMPLE_FX } from '../../../src/domain/demo/sample-cards.ts'
import type { Lane, PriceBook } from '../../../src/domain/pricing/pricing.ts'
import { fixedText, halfUp, naiveImportAir, naiveOcean, plus, scaled, times } from './naive-pricing.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Lagos has no daylight saving time. */
const LAGOS_AHEAD_MS = HOUR_MS
const LANE: Lane = { direction: 'import', origin: 'CN', destination: 'NG' }

export type Terms = { freeDays: number; dailyRate: string; markupPercent: string }
type Sides = { length: number; width: number; height: number }
/** Weight and volume of all pieces together, sides of one. */
type Size = { weight: number; sides?: Sides; volume?: number }
export type Coming = Size & { pieces: number }

/** `arrival` is the first price of a quote that the warehouse made. */
export type NaiveQuote = { id: string; by: 'air' | 'ocean'; parcels: NaiveParcel[]; final: string | null; arrival?: string }
export type NaiveParcel = {
  id: string
  number: string
  terms: Terms
  quote: NaiveQuote | null
  /** Null for an unannounced parcel, whose quote the warehouse makes. */
  declared: Coming | null
  by: 'air' | 'ocean' | null
  status: 'booked' | 'warehouse' | 'transit' | 'delivered' | 'cancelled'
  hold: boolean
  came: Coming[]
  isClosed: boolean
  arrivedAt: number | null
  endedAt: number | null
  shipmentId: string | null
  /** The place where it was put last. */
  place: string | null
  /** The parcels that it was repacked from, and into. */
  madeOf: NaiveParcel[]
  became: NaiveParcel[]
  /** Until this day, the parcels it was made of owe the storage. */
  countedUntil: number | null
}

/** A parcel that has departed has no place. */
export const placeOf = ({ status, place }: NaiveParcel): string | null => (status === 'warehouse' ? place : null)

export const dayOf = (ms: number): number => Math.floor((ms + LAGOS_AHEAD_MS) / DAY_MS)
const dateText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export const piecesIn = (parcel: NaiveParcel): number => parcel.came.reduce((pieces, each) => pieces + each.pieces, 0)
export const quantityOf = (parcel: NaiveParcel): number =>
  parcel.isClosed || parcel.declared === null ? piecesIn(parcel) : Math.max(parcel.declared.pieces, piecesIn(parcel))
export const isAllIn = (parcel: NaiveParcel): boolean => parcel.came.length > 0 && piecesIn(parcel) >= quantityOf(parcel)

/** The sum of all arrivals; the booked size if nothing has arrived. Every arrival here has the same kind of measurements. */
export const sizeOf = (parcel: NaiveParcel): Size => {
  const [first] = parcel.came
  if (!first) return parcel.declared!
  const total = (numbers: number[]): number => Number(fixedText(plus(...numbers.map(scaled))))
  const sides = first.sides ?? parcel.declared?.sides
  return {
    weight: total(parcel.came.map(({ weight }) => weight)),
    ...(sides ? { sides } : {}),
    ...(first.volume === undefined ? {} : { volume: total(parcel.came.map(({ volume }) => volume!)) }),
  }
}

/** Something close to what was declared. */
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

/** The request body of the API. */
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

const dimensionsOf = ({ sides }: Size) =>
  sides ? { dimensions: { lengthCm: sides.length, widthCm: sides.width, heightCm: sides.height } } : {}

const volumeOf = ({ volume }: Size) => (volume === undefined ? {} : { volumeCbm: volume })

const priceOf = (quote: NaiveQuote, parcels: readonly NaiveParcel[], size: (parcel: NaiveParcel) => Coming): string => {
  const { terms } = parcels[0]!
  const sizes = parcels.map(size)
  const priced =
    quote.by === 'air'
      ? naiveImportAir(
          { mode: 'air', listed: true, pieces: sizes.map((each) => ({ weightKg: each.weight, ...dimensionsOf(each), ...volumeOf(each) })) },
          LANE,
          book(terms),
        )
      : naiveOcean(
          {
            mode: 'ocean',
            elements: sizes.map((each) => ({
              containerSize: 'LCL',
              quantity: each.pieces,
              weightKg: each.weight,
              volumeCbm: each.volume!,
            })),
          },
          LANE,
          book(terms),
        )
  return priced!.total
}

export const bookedPrice = (quote: NaiveQuote): string =>
  quote.arrival ??
  priceOf(
    quote,
    quote.parcels.filter(({ declared }) => declared !== null),
    ({ declared }) => declared!,
  )

/** Once, when the last package that was not cancelled has arrived with all its pieces. */
export const settlePrice = (quote: NaiveQuote | null): void => {
  if (!quote || quote.final !== null) return
  const kept = quote.parcels.filter(({ status }) => status !== 'cancelled')
  if (kept.length === 0 || !kept.every(isAllIn)) return
  quote.final = priceOf(quote, kept, (parcel) => ({ pieces: quantityOf(parcel), ...sizeOf(parcel) }))
}

const area = (parcel: NaiveParcel) => {
  const { volume, sides } = sizeOf(parcel)
  if (volume !== undefined) return scaled(volume)
  if (!sides) return scaled(0)
  return times(
    scaled(sides.length),
    scaled(sides.width),
    scaled(parcel.came.length > 0 ? piecesIn(parcel) : quantityOf(parcel)),
    scaled('0.0001'),
  )
}

/** As the API shows it. */
export const storageOf = (parcel: NaiveParcel, now: number) => {
  if (parcel.arrivedAt === null) return { start_date: undefined, last_free_day: undefined, chargeable_storage_days: 0, amount_due: 0 }
  const start = dayOf(parcel.arrivedAt)
  const lastFree = Math.max(start + parcel.terms.freeDays - 1, parcel.countedUntil ?? 0)
  const days = Math.max(0, dayOf(parcel.endedAt ?? now) - lastFree)
  return {
    start_date: dateText(start),
    last_free_day: dateText(lastFree),
    chargeable_storage_days: days,
    amount_due: Number(fixedText(halfUp(times(area(parcel), scaled(parcel.terms.dailyRate), scaled(days)), 2))),
  }
}

// ── Refusals ──

const ENDED = { cancelled: 'PACKAGE_CANCELLED', transit: 'INVALID_TRANSITION', delivered: 'INVALID_TRANSITION' } as const

/** The error code of each request about a package, or null if it must succeed. */
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

/** Null if it may be attached. */
export const refusalOf = (parcel: NaiveParcel, by: 'air' | 'ocean'): string | null => {
  if (parcel.status === 'cancelled') return 'PACKAGE_CANCELLED'
  if (parcel.shipmentId !== null) return 'PACKAGE_IN_SHIPMENT'
  if (parcel.hold) return 'PACKAGE_ON_HOLD'
  if (parcel.status !== 'warehouse' || !isAllIn(parcel)) return 'INVALID_TRANSITION'
  if (parcel.quote === null) return 'PACKAGE_UNPRICED'
  return parcel.by === by ? null : 'INVALID_TRANSITION'
}
