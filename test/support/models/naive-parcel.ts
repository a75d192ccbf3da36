// The goods of a parcel in the naive models: pieces, size, storage, and the input for the naive pricing.

import type { naiveImportAir, naiveOcean } from './naive-pricing.ts'
import { fixedText, halfUp, plus, scaled, times } from './naive-pricing.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export type Sides = { length: number; width: number; height: number }
/** `weight` and `volume` are totals of all pieces. `sides` are the dimensions of one piece. */
export type Size = { weight?: number; sides?: Sides; volume?: number }
export type Cargo = Size & { pieces: number; container?: string }

/** `declared` is null for a parcel that was not booked. If `isClosed`, no more pieces are expected. */
type Goods = { declared: Cargo | null; arrivals: readonly Cargo[]; isClosed: boolean }

export const piecesIn = ({ arrivals }: Goods): number => arrivals.reduce((pieces, arrival) => pieces + arrival.pieces, 0)

export const quantityOf = (goods: Goods): number =>
  goods.isClosed || goods.declared === null ? piecesIn(goods) : Math.max(goods.declared.pieces, piecesIn(goods))

export const isAllIn = (goods: Goods): boolean => goods.arrivals.length > 0 && piecesIn(goods) >= quantityOf(goods)

const total = (numbers: number[]): number => Number(fixedText(plus(...numbers.map(scaled))))

/**
 * The measured size of a parcel: total weight, total volume, and the sides of the first arrival. If the first arrival has a weight, all
 * arrivals have a weight. The same goes for the volume.
 */
export const measuredSize = ({ arrivals }: Goods): Size => {
  const [first] = arrivals
  if (!first) return {}
  return {
    ...(first.weight === undefined ? {} : { weight: total(arrivals.map(({ weight }) => weight!)) }),
    ...(first.sides ? { sides: first.sides } : {}),
    ...(first.volume === undefined ? {} : { volume: total(arrivals.map(({ volume }) => volume!)) }),
  }
}

/** The size of a parcel: measured values where they exist, otherwise declared values. */
export const sizeOf = (goods: Goods): Size => {
  const { weight, sides, volume } = goods.declared ?? {}
  const measured = measuredSize(goods)
  const known = { weight, sides, volume, ...measured }
  // If sides but no volume were measured, the declared volume does not apply.
  if (measured.sides && measured.volume === undefined) known.volume = undefined
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}

// ── Price ──

const dimensionsOf = ({ sides }: Size) =>
  sides ? { dimensions: { lengthCm: sides.length, widthCm: sides.width, heightCm: sides.height } } : {}

const volumeOf = ({ volume }: Size) => (volume === undefined ? {} : { volumeCbm: volume })

export const airCargo = (cargo: readonly Cargo[]): Parameters<typeof naiveImportAir>[0] => ({
  mode: 'air',
  listed: true,
  pieces: cargo.map((each) => ({ weightKg: each.weight!, ...dimensionsOf(each), ...volumeOf(each) })),
})

export const oceanCargo = (cargo: readonly Cargo[]): Parameters<typeof naiveOcean>[0] => ({
  mode: 'ocean',
  elements: cargo.map((each) => ({
    containerSize: each.container as "20'",
    quantity: each.pieces,
    ...(each.weight === undefined ? {} : { weightKg: each.weight }),
    ...dimensionsOf(each),
    ...volumeOf(each),
  })),
})

export const areaOf = (goods: Goods) => {
  const { volume, sides } = sizeOf(goods)
  if (volume !== undefined) return scaled(volume)
  if (!sides) return scaled(0)
  const pieces = goods.arrivals.length > 0 ? piecesIn(goods) : quantityOf(goods)
  return times(scaled(sides.length), scaled(sides.width), scaled(pieces), scaled('0.0001'))
}

/** The storage fee of a parcel, with the field names of the API. */
export const storageDue = (goods: Goods, dailyRate: string, startDay: number, lastFreeDay: number, endDay: number) => {
  const days = Math.max(0, endDay - lastFreeDay)
  return {
    start_date: dateOfDay(startDay),
    last_free_day: dateOfDay(lastFreeDay),
    chargeable_storage_days: days,
    amount_due: Number(fixedText(halfUp(times(areaOf(goods), scaled(dailyRate), scaled(days)), 2))),
  }
}
