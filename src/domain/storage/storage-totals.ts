// Storage fees in the warehouse, summed per business and currency.

import type { Business } from '../businesses/business.ts'
import { termsAt } from '../businesses/business.ts'
import type { Dimensions } from '../pricing/cargo.ts'
import { addDays, calendarDate, dayNumber } from '../values/calendar.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, roundToKobo, ZERO } from '../values/money.ts'
import { storageArea } from './storage-fee.ts'
import { dailyAccrual, datesFrom, lastFreeDay } from './storage-forecast.ts'

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
  /** For goods still in the warehouse. */
  amountDue: Decimal
  /** Added by every further day for goods charged today. */
  perDay: Decimal
  /** The fees of each day up to today, including goods that have left. */
  history: { date: string; amount: Decimal }[]
}

type Sum = Omit<StorageTotal, 'history'> & { accrual: ReturnType<typeof dailyAccrual> }

export const storageTotals = (business: Pick<Business, 'terms' | 'timeZone'>, now: number, days: number) => {
  const today = calendarDate(now, business.timeZone)
  const firstDate = addDays(today, 1 - days)
  const sums = new Map<string, Sum>()
  const sumIn = (currency: string): Sum => {
    const fresh = { currency, stored: 0, chargeable: 0, amountDue: ZERO, perDay: ZERO, accrual: dailyAccrual(dayNumber(firstDate), days) }
    const sum = sums.get(currency) ?? fresh
    sums.set(currency, sum)
    return sum
  }
  const add = (stored: Stored): void => {
    const { quantity, dimensions, volumeCbm } = stored
    const areaSqm = storageArea({ quantity, ...(dimensions ? { dimensions } : {}), ...(volumeCbm === null ? {} : { volumeCbm }) })
    const { storage } = termsAt(business, stored.arrivedAt)
    const sum = sumIn(storage.currency)
    const firstDay = dayNumber(lastFreeDay(business, stored.arrivedAt, stored.countedUntil)) + 1
    const lastDay = dayNumber(stored.endedAt === null ? today : calendarDate(stored.endedAt, business.timeZone))
    sum.accrual.add({ areaSqm, storage, firstDay, lastDay })
    if (stored.endedAt !== null) return
    sum.stored += 1
    if (lastDay < firstDay) return
    const daily = decimal(storage.dailyRate).mul(areaSqm)
    sum.chargeable += 1
    sum.perDay = sum.perDay.plus(daily)
    sum.amountDue = sum.amountDue.plus(roundToKobo(daily.mul(lastDay - firstDay + 1)))
  }
  const totals = (): StorageTotal[] =>
    [...sums.values()].map(({ accrual, perDay, ...sum }) => {
      const amounts = accrual.perDay()
      return {
        ...sum,
        perDay: roundToKobo(perDay),
        history: datesFrom(firstDate, days).map((date, index) => ({ date, amount: amounts[index]! })),
      }
    })
  return { today, add, totals }
}
