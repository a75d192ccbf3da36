// Which rate of a quote may be booked, when exactly the rate becomes outdated, and what booking and cancelling change.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { SAMPLE_NOW, sampleQuote, sampleRate } from '../../../test/support/samples/samples.ts'
import { makeId, redated, uuidV7 } from '../values/ids.ts'
import type { Quote, QuoteFlow, Rate } from './quote.ts'
import {
  book,
  cancel,
  chooseRate,
  estimatedPrice,
  flowOf,
  isFresh,
  needsRefresh,
  QUOTE_STATUSES,
  repriced,
  requireNotBeingBooked,
} from './quote.ts'

const HOUR_MS = 3_600_000
const air = { mode: 'air' as const, pieces: [{ weightKg: 2 }], listed: false }
const exportLane = { direction: 'export' as const, origin: 'NG', destination: 'GB' }

/** For each flow, a pending quote with the given rate. */
const QUOTES: Record<QuoteFlow, (rate: Rate) => Quote> = {
  export_air: (rate) => sampleQuote({ lane: exportLane, cargo: air, rates: [rate] }),
  import_air: (rate) => sampleQuote({ cargo: air, rates: [], selectedRate: rate }),
  ocean: (rate) => sampleQuote({ rates: [rate] }),
}
const FLOWS = Object.keys(QUOTES) as QuoteFlow[]

const outcome = (choose: () => Rate): string => {
  try {
    return choose().id
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the flow of a quote', () => {
  for (const flow of FLOWS) it(`is ${flow}`, () => assert.equal(flowOf(QUOTES[flow](sampleRate())), flow))

  it('is ocean in both directions', () => assert.equal(flowOf(sampleQuote({ lane: exportLane })), 'ocean'))
})

describe('a rate', () => {
  const AGES: [ageMs: number, isGood: boolean][] = [
    [0, true],
    [1, true],
    [HOUR_MS - 1, true],
    [HOUR_MS, true],
    [HOUR_MS + 1, false],
    [24 * HOUR_MS, false],
  ]
  for (const [ageMs, isGood] of AGES) {
    it(`${ageMs} ms old is ${isGood ? 'good' : 'outdated'}`, () => {
      const rate = sampleRate()
      const now = rate.createdAt + ageMs
      assert.equal(isFresh(rate, now), isGood)
      const booked = isGood ? rate.id : 'QUOTE_RATE_OUTDATED'
      const chosen = (flow: QuoteFlow, rateId: string | null) => outcome(() => chooseRate(QUOTES[flow](rate), [], rateId, now))
      for (const flow of FLOWS) assert.equal(chosen(flow, rate.id), booked, flow)
      assert.equal(chosen('ocean', null), booked)
      assert.equal(chosen('import_air', null), rate.id, 'nobody held its id: it is renewed at booking')
    })
  }

  /** True up to and including the moment one hour after `createdAt`. */
  const isWithinTheHour = (createdAt: number, now: number): boolean => {
    const last = new Date(createdAt)
    last.setUTCHours(last.getUTCHours() + 1)
    return new Date(now).toISOString() <= last.toISOString()
  }

  it('is valid for exactly one hour, whether it is current or was replaced, in every flow', () => {
    const createdAt = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2090, 0) })
    const ageMs = fc.oneof(fc.integer({ min: HOUR_MS - 3, max: HOUR_MS + 3 }), fc.integer({ min: 0, max: 3 * HOUR_MS }))
    fc.assert(
      fc.property(createdAt, ageMs, fc.constantFrom(...FLOWS), fc.boolean(), fc.boolean(), (created, age, flow, isReplaced, isNamed) => {
        const now = created + age
        const rate = sampleRate({ createdAt: created })
        const newer = sampleRate({ id: 'rate_newer', createdAt: now })
        const quote = QUOTES[flow](isReplaced ? newer : rate)
        const isGood = isWithinTheHour(created, now)
        assert.equal(isFresh(rate, now), isGood)
        const rateId = isNamed || isReplaced || flow === 'export_air' ? rate.id : null
        // An air import booked without a rate_id is never outdated: an estimate older than an hour is priced again.
        const isRenewed = flow === 'import_air' && rateId === null
        assert.equal(
          outcome(() => chooseRate(quote, isReplaced ? [rate] : [], rateId, now)),
          isGood || isRenewed ? rate.id : 'QUOTE_RATE_OUTDATED',
        )
        assert.equal(needsRefresh(quote, now), flow === 'export_air' || !(isReplaced || isGood))
      }),
      { numRuns: process.env.SOAK ? 10_000 : 2_000 },
    )
  })
})

describe('the rate of a booking', () => {
  const rate = sampleRate()
  const stranger = 'rate_of_another_quote'
  const CHOICES: [rule: string, flow: QuoteFlow, rateId: string | null, outcome: string][] = [
    ['export air: the one named', 'export_air', rate.id, rate.id],
    ['export air: one must be named', 'export_air', null, 'RATE_REQUIRED'],
    ['export air: one of this quote', 'export_air', stranger, 'RATE_NOT_FOUND'],
    ['import air: none is needed', 'import_air', null, rate.id],
    ['import air: one named anyway must be the estimate', 'import_air', stranger, 'RATE_NOT_FOUND'],
    ['import air: the estimate named', 'import_air', rate.id, rate.id],
    ['ocean: without a name the only one is meant', 'ocean', null, rate.id],
    ['ocean: the one named', 'ocean', rate.id, rate.id],
    ['ocean: one of this quote', 'ocean', stranger, 'RATE_NOT_FOUND'],
  ]
  for (const [rule, flow, rateId, expected] of CHOICES) {
    it(rule, () =>
      assert.equal(
        outcome(() => chooseRate(QUOTES[flow](rate), [], rateId, SAMPLE_NOW)),
        expected,
      ),
    )
  }

  it('export air: also one shown again with another id; in other flows only its own id', () => {
    const saved = sampleRate({ id: makeId('rate', uuidV7(SAMPLE_NOW - 2_000, new Uint8Array(10))), createdAt: SAMPLE_NOW - 2_000 })
    const again = redated(saved.id, SAMPLE_NOW - 1_000)
    const chosen = (flow: QuoteFlow) => outcome(() => chooseRate(QUOTES[flow](saved), [], again, SAMPLE_NOW))
    assert.deepEqual(
      FLOWS.map(chosen),
      FLOWS.map((flow) => (flow === 'export_air' ? again : 'RATE_NOT_FOUND')),
    )
  })

  const NONE: Record<'import_air' | 'ocean', Quote> = {
    import_air: sampleQuote({ cargo: air, rates: [], selectedRate: null }),
    ocean: sampleQuote({ rates: [] }),
  }
  for (const flow of ['import_air', 'ocean'] as const) {
    it(`${flow} that no card prices any more: none, except a named one shown within the hour`, () => {
      const chosen = (rateId: string | null) => outcome(() => chooseRate(NONE[flow], [rate], rateId, SAMPLE_NOW))
      assert.deepEqual([null, stranger, rate.id].map(chosen), ['LANE_NOT_SERVED', 'RATE_NOT_FOUND', rate.id])
    })
  }

  it('names rate_id when it is missing', () => {
    assert.throws(
      () => chooseRate(QUOTES.export_air(rate), [], null, SAMPLE_NOW),
      (error: { problems: { field: string }[] }) => {
        assert.deepEqual(
          error.problems.map((problem) => problem.field),
          ['rate_id'],
        )
        return true
      },
    )
  })

  it('is at the amount once shown, even when a later read replaced it', () => {
    const earlier = sampleRate({ id: 'rate_earlier', amount: '900.00' })
    assert.equal(chooseRate(QUOTES.ocean(rate), [earlier], 'rate_earlier', SAMPLE_NOW).amount, '900.00')
  })
})

describe('reading a quote', () => {
  const past = SAMPLE_NOW + HOUR_MS + 1
  for (const status of QUOTE_STATUSES) {
    for (const flow of FLOWS) {
      const isPriced = status === 'pending'
      it(`prices a ${status} ${flow} quote ${isPriced ? 'again after an hour' : 'never again'}`, () => {
        assert.equal(needsRefresh({ ...QUOTES[flow](sampleRate()), status }, past), isPriced)
      })
    }
  }

  it('prices nothing while a purchase is under way', () => {
    for (const flow of FLOWS) assert.equal(needsRefresh({ ...QUOTES[flow](sampleRate()), purchaseId: 'pur_1' }, past), false)
  })

  it('prices a pending quote that shows no rate', () => assert.equal(needsRefresh(sampleQuote({ rates: [] }), SAMPLE_NOW), true))
})

describe('booking', () => {
  it('books the rate, empties rates[] and keeps the rest', () => {
    const quote = sampleQuote({ rateMessages: [{ carrier: 'Sample Parcel', reason: 'too heavy' }] })
    const booked = book(quote, { rate: quote.rates[0]!, now: 5 })
    assert.deepEqual(booked, { ...quote, status: 'booked', rates: [], rateMessages: [], selectedRate: quote.rates[0], bookedAt: 5 })
  })

  it('records what the carrier sold', () => {
    const bought = { shipmentId: 'shp_1', trackingCode: 'WB1', trackerId: 'trk_1', labelToken: 'label' }
    const booked = book(QUOTES.export_air(sampleRate()), { rate: sampleRate(), now: 5, ...bought })
    const { shipmentId, trackingCode, trackerId, labelToken } = booked
    assert.deepEqual({ shipmentId, trackingCode, trackerId, labelToken }, bought)
  })
})

describe('cancelling', () => {
  it('records when and why, with the comment, and keeps the last rates', () => {
    const quote = sampleQuote()
    const cancelled = cancel(quote, { reason: 'cancelled_by_business', comment: 'Changed plans', now: 9 })
    assert.deepEqual(cancelled, {
      ...quote,
      status: 'cancelled',
      cancelledAt: 9,
      closedReason: 'cancelled_by_business',
      comment: 'Changed plans',
    })
  })
})

describe('a quote that is not pending', () => {
  const STATES: [status: 'booked' | 'cancelled', code: string][] = [
    ['booked', 'QUOTE_ALREADY_BOOKED'],
    ['cancelled', 'QUOTE_CANCELLED'],
  ]
  for (const [status, code] of STATES) {
    it(`${status}: neither booked nor cancelled, but ${code}`, () => {
      const quote = sampleQuote({ status })
      assert.throws(() => book(quote, { rate: sampleRate(), now: 5 }), { code })
      assert.throws(() => cancel(quote, { reason: 'cancelled_by_operator', comment: null, now: 5 }), { code })
    })
  }
})

describe('a quote with a purchase under way', () => {
  const quote = sampleQuote({ purchaseId: 'pur_1' })

  it('is neither booked again nor cancelled until that is settled', () => {
    assert.throws(() => requireNotBeingBooked(quote), { code: 'BOOKING_IN_PROGRESS', status: 409, retryAfterSeconds: 5 })
    assert.throws(() => cancel(quote, { reason: 'cancelled_by_business', comment: null, now: 5 }), { code: 'BOOKING_IN_PROGRESS' })
    assert.doesNotThrow(() => requireNotBeingBooked(sampleQuote()))
  })

  it('is booked by the purchase itself, which ends it', () => {
    const { status, purchaseId } = book(quote, { rate: sampleRate(), now: 5 })
    assert.deepEqual([status, purchaseId], ['booked', null])
  })
})

describe('estimated_price', () => {
  const rate = sampleRate({ amount: '1234.50' })
  const PRICES: [rule: string, quote: Quote, price: string | null][] = [
    ['is the selected rate of import air from the start', QUOTES.import_air(rate), '1234.50'],
    ['is the single rate of a pending ocean quote', QUOTES.ocean(rate), '1234.50'],
    ['is null for export air until a rate is chosen', QUOTES.export_air(rate), null],
    ['is the booked rate', book(QUOTES.export_air(rate), { rate, now: 5 }), '1234.50'],
    ['is the selected rate before any other', sampleQuote({ rates: [sampleRate()], selectedRate: rate }), '1234.50'],
    ['is null for ocean without a rate', sampleQuote({ rates: [] }), null],
  ]
  for (const [rule, quote, price] of PRICES) it(rule, () => assert.equal(estimatedPrice(quote), price))
})

describe('a rate at another price', () => {
  const rate = sampleRate({ amount: '1000.00' })
  const at = (amount: string) => ({ amount, breakdown: { ...rate.breakdown, total: amount } })

  const CHANGES: [amount: string, difference: string][] = [
    ['1250.50', '250.50'],
    ['999.99', '-0.01'],
  ]
  for (const [amount, difference] of CHANGES) {
    it(`of ${amount} keeps its id and carries the price before and the difference of ${difference}`, () => {
      const changed = repriced(rate, at(amount), 'measured')
      assert.deepEqual([changed.id, changed.createdAt, changed.amount, changed.breakdown.total], [rate.id, rate.createdAt, amount, amount])
      assert.deepEqual(changed.breakdown.previous, { total: '1000.00', difference, reason: 'measured' })
    })
  }

  it('that is the same carries no change', () => {
    assert.deepEqual(repriced(rate, at('1000.00'), 'measured'), { ...rate, breakdown: at('1000.00').breakdown })
  })

  describe('after an earlier change', () => {
    const renewed = repriced(rate, at('1100.00'), 'renewed')

    it('keeps it if the price stays the same', () => {
      const measured = repriced(renewed, { ...at('1100.00'), breakdown: { ...at('1100.00').breakdown, markupPercent: '5' } }, 'measured')
      assert.deepEqual(measured.breakdown.previous, { total: '1000.00', difference: '100.00', reason: 'renewed' })
      assert.deepEqual([measured.amount, measured.breakdown.markupPercent], ['1100.00', '5'])
    })

    it('carries the latest change only', () => {
      assert.deepEqual(repriced(renewed, at('1050.00'), 'measured').breakdown.previous, {
        total: '1100.00',
        difference: '-50.00',
        reason: 'measured',
      })
    })
  })
})
