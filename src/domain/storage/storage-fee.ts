// The storage fee of a package. The arrival date is day one. The first days are free, and the days after them are charged.

import type { StorageTerms } from '../businesses/business.ts'
import type { Dimensions } from '../pricing/cargo.ts'
import { addDays, calendarDate, daysBetween } from '../values/calendar.ts'
import type { Decimal } from '../values/money.ts'
import { amountText, decimal, roundToKobo, ZERO } from '../values/money.ts'

const CM2_PER_SQM = 10_000

export type StoredGoods = {
  quantity: number
  dimensions?: Dimensions
  volumeCbm?: number
  warehouseArrivedAt: number | null
  storageEndedAt: number | null
  /** For repacked goods: storage up to and including this day is charged to the original packages. */
  countedUntil?: string | null
}

export type StorageFee = {
  freeDays: number
  startDate?: string
  lastFreeDay?: string
  chargeableDays: number
  dailyRate: string
  currency: string
  areaSqm: Decimal
  amountDue: string
}

export const storageArea = (goods: Pick<StoredGoods, 'quantity' | 'dimensions' | 'volumeCbm'>): Decimal => {
  if (goods.volumeCbm !== undefined) return decimal(goods.volumeCbm)
  if (!goods.dimensions) return ZERO
  return decimal(goods.dimensions.lengthCm).mul(goods.dimensions.widthCm).mul(goods.quantity).div(CM2_PER_SQM)
}

export const laterDay = (day: string, other: string | null = null): string => (other !== null && other > day ? other : day)

export const storageFeeUntil = (goods: StoredGoods, terms: StorageTerms, timeZone: string, until: string): StorageFee => {
  const areaSqm = storageArea(goods)
  const common = { freeDays: terms.freeDays, dailyRate: terms.dailyRate, currency: terms.currency, areaSqm }
  if (goods.warehouseArrivedAt === null) return { ...common, chargeableDays: 0, amountDue: amountText(ZERO) }
  const startDate = calendarDate(goods.warehouseArrivedAt, timeZone)
  const lastFreeDay = laterDay(addDays(startDate, terms.freeDays - 1), goods.countedUntil)
  const chargeableDays = Math.max(0, daysBetween(lastFreeDay, until))
  const amountDue = amountText(roundToKobo(decimal(terms.dailyRate).mul(areaSqm).mul(chargeableDays)))
  return { ...common, startDate, lastFreeDay, chargeableDays, amountDue }
}

export const storageFee = (goods: StoredGoods, terms: StorageTerms, timeZone: string, now: number): StorageFee =>
  storageFeeUntil(goods, terms, timeZone, calendarDate(goods.storageEndedAt ?? now, timeZone))
