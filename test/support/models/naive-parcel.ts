// The goods of a parcel in the naive models: pieces, size, storage, and the cargo that the naive pricing takes.

import type { naiveImportAir, naiveOcean } from './naive-pricing.ts'
import { fixedText, halfUp, plus, scaled, times } from './naive-pricing.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export type Sides = { length: number; width: number; height: number }
/** `weight` and `volume` are of all pieces together, `sides` of one piece. */
export type Size = { weight?: number; sides?: Sides; volume?: number }
export type Cargo = Size & { pieces: number; container?: string }

/** `declared` is null for a parcel that came unannounced. A closed parcel waits for no more pieces. */
type Goods = { declared: Cargo | null; arrivals: readonly Cargo[]; isClosed: boolean }

export const piecesIn = ({ arrivals }: Goods): number => arrivals.reduce((pieces, arrival) => pieces + arrival.pieces, 0)

export const quantityOf = (goods: Goods): number =>
  goods.isClosed || goods.declared === null ? piecesIn(goods) : Math.max(goods.declared.pieces, piecesIn(goods))

export const isAllIn = (goods: Goods): boolean => goods.arrivals.length > 0 && piecesIn(goods) >= quantityOf(goods)

const total = (numbers: number[]): number => Number(fixedText(plus(...numbers.map(scaled))))

/** All arrivals of a parcel are measured alike: if the first has a weight or a volume, all of them have one. */
export const measuredSize = ({ arrivals }: Goods): Size => {
  const [first] = arrivals
  if (!first) return {}
  return {
    ...(first.weight === undefined ? {} : { weight: total(arrivals.map(({ weight }) => weight!)) }),
    ...(first.sides ? { sides: first.sides } : {}),
    ...(first.volume === undefined ? {} : { volume: total(arrivals.map(({ volume }) => volume!)) }),
  }
}

/** Measured values, else the declared ones. */
export const sizeOf = (goods: Goods): Size => {
  const { weight, sides, volume } = goods.declared ?? {}
  const measured = measuredSize(goods)
  const known = { weight, sides, volume, ...measured }
  // Measured sides override a declared volume.
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

/** The storage fee in the form of the API. */
export const storageDue = (goods: Goods, dailyRate: string, startDay: number, lastFreeDay: number, endDay: number) => {
  const days = Math.max(0, endDay - lastFreeDay)
  return {
    start_date: dateOfDay(startDay),
    last_free_day: dateOfDay(lastFreeDay),
    chargeable_storage_days: days,
    amount_due: Number(fixedText(halfUp(times(areaOf(goods), scaled(dailyRate), scaled(days)), 2))),
  }
}
