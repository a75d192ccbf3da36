// Times of a purchase: how long look-ups go on after it was settled as not bought, the pauses between refund requests, and when it has been open too long.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, sampleRate } from '../../../test/support/samples/samples.ts'
import type { PurchaseIntent } from './purchase.ts'
import { OPEN_LONG_MS, refundDelayed, refunding, watchedAgain } from './purchase.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const settled = (settledAt: number | null): PurchaseIntent => ({
  id: 'pur_sample',
  quoteId: 'pq_sample',
  carrierId: 'easypost',
  rate: sampleRate(),
  state: 'not_bought',
  outcome: 'cut',
  openedAt: SAMPLE_NOW,
  firstCleanLookAt: null,
  looks: 9,
  nextLookAt: SAMPLE_NOW,
  settledAt,
  bought: null,
  chargedOtherwiseAt: null,
  nextTrackAt: null,
  actor: 'key_sample',
  requestId: 'req_sample',
  openedUnder: null,
})

describe('the watch over a purchase settled as not bought', () => {
  const CASES: [rule: string, settledAt: number | null, isClean: boolean, isOver: boolean][] = [
    ['goes on a millisecond before the day is over', SAMPLE_NOW - DAY_MS + 1, true, false],
    ['ends when the day is over', SAMPLE_NOW - DAY_MS, true, true],
    ['goes on after a failed look-up', SAMPLE_NOW - DAY_MS, false, false],
    ['begins now if it is not recorded when it was settled', null, true, false],
  ]
  for (const [rule, settledAt, isClean, isOver] of CASES)
    it(rule, () => assert.equal(watchedAgain(settled(settledAt), isClean, SAMPLE_NOW).nextLookAt === null, isOver))
})

it('a refund is asked for again after 5 minutes, 30 minutes, 2 hours, and then every 6 hours', () => {
  const label = { trackingCode: '9400', trackerId: null, labelUrl: null, carrierShipmentId: 'shp_sample', amount: '5.93', currency: 'USD' }
  let intent = refunding(settled(SAMPLE_NOW), label, SAMPLE_NOW)
  const pauses = Array.from({ length: 5 }, () => {
    intent = refundDelayed(intent, SAMPLE_NOW)
    return (intent.nextLookAt! - SAMPLE_NOW) / MINUTE_MS
  })
  assert.deepEqual(pauses, [5, 30, 120, 360, 360])
})

it('a purchase has been open for long after a quarter of an hour', () => assert.equal(OPEN_LONG_MS, 15 * MINUTE_MS))
