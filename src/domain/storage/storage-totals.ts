// Storage fees in the warehouse, summed per business and currency.

import type { Business } from '../businesses/business.ts'
import { termsAt } from '../businesses/business.ts'
import type { Dimensions } from '../pricing/cargo.ts'
import { addDays, calendarDate, dayNumber, startOfDay } from '../values/calendar.ts'
import type { Decimal } from '../values/money.ts'
import { roundToKobo, ZERO } from '../values/money.ts'
import { storageArea } from './storage-fee.ts'
import type { DailyFee } from './storage-forecast.ts'
import { dailyAccrual, dailyFee, datesFrom, fromKobo, owedKobo } from './storage-forecast.ts'

const EPOCH = '1970-01-01'
const DAY_MS = 24 * 60 * 60 * 1000

/** Maximum number of cached fees. There is one fee for each package size and rate. */
const SIZES_MAX = 5_000

export type Stored = {
  quantity: number
  dimensions: Dimensions | null
  volumeCbm: number | null
  arrivedAt: number
  endedAt: number | null
  countedUntil?: string | null
}

export type StorageTotal = {
  currency: string
  stored: number
  chargeable: number
  /** The amount owed for goods that are still in the warehouse. */
  amountDue: Decimal
  /** The amount that each further day adds, for goods that are charged today. */
  perDay: Decimal
  /** The fee of each day up to today. Includes the fees of goods that have left. */
  history: { date: string; amount: Decimal }[]
}

type Sum = Omit<StorageTotal, 'history' | 'amountDue'> & { dueKobo: number; accrual: ReturnType<typeof dailyAccrual> }

export const storageTotals = (business: Pick<Business, 'terms' | 'timeZone'>, now: number, days: number) => {
  const today = calendarDate(now, business.timeZone)
  const firstDate = addDays(today, 1 - days)
  const sums = new Map<string, Sum>()
  const sumIn = (currency: string): Sum => {
    const known = sums.get(currency)
    if (known) return known
    const sum = { currency, stored: 0, chargeable: 0, dueKobo: 0, perDay: ZERO, accrual: dailyAccrual(dayNumber(firstDate), days) }
    sums.set(currency, sum)
    return sum
  }
  // Fees and the start times of days are cached, because many packages have the same size and their dates fall on a few hundred days.
  const fees = new Map<string, DailyFee>()
  const feeOf = ({ quantity, dimensions, volumeCbm }: Stored, dailyRate: string): DailyFee => {
    const key = `${volumeCbm ?? `${dimensions?.lengthCm} ${dimensions?.widthCm} ${quantity}`} ${volumeCbm === null} ${dailyRate}`
    const known = fees.get(key)
    if (known) return known
    const areaSqm = storageArea({ quantity, ...(dimensions ? { dimensions } : {}), ...(volumeCbm === null ? {} : { volumeCbm }) })
    const fee = dailyFee(dailyRate, areaSqm)
    if (fees.size < SIZES_MAX) fees.set(key, fee)
    return fee
  }
  const starts = new Map<number, number>()
  const startOf = (day: number): number => {
    const known = starts.get(day)
    if (known !== undefined) return known
    const start = startOfDay(addDays(EPOCH, day), business.timeZone)
    starts.set(day, start)
    return start
  }
  /** The calendar day of an instant. Tries the next UTC day first, because a time zone is at most a day ahead of UTC. */
  const dayOf = (instantMs: number): number => {
    let day = Math.floor(instantMs / DAY_MS) + 1
    while (startOf(day) > instantMs) day--
    return day
  }
  const add = (stored: Stored): void => {
    const { storage } = termsAt(business, stored.arrivedAt)
    const sum = sumIn(storage.currency)
    const arrived = dayOf(stored.arrivedAt)
    const counted = stored.countedUntil == null ? 0 : dayNumber(stored.countedUntil) + 1
    const firstDay = Math.max(arrived + storage.freeDays, counted)
    const lastDay = stored.endedAt === null ? dayNumber(today) : dayOf(stored.endedAt)
    const isCharged = lastDay >= firstDay
    if (stored.endedAt === null) sum.stored += 1
    if (!isCharged) return
    const fee = feeOf(stored, storage.dailyRate)
    sum.accrual.add({ fee, firstDay, lastDay })
    if (stored.endedAt !== null) return
    sum.chargeable += 1
    sum.perDay = sum.perDay.plus(fee.amount)
    sum.dueKobo += owedKobo(fee, lastDay - firstDay + 1)
  }
  const totals = (): StorageTotal[] =>
    [...sums.values()].map(({ accrual, perDay, dueKobo, ...sum }) => {
      const amounts = accrual.perDay()
      return {
        ...sum,
        amountDue: fromKobo(dueKobo),
        perDay: roundToKobo(perDay),
        history: datesFrom(firstDate, days).map((date, index) => ({ date, amount: amounts[index]! })),
      }
    })
  return { today, add, totals }
}
