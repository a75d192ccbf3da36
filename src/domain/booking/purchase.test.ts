// A purchase with an unknown outcome: when it is settled, how long it is looked up, and when it is refunded.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { SAMPLE_NOW, sampleRate } from '../../../test/support/samples/samples.ts'
import type { BoughtLabel, Miss, PurchaseIntent, UnclearOutcome } from './purchase.ts'
import {
  afterLook,
  bought,
  CLEAN_LOOKS_MS,
  nextTracking,
  refundAnswered,
  refundDelayed,
  refunding,
  refused,
  unclear,
  watchedAgain,
} from './purchase.ts'

const [SECOND_MS, MINUTE_MS] = [1_000, 60_000]
const DAY_MS = 24 * 60 * MINUTE_MS

const open = (more: Partial<PurchaseIntent> = {}): PurchaseIntent => ({
  id: 'pur_sample',
  quoteId: 'pq_sample',
  carrierId: 'easypost',
  rate: sampleRate(),
  state: 'open',
  outcome: null,
  openedAt: SAMPLE_NOW,
  firstCleanLookAt: null,
  looks: 0,
  nextLookAt: SAMPLE_NOW + 70 * SECOND_MS,
  settledAt: null,
  bought: null,
  chargedOtherwiseAt: null,
  nextTrackAt: null,
  actor: 'key_sample',
  requestId: 'req_sample',
  openedUnder: null,
  ...more,
})

const label: BoughtLabel = {
  trackingCode: '9400',
  trackerId: null,
  labelUrl: null,
  carrierShipmentId: 'shp_sample',
  amount: '5.93',
  currency: 'USD',
}

/** A look-up: its time in seconds after the first look-up, and its result. `after` returns the purchase after all these look-ups. */
type Look = [number, Miss]
const clean = (...seconds: number[]): Look[] => seconds.map((each) => [each, 'not_bought'])
const after = (outcome: UnclearOutcome | null, looks: readonly Look[]): PurchaseIntent =>
  looks.reduce((intent, [seconds, miss]) => {
    assert.equal(intent.state, 'open', `settled before the look-up after ${seconds} s`)
    return afterLook(intent, miss, SAMPLE_NOW + seconds * SECOND_MS, CLEAN_LOOKS_MS)
  }, open({ outcome }))

describe('a purchase whose outcome is unclear', () => {
  it('is looked up at once', () => {
    const next = unclear(open(), 'cut', SAMPLE_NOW + 5)
    assert.deepEqual([next.state, next.outcome, next.nextLookAt], ['open', 'cut', SAMPLE_NOW + 5])
  })

  const settled: [string, UnclearOutcome | null, Look[]][] = [
    ['after a 5xx, by one clean look-up', 'error', [[0, 'not_bought']]],
    [
      'after a 5xx, by the first look-up that is clean',
      'error',
      [
        [0, 'unclear'],
        [1, 'unclear'],
        [3, 'not_bought'],
      ],
    ],
    ['after a cut, by look-ups clean for two minutes', 'cut', clean(0, 60, 120)],
    ['after a crash, by look-ups clean for two minutes', null, clean(0, 120)],
    [
      'after a cut, two minutes after the last look-up that failed',
      'cut',
      [
        [0, 'not_bought'],
        [100, 'unclear'],
        [101, 'not_bought'],
        [221, 'not_bought'],
      ],
    ],
    [
      'after a 5xx, when the carrier has no record of the shipment for two minutes',
      'error',
      [
        [0, 'no_record'],
        [120, 'no_record'],
      ],
    ],
    [
      'after a cut, when the carrier has no record of the shipment for two minutes',
      'cut',
      [
        [0, 'no_record'],
        [120, 'no_record'],
      ],
    ],
  ]
  for (const [when, outcome, looks] of settled)
    it(`is settled as not bought ${when}, and watched`, () => {
      const last = SAMPLE_NOW + looks.at(-1)![0] * SECOND_MS
      const intent = after(outcome, looks)
      assert.deepEqual([intent.state, intent.settledAt, intent.looks], ['not_bought', last, 0])
      assert.equal(intent.nextLookAt, last + 5 * MINUTE_MS)
    })

  const undecided: [string, UnclearOutcome | null, Look[]][] = [
    ['after a 5xx, when the look-up failed too', 'error', [[0, 'unclear']]],
    ['after a 5xx, when the carrier has no record of the shipment yet', 'error', [[0, 'no_record']]],
    ['after a cut, by one clean look-up', 'cut', [[0, 'not_bought']]],
    ['after a crash, by one clean look-up', null, [[0, 'not_bought']]],
    ['after a cut, a second short of two minutes', 'cut', clean(0, 119)],
    ['after a crash, a second short of two minutes', null, clean(0, 119)],
    [
      'after a cut, when the look-up after two minutes failed',
      'cut',
      [
        [0, 'not_bought'],
        [120, 'unclear'],
      ],
    ],
    [
      'after a cut, two minutes after the first clean look-up with a failed one in between',
      'cut',
      [
        [0, 'not_bought'],
        [60, 'unclear'],
        [61, 'not_bought'],
        [120, 'not_bought'],
      ],
    ],
    [
      'after a cut, however long look-ups fail',
      'cut',
      [
        [0, 'unclear'],
        [1_000, 'unclear'],
        [100_000, 'unclear'],
      ],
    ],
  ]
  for (const [when, outcome, looks] of undecided)
    it(`stays open ${when}, and is looked up again`, () => {
      const last = SAMPLE_NOW + looks.at(-1)![0] * SECOND_MS
      const intent = after(outcome, looks)
      assert.deepEqual([intent.state, intent.settledAt], ['open', null])
      assert.ok(intent.nextLookAt! > last && intent.nextLookAt! <= last + 20 * SECOND_MS)
    })

  it('is looked up after 1, 2, 5, 10 seconds, and then every 20', () => {
    let intent = open({ outcome: 'cut' })
    const pauses = Array.from({ length: 6 }, () => {
      intent = afterLook(intent, 'unclear', SAMPLE_NOW, CLEAN_LOOKS_MS)
      return (intent.nextLookAt! - SAMPLE_NOW) / SECOND_MS
    })
    assert.deepEqual(pauses, [1, 2, 5, 10, 20, 20])
  })

  it('that was cut is never settled as not bought by less than two clean minutes', () => {
    const looks = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom<Miss>('not_bought', 'no_record', 'unclear')), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(fc.constantFrom<UnclearOutcome | null>('cut', null), looks, (outcome, steps) => {
        let intent = open({ outcome })
        let now = SAMPLE_NOW
        let cleanSince: number | null = null
        for (const [pause, miss] of steps) {
          now += pause * SECOND_MS
          cleanSince = miss === 'unclear' ? null : (cleanSince ?? now)
          intent = afterLook(intent, miss, now, CLEAN_LOOKS_MS)
          assert.equal(intent.state === 'not_bought', cleanSince !== null && now - cleanSince >= 2 * MINUTE_MS)
          if (intent.state !== 'open') return
        }
      }),
    )
  })
})

describe('a purchase that the carrier answered', () => {
  it('with a label is bought, and is not looked up again', () => {
    const intent = bought(open({ looks: 3, outcome: 'cut' }), label, SAMPLE_NOW + 9)
    assert.deepEqual([intent.state, intent.bought, intent.settledAt, intent.nextLookAt], ['bought', label, SAMPLE_NOW + 9, null])
  })

  it('with a label is tracked after six hours without an update', () => {
    assert.equal(bought(open(), label, SAMPLE_NOW).nextTrackAt, SAMPLE_NOW + 6 * 60 * MINUTE_MS)
    assert.ok(nextTracking(SAMPLE_NOW, SAMPLE_NOW + 90 * DAY_MS - 1))
    assert.equal(nextTracking(SAMPLE_NOW, SAMPLE_NOW + 90 * DAY_MS), null)
  })

  for (const [amount, currency, expected] of [
    ['5.930', 'USD', null],
    ['5.94', 'USD', SAMPLE_NOW],
    ['5.93', 'EUR', SAMPLE_NOW],
  ] as const)
    it(`for ${amount} ${currency}, where 5.93 USD were agreed, is charged ${expected ? 'otherwise' : 'as agreed'}`, () => {
      const offer = { carrierId: 'easypost', shipmentId: 'shp_sample', rateId: 'rate_sample', amount: '5.93', currency: 'USD' }
      const intent = open({ rate: sampleRate({ offer }) })
      assert.equal(bought(intent, { ...label, amount, currency }, SAMPLE_NOW).chargedOtherwiseAt, expected)
    })

  it('with a clear refusal is not bought, and not watched', () => {
    const intent = refused(open(), SAMPLE_NOW + 9)
    assert.deepEqual([intent.state, intent.settledAt, intent.nextLookAt], ['not_bought', SAMPLE_NOW + 9, null])
  })
})

describe('a purchase settled as not bought by look-ups', () => {
  const settled = after('error', [[0, 'not_bought']])

  /**
   * Runs look-ups of a settled purchase, which all succeed or all fail. Returns the times of the look-ups and the purchase after the last
   * one.
   */
  const watch = (isClean: boolean, looks: number): { at: number[]; last: PurchaseIntent } => {
    const at: number[] = []
    let intent = settled
    while (intent.nextLookAt !== null && at.length < looks) {
      at.push(intent.nextLookAt - SAMPLE_NOW)
      intent = watchedAgain(intent, isClean, intent.nextLookAt)
    }
    return { at, last: intent }
  }

  it('is watched for a day of successful look-ups, and then no longer', () => {
    const { at, last } = watch(true, 100)
    assert.deepEqual(
      at.slice(0, 4),
      [5, 35, 155, 515].map((minutes) => minutes * MINUTE_MS),
    )
    assert.ok(at.at(-1)! >= DAY_MS && at.at(-2)! < DAY_MS)
    assert.deepEqual([last.state, last.nextLookAt], ['not_bought', null])
  })

  it('is watched on while look-ups fail, until one succeeds', () => {
    const { at, last } = watch(false, 100)
    assert.ok(at.at(-1)! > DAY_MS)
    assert.equal(watchedAgain(last, true, last.nextLookAt!).nextLookAt, null)
  })

  it('that appears late is refunded by one server, and by another if that one dies', () => {
    const until = SAMPLE_NOW + 70 * SECOND_MS
    const intent = refunding({ ...settled, looks: 4 }, label, until)
    assert.deepEqual([intent.state, intent.bought, intent.nextLookAt], ['refunding', label, until])
  })

  it('is refunded, however long the carrier takes to answer', () => {
    let intent = refunding(settled, label, SAMPLE_NOW)
    for (let asked = 0; asked < 50; asked += 1) {
      const now = intent.nextLookAt!
      intent = refundDelayed(intent, now)
      assert.equal(intent.state, 'refunding')
      assert.ok(intent.nextLookAt! > now && intent.nextLookAt! <= now + 6 * 60 * MINUTE_MS)
    }
    assert.ok(intent.nextLookAt! - SAMPLE_NOW > 10 * DAY_MS)
  })

  for (const answer of ['refunded', 'refund_refused'] as const)
    it(`is finished once the carrier has answered: ${answer}`, () => {
      const intent = refundAnswered(refunding(settled, label, SAMPLE_NOW), label, answer)
      assert.deepEqual([intent.state, intent.bought, intent.nextLookAt], [answer, label, null])
    })
})
