// Converts instants to dates in a time zone and counts the days between dates, correctly even where clocks change.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addDays, calendarDate, dateAfter, daysBetween, inForce, isTimeZone } from './calendar.ts'

const CASES = { numRuns: process.env.SOAK ? 10_000 : 1_500 }
const DAY_MS = 86_400_000

const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 11) })
const isoDate = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)

describe('calendar dates', () => {
  const DATES: [instant: string, zone: string, date: string][] = [
    ['2026-11-15T22:59:59.999Z', 'Africa/Lagos', '2026-11-15'],
    ['2026-11-15T23:00:00.000Z', 'Africa/Lagos', '2026-11-16'],
    ['2026-12-31T23:00:00.000Z', 'Africa/Lagos', '2027-01-01'],
    ['2028-02-28T23:00:00.000Z', 'Africa/Lagos', '2028-02-29'],
    ['2026-11-15T15:59:59.999Z', 'Asia/Shanghai', '2026-11-15'],
    ['2026-11-15T16:00:00.000Z', 'Asia/Shanghai', '2026-11-16'],
    ['2026-07-01T22:59:59.999Z', 'Europe/London', '2026-07-01'],
    ['2026-07-01T23:00:00.000Z', 'Europe/London', '2026-07-02'],
    ['2026-12-01T23:00:00.000Z', 'Europe/London', '2026-12-01'],
    ['2026-11-15T00:00:00.000Z', 'America/New_York', '2026-11-14'],
  ]
  for (const [at, zone, date] of DATES) it(`${at} in ${zone} is ${date}`, () => assert.equal(calendarDate(Date.parse(at), zone), date))

  it('agree with the zone offset where it never changes', () => {
    fc.assert(
      fc.property(instant, (at) => {
        assert.equal(calendarDate(at, 'Africa/Lagos'), isoDate(at + 3_600_000))
        assert.equal(calendarDate(at, 'UTC'), isoDate(at))
      }),
      CASES,
    )
  })

  it('agree with Intl where clocks change', () => {
    const zone = 'America/New_York'
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    fc.assert(
      fc.property(instant, (at) => assert.equal(calendarDate(at, zone), format.format(at))),
      CASES,
    )
  })
})

describe('days', () => {
  it('are added and counted whole, as plain dates of 24 hours', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -1_000, max: 1_000 }), (at, days) => {
        const from = isoDate(at)
        const to = isoDate(at + days * DAY_MS)
        assert.equal(addDays(from, days), to)
        assert.equal(daysBetween(from, to), days)
        assert.equal(dateAfter(at, 'UTC', days), to)
      }),
      CASES,
    )
  })

  it('are not shortened by a change of clocks', () => {
    const eveBeforeTheChange = Date.parse('2026-03-28T23:30:00Z')
    assert.equal(dateAfter(eveBeforeTheChange, 'Europe/London', 1), '2026-03-29')
    assert.equal(dateAfter(eveBeforeTheChange, 'Europe/London', 2), '2026-03-30')
  })

  it('count eleven to an ocean arrival, in the zone of the business', () => {
    assert.equal(dateAfter(Date.parse('2026-11-15T23:30:00Z'), 'Africa/Lagos', 11), '2026-11-27')
  })
})

describe('a time zone', () => {
  for (const zone of ['Africa/Lagos', 'UTC', 'Europe/London', 'Asia/Kolkata']) {
    it(`may be ${zone}`, () => {
      assert.equal(isTimeZone(zone), true)
      assert.doesNotThrow(() => calendarDate(0, zone))
    })
  }
  for (const zone of ['', 'Lagos', 'Africa/Atlantis', '+1', '+01:00', 'Africa/Lagos ']) {
    it(`is not ${JSON.stringify(zone)}`, () => assert.equal(isTimeZone(zone), false))
  }
})

describe('the entry in force', () => {
  const versions = [100, 200, 300].map((effectiveFrom) => ({ effectiveFrom }))
  const MOMENTS: [at: number, from: number | undefined][] = [
    [99, undefined],
    [100, 100],
    [199, 100],
    [200, 200],
    [300, 300],
    [9_999, 300],
  ]
  for (const [at, from] of MOMENTS) {
    it(`at ${at} is ${from ? `the one from ${from}` : 'none'}`, () => assert.equal(inForce(versions, at)?.effectiveFrom, from))
  }

  it('of two that begin together is the later one in the list', () => {
    const twins = [
      { effectiveFrom: 100, id: 'first' },
      { effectiveFrom: 100, id: 'second' },
    ]
    assert.equal(inForce(twins, 100)?.id, 'second')
  })

  it('does not depend on the order of the others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ effectiveFrom: fc.integer({ min: 0, max: 50 }) }), { maxLength: 8 }),
        fc.integer({ min: -1, max: 51 }),
        (entries, at) => {
          const begun = entries.map((entry) => entry.effectiveFrom).filter((from) => from <= at)
          assert.equal(inForce(entries, at)?.effectiveFrom, begun.toSorted((a, b) => a - b).at(-1))
        },
      ),
      CASES,
    )
  })
})
