// The storage fee on any date, and the fee of each day, follow the terms in force at the arrival.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { samplePackage } from '../../../test/support/samples/samples.ts'
import { DEFAULT_TERMS } from '../businesses/business.ts'
import { addDays, dayNumber } from '../values/calendar.ts'
import { decimal, roundToKobo, sum } from '../values/money.ts'
import { dailyAccrual, dailyFee, datesFrom, lastFreeDay, owedKobo, storageFeeOn } from './storage-forecast.ts'
import { storageTotals } from './storage-totals.ts'

const lagos = { terms: [], timeZone: 'Africa/Lagos' }
const at = (text: string): number => Date.parse(text)
const ARRIVAL = at('2026-11-16T10:00:00Z')

describe('the last free day', () => {
  it('is the arrival date plus the free days less one', () => assert.equal(lastFreeDay(lagos, ARRIVAL), '2026-11-22'))

  it('is counted in the business’s own time zone', () => {
    const late = at('2026-11-16T23:30:00Z')
    assert.equal(lastFreeDay(lagos, late), '2026-11-23')
    assert.equal(lastFreeDay({ ...lagos, timeZone: 'America/New_York' }, late), '2026-11-22')
  })

  it('follows the terms in force at arrival, not those agreed later', () => {
    const longer = { ...DEFAULT_TERMS, effectiveFrom: ARRIVAL + 1, storage: { ...DEFAULT_TERMS.storage, freeDays: 30 } }
    const business = { ...lagos, terms: [longer] }
    assert.equal(lastFreeDay(business, ARRIVAL), '2026-11-22')
    assert.equal(lastFreeDay(business, ARRIVAL + 1), '2026-12-15')
  })
})

describe('storage on a given date', () => {
  const parcel = {
    ...samplePackage(),
    quantity: 2,
    volumeCbm: null,
    dimensions: { lengthCm: 60, widthCm: 50, heightCm: 40 },
    warehouseArrivedAt: ARRIVAL,
  }
  const due = (date: string, more: object = {}): string => storageFeeOn({ ...parcel, ...more }, lagos, date, ARRIVAL).amountDue

  it('is free up to the last free day and grows by the day after it', () =>
    assert.deepEqual(
      ['2026-11-10', '2026-11-22', '2026-11-23', '2026-11-30'].map((date) => due(date)),
      ['0.00', '0.00', '300.00', '2400.00'],
    ))

  it('grows no further once the package is gone', () =>
    assert.deepEqual(
      ['2026-11-24', '2026-11-25', '2026-12-31'].map((date) => due(date, { departedAt: at('2026-11-25T09:00:00Z') })),
      ['600.00', '900.00', '900.00'],
    ))

  it('begins after the last day owed by other packages if that is past the free days', () =>
    assert.deepEqual(
      [null, '2026-11-20', '2026-11-24'].map((storageCountedUntil) => due('2026-11-26', { storageCountedUntil })),
      ['1200.00', '1200.00', '600.00'],
    ))

  it('is nothing before arrival', () => assert.equal(due('2027-01-01', { warehouseArrivedAt: null }), '0.00'))

  it('is for the arrived pieces, or for the volume if there is one', () =>
    assert.deepEqual([due('2026-11-23', { piecesArrived: 1 }), due('2026-11-23', { volumeCbm: 3 })], ['150.00', '1500.00']))

  it('uses the terms in force at arrival, or now before the arrival', () => {
    const longer = { ...DEFAULT_TERMS, effectiveFrom: ARRIVAL + 1, storage: { ...DEFAULT_TERMS.storage, freeDays: 30 } }
    const freeDays = (warehouseArrivedAt: number | null, now: number): number =>
      storageFeeOn({ ...parcel, warehouseArrivedAt }, { ...lagos, terms: [longer] }, '2026-11-30', now).freeDays
    assert.deepEqual([freeDays(ARRIVAL, ARRIVAL + 9), freeDays(null, ARRIVAL + 9), freeDays(null, ARRIVAL)], [7, 30, 7])
  })
})

describe('the amount owed after some days', () => {
  it('is rounded to the kobo once, exact halves up, for any size of the daily fee', () => {
    for (const rate of ['1', '0.005', '0.0705', '333.3333', '0.00015', '12.3455', '90071992547409.93', '123456789012345.678'])
      for (const days of [0, 1, 2, 3, 7, 10, 50, 365, 1_999]) {
        const expected = roundToKobo(decimal(rate).mul(days)).mul(100).toNumber()
        assert.equal(owedKobo(dailyFee(rate, decimal(1)), days), expected, `${rate} for ${days} days`)
      }
  })
})

describe('the fee of each day', () => {
  it('adds up to what each package owes', () => {
    const packages = fc.array(
      fc.record({
        area: fc.integer({ min: 1, max: 99_999 }),
        since: fc.integer({ min: 0, max: 9 }),
        days: fc.integer({ min: 0, max: 12 }),
      }),
    )
    fc.assert(
      fc.property(packages, fc.constantFrom('500', '333.33', '0.07'), (stored, dailyRate) => {
        const storage = { freeDays: 7, dailyRate, currency: 'NGN' }
        const accrual = dailyAccrual(100, 30)
        for (const { area, since, days } of stored)
          accrual.add({ fee: dailyFee(storage.dailyRate, decimal(area).div(10_000)), firstDay: 100 + since, lastDay: 100 + since + days })
        const owed = stored.map(({ area, days }) =>
          roundToKobo(
            decimal(dailyRate)
              .mul(decimal(area).div(10_000))
              .mul(days + 1),
          ),
        )
        assert.equal(sum(accrual.perDay()).toFixed(2), sum(owed).toFixed(2))
      }),
    )
  })

  it('counts only the days within the period', () => {
    const storage = { freeDays: 7, dailyRate: '500', currency: 'NGN' }
    const accrual = dailyAccrual(100, 3)
    accrual.add({ fee: dailyFee(storage.dailyRate, decimal(1)), firstDay: 50, lastDay: 101 })
    accrual.add({ fee: dailyFee(storage.dailyRate, decimal(2)), firstDay: 102, lastDay: 500 })
    accrual.add({ fee: dailyFee(storage.dailyRate, decimal(9)), firstDay: 1, lastDay: 99 })
    accrual.add({ fee: dailyFee(storage.dailyRate, decimal(9)), firstDay: 1, lastDay: 2 })
    accrual.add({ fee: dailyFee(storage.dailyRate, decimal(9)), firstDay: 500, lastDay: 501 })
    assert.deepEqual(accrual.perDay().map(String), ['500', '500', '1000'])
  })

  it('counts fractions of a kobo once they add up to one', () => {
    const accrual = dailyAccrual(100, 4)
    accrual.add({ fee: dailyFee('0.5', decimal('0.01')), firstDay: 100, lastDay: 103 })
    assert.deepEqual(accrual.perDay().map(String), ['0.01', '0', '0.01', '0'])
  })
})

describe('the totals of a business', () => {
  const goods = { quantity: 1, dimensions: null, volumeCbm: 2, arrivedAt: ARRIVAL, endedAt: null }

  it('count stored packages, and charge those past their last free day', () => {
    const totals = storageTotals(lagos, at('2026-11-24T12:00:00Z'), 3)
    totals.add(goods)
    totals.add({ ...goods, arrivedAt: ARRIVAL + 2 * 24 * 60 * 60 * 1000 })
    totals.add({ ...goods, endedAt: at('2026-11-23T12:00:00Z') })
    const [total] = totals.totals()
    assert.deepEqual([total!.stored, total!.chargeable, String(total!.amountDue), String(total!.perDay)], [2, 1, '2000', '1000'])
    assert.deepEqual(
      total!.history.map(({ date, amount }) => [date, String(amount)]),
      [
        ['2026-11-22', '0'],
        ['2026-11-23', '2000'],
        ['2026-11-24', '1000'],
      ],
    )
  })

  it('charge from the day after the last free day on', () => {
    const chargeableOn = (date: string): [number, string] => {
      const totals = storageTotals(lagos, at(`${date}T12:00:00Z`), 1)
      totals.add(goods)
      const [total] = totals.totals()
      return [total!.chargeable, String(total!.amountDue)]
    }
    assert.deepEqual(chargeableOn('2026-11-22'), [0, '0'])
    assert.deepEqual(chargeableOn('2026-11-23'), [1, '1000'])
  })

  it('charge for length x width without a volume, and nothing without either', () => {
    const totals = storageTotals(lagos, at('2026-11-23T12:00:00Z'), 1)
    totals.add({ ...goods, quantity: 2, volumeCbm: null, dimensions: { lengthCm: 60, widthCm: 50, heightCm: 40 } })
    totals.add({ ...goods, volumeCbm: null })
    assert.equal(String(totals.totals()[0]!.amountDue), '300')
  })

  it('keep currencies apart', () => {
    const dollars = { ...DEFAULT_TERMS, effectiveFrom: ARRIVAL + 1, storage: { ...DEFAULT_TERMS.storage, currency: 'USD' } }
    const totals = storageTotals({ ...lagos, terms: [dollars] }, at('2026-11-24T12:00:00Z'), 1)
    totals.add(goods)
    totals.add({ ...goods, arrivedAt: ARRIVAL + 1 })
    assert.deepEqual(
      totals.totals().map(({ currency, stored }) => [currency, stored]),
      [
        ['NGN', 1],
        ['USD', 1],
      ],
    )
  })
})

it('day numbers follow the calendar', () => {
  const dates = datesFrom('2028-02-27', 4)
  assert.deepEqual(dates, ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
  assert.equal(dayNumber(addDays('2028-02-27', 3)) - dayNumber('2028-02-27'), 3)
})
