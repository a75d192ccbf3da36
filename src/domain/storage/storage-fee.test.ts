// Storage days and amounts agree with a naive calculation that counts the days one by one.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fixedText, halfUp, plainText, scaled, times } from '../../../test/support/models/naive-pricing.ts'
import { dimensions, numberUpTo } from '../../../test/support/samples/arbitraries.ts'
import type { StoredGoods } from './storage-fee.ts'
import { storageArea, storageFee } from './storage-fee.ts'

const CASES = { numRuns: process.env.SOAK ? 10_000 : 2_000 }
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LAGOS = 'Africa/Lagos'
const TERMS = { freeDays: 7, dailyRate: '500', currency: 'NGN' }

const goods = (more: Partial<StoredGoods> = {}): StoredGoods => ({
  quantity: 1,
  volumeCbm: 2,
  warehouseArrivedAt: null,
  storageEndedAt: null,
  ...more,
})

const at = (lagosTime: string): number => Date.parse(`${lagosTime}+01:00`)

describe('a storage fee', () => {
  const arrived = at('2026-11-01T10:00:00.000')
  const DAYS: [rule: string, now: string, days: number, due: string][] = [
    ['is free on the day of arrival, which is day one', '2026-11-01T23:59:59.999', 0, '0.00'],
    ['is free on the last free day', '2026-11-07T23:59:59.999', 0, '0.00'],
    ['starts with the date after it, from its first millisecond', '2026-11-08T00:00:00.000', 1, '1000.00'],
    ['counts that date once', '2026-11-08T23:59:59.999', 1, '1000.00'],
    ['grows with every date', '2026-11-30T12:00:00.000', 23, '23000.00'],
    ['goes on into the next year', '2027-01-01T00:00:00.000', 55, '55000.00'],
  ]
  for (const [rule, now, days, due] of DAYS) {
    it(rule, () => {
      const fee = storageFee(goods({ warehouseArrivedAt: arrived }), TERMS, LAGOS, at(now))
      assert.deepEqual([fee.startDate, fee.lastFreeDay, fee.chargeableDays, fee.amountDue], ['2026-11-01', '2026-11-07', days, due])
    })
  }

  it('has no dates before arrival, and amounts of zero', () => {
    const fee = storageFee(goods(), TERMS, LAGOS, arrived)
    assert.deepEqual({ ...fee, areaSqm: fee.areaSqm.toString() }, { ...TERMS, chargeableDays: 0, areaSqm: '2', amountDue: '0.00' })
    assert.equal('startDate' in fee || 'lastFreeDay' in fee, false)
  })

  it('stops on the day the goods left or were cancelled, that day included', () => {
    const ended = goods({ warehouseArrivedAt: arrived, storageEndedAt: at('2026-11-10T00:00:00.000') })
    assert.equal(storageFee(ended, TERMS, LAGOS, at('2027-06-01T00:00:00.000')).chargeableDays, 3)
  })

  it('without free days charges the day of arrival', () => {
    const fee = storageFee(goods({ warehouseArrivedAt: arrived }), { ...TERMS, freeDays: 0 }, LAGOS, arrived)
    assert.deepEqual([fee.lastFreeDay, fee.chargeableDays, fee.amountDue], ['2026-10-31', 1, '1000.00'])
  })

  it('takes the arrival date of the zone of the business', () => {
    const late = at('2026-11-02T00:30:00.000')
    assert.equal(storageFee(goods({ warehouseArrivedAt: late }), TERMS, LAGOS, late).startDate, '2026-11-02')
    assert.equal(storageFee(goods({ warehouseArrivedAt: late }), TERMS, 'UTC', late).startDate, '2026-11-01')
  })
})

describe('storage_area_sqm', () => {
  const base = { lengthCm: 120, widthCm: 80, heightCm: 300 }
  const AREAS: [rule: string, given: Pick<StoredGoods, 'quantity' | 'dimensions' | 'volumeCbm'>, area: string][] = [
    ['is the volume if there is one', { quantity: 5, volumeCbm: 3.5, dimensions: base }, '3.5'],
    ['otherwise length x width x quantity in square metres, whatever the height', { quantity: 3, dimensions: base }, '2.88'],
    ['otherwise zero', { quantity: 3 }, '0'],
  ]
  for (const [rule, given, area] of AREAS) it(rule, () => assert.equal(storageArea(given).toString(), area))
})

/** The offsets from UTC, in minutes, of time zones that have not changed since 2000. */
const OFFSET_MIN: Record<string, number> = {
  'Africa/Lagos': 60,
  UTC: 0,
  'Asia/Shanghai': 480,
  'Asia/Kathmandu': 345,
  'America/Phoenix': -420,
  'Pacific/Kiritimati': 840,
}
const CHANGING = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe']
const FORMAT = Object.fromEntries(
  CHANGING.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })]),
)

const localDate = (instantMs: number, zone: string): string =>
  FORMAT[zone]?.format(instantMs) ?? new Date(instantMs + OFFSET_MIN[zone]! * MINUTE_MS).toISOString().slice(0, 10)

const nextDate = (date: string): string => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)

/**
 * Counts the days one by one, from the arrival date `start` to `last`. The first `freeDays` days are free, and each later day is charged.
 */
const naiveDays = (start: string, last: string, freeDays: number): { chargeable: number; lastFreeDay: string | undefined } => {
  let chargeable = 0
  let lastFreeDay: string | undefined
  for (let date = start, day = 1; date <= last || day <= freeDays; date = nextDate(date), day++) {
    if (day <= freeDays) lastFreeDay = date
    else if (date <= last) chargeable++
  }
  return { chargeable, lastFreeDay }
}

describe('storage agrees with dates counted one by one', () => {
  const arrival = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2060, 0) })
  const stayMs = fc.oneof(
    fc.integer({ min: 0, max: 60 * DAY_MS }),
    fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -2, max: 2 })).map(([days, ms]) => Math.max(0, days * DAY_MS + ms)),
  )
  const freeDays = fc.integer({ min: 0, max: 30 })

  const agrees = (zone: string, arrivedAt: number, stay: number, free: number, hasLeft: boolean): void => {
    const left = arrivedAt + stay
    const now = hasLeft ? left + 100 * DAY_MS : left
    const stored = goods({ warehouseArrivedAt: arrivedAt, storageEndedAt: hasLeft ? left : null })
    const fee = storageFee(stored, { ...TERMS, freeDays: free }, zone, now)
    const start = localDate(arrivedAt, zone)
    const naive = naiveDays(start, localDate(left, zone), free)
    assert.equal(fee.startDate, start)
    assert.equal(fee.chargeableDays, naive.chargeable)
    if (naive.lastFreeDay) assert.equal(fee.lastFreeDay, naive.lastFreeDay)
    else assert.equal(nextDate(fee.lastFreeDay!), start)
  }

  it('in zones that keep their offset', () => {
    fc.assert(fc.property(fc.constantFrom(...Object.keys(OFFSET_MIN)), arrival, stayMs, freeDays, fc.boolean(), agrees), CASES)
  })

  it('in zones that change their clocks', () => {
    fc.assert(fc.property(fc.constantFrom(...CHANGING), arrival, stayMs, freeDays, fc.boolean(), agrees), CASES)
  })

  it('in the amount: days x rate x area, rounded half up once', () => {
    const space = fc.oneof(fc.record({ volumeCbm: numberUpTo(1_000) }), fc.record({ dimensions }))
    const dailyRate = fc.constantFrom('500', '0.005', '12.345', '333.333')
    fc.assert(
      fc.property(space, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 400 }), dailyRate, (given, quantity, days, rate) => {
        const stored: StoredGoods = { quantity, ...given, warehouseArrivedAt: 0, storageEndedAt: null }
        const fee = storageFee(stored, { freeDays: 1, dailyRate: rate, currency: 'NGN' }, 'UTC', days * DAY_MS)
        const floor = stored.dimensions
          ? times(scaled(stored.dimensions.lengthCm), scaled(stored.dimensions.widthCm), scaled(quantity), scaled('0.0001'))
          : scaled(stored.volumeCbm!)
        assert.equal(fee.areaSqm.toString(), plainText(floor))
        assert.equal(fee.amountDue, fixedText(halfUp(times(floor, scaled(rate), scaled(days)), 2)))
      }),
      CASES,
    )
  })
})
