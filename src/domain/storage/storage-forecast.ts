// Storage fees on days other than today: when charges start, the fee owed on a date, and the fee of each day.

import type { Business } from '../businesses/business.ts'
import { termsAt } from '../businesses/business.ts'
import type { Package } from '../packages/package.ts'
import { storageEndedAt } from '../packages/package.ts'
import { addDays, calendarDate, dateAfter } from '../values/calendar.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, roundToKobo } from '../values/money.ts'
import type { StorageFee, StoredGoods } from './storage-fee.ts'
import { laterDay, storageFeeUntil } from './storage-fee.ts'

type Terms = Pick<Business, 'terms' | 'timeZone'>

/** The last free day under the terms in force when the goods arrived. Terms that start later do not apply to these goods. */
export const lastFreeDay = (business: Terms, arrivedAt: number, countedUntil: string | null = null): string =>
  laterDay(dateAfter(arrivedAt, business.timeZone, termsAt(business, arrivedAt).storage.freeDays - 1), countedUntil)

/** The number of pieces that take up storage space: the pieces that have arrived or, before the first arrival, all pieces. */
export const storedPieces = ({ piecesArrived, quantity }: Pick<Package, 'piecesArrived' | 'quantity'>): number => piecesArrived ?? quantity

export const storedGoods = (parcel: Package): StoredGoods => ({
  quantity: storedPieces(parcel),
  ...(parcel.dimensions ? { dimensions: parcel.dimensions } : {}),
  ...(parcel.volumeCbm === null ? {} : { volumeCbm: parcel.volumeCbm }),
  countedUntil: parcel.storageCountedUntil,
  warehouseArrivedAt: parcel.warehouseArrivedAt,
  storageEndedAt: storageEndedAt(parcel),
})

/** The fee owed on a date. The fee stops growing once the goods are gone. */
export const storageFeeOn = (parcel: Package, business: Terms, date: string, now: number): StorageFee => {
  const goods = storedGoods(parcel)
  const { storage } = termsAt(business, goods.warehouseArrivedAt ?? now)
  const ended = goods.storageEndedAt === null ? date : calendarDate(goods.storageEndedAt, business.timeZone)
  return storageFeeUntil(goods, storage, business.timeZone, ended < date ? ended : date)
}

/** The unrounded fee of one day. If `parts` is a safe integer, the fee is exactly `parts / partsPerKobo` kobo. */
export type DailyFee = { amount: Decimal; parts: number; partsPerKobo: number }

const KOBO = 100

export const dailyFee = (dailyRate: string, areaSqm: Decimal): DailyFee => {
  const amount = decimal(dailyRate).mul(areaSqm)
  const partsPerKobo = 10 ** Math.max(0, amount.decimalPlaces() - 2)
  return { amount, parts: amount.mul(KOBO * partsPerKobo).toNumber(), partsPerKobo }
}

/**
 * The rounded amount owed after `days` days. Integers are used where they are exact, because they are a hundred times faster than decimals.
 */
export const owedKobo = ({ amount, parts, partsPerKobo }: DailyFee, days: number): number => {
  const all = parts * days
  if (all > Number.MAX_SAFE_INTEGER) return roundToKobo(amount.mul(days)).mul(KOBO).toNumber()
  const rest = all % partsPerKobo
  return (all - rest) / partsPerKobo + (rest * 2 >= partsPerKobo ? 1 : 0)
}

export const fromKobo = (kobo: number): Decimal => decimal(kobo).div(KOBO)

/** A range of charged days. `firstDay` and `lastDay` are counted in days since 1970. */
type Charged = { fee: DailyFee; firstDay: number; lastDay: number }

/**
 * Adds up the fees of all packages for each of `days` days, starting with `firstDay`. A package's fee for a day is the increase in its
 * rounded total, so the daily fees add up to the amount owed.
 */
export const dailyAccrual = (firstDay: number, days: number) => {
  // The change of the fee from one day to the next, in kobo. A package adds its daily fee on its first day and removes the fee after its
  // last day.
  const changes = Array.from({ length: days + 1 }, () => 0)
  const add = ({ fee, firstDay: since, lastDay }: Charged): void => {
    const [from, end] = [Math.max(0, since - firstDay), Math.min(days, lastDay - firstDay + 1)]
    if (from >= end) return
    // A fee of whole kobo is the same every day. With fractions of a kobo, the rounded amount grows by one kobo more on some days.
    const isWhole = fee.partsPerKobo === 1
    let charged = 0
    let owed = owedKobo(fee, from + firstDay - since)
    for (let day = from; day < end; day++) {
      const next = owedKobo(fee, day + firstDay - since + 1)
      changes[day]! += next - owed - charged
      charged = next - owed
      owed = next
      if (isWhole) break
    }
    changes[end]! -= charged
  }
  const perDay = (): Decimal[] => {
    let running = 0
    return changes.slice(0, days).map((change) => {
      running += change
      return fromKobo(running)
    })
  }
  return { add, perDay }
}

export const datesFrom = (date: string, days: number): string[] => Array.from({ length: days }, (_, index) => addDays(date, index))
