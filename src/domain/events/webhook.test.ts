// Which events an endpoint gets, when a delivery is retried, and when an endpoint is disabled.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { AttemptOutcome, WebhookEndpoint } from './webhook.ts'
import {
  afterAttempt,
  DISABLE_AFTER_MS,
  EVENT_FILTERS,
  isWanted,
  JITTER_SHARE,
  RETRY_AFTER_MAX_MS,
  RETRY_SCHEDULE_MS,
  retryAfterMs,
  signingSecrets,
} from './webhook.ts'

const NOW = Date.UTC(2026, 10, 15, 8, 30)
const HOUR_MS = 60 * 60 * 1000

const answered = (responseStatus: number | null, more: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  responseStatus,
  error: responseStatus === null ? 'No answer within 15 seconds.' : null,
  responseExcerpt: null,
  retryAfter: null,
  durationMs: 1,
  ...more,
})

const fresh = { attempts: 0, failingSince: null, schedule: RETRY_SCHEDULE_MS }

describe('after an attempt', () => {
  for (const status of [200, 201, 204, 299]) {
    it(`${status} is delivered, and the endpoint no longer fails`, () => {
      const decision = afterAttempt({ ...fresh, failingSince: NOW - 1 }, answered(status), NOW, 0)
      assert.deepEqual(decision, { status: 'delivered', attempts: 1, nextAttemptAt: null, failingSince: null, disable: null })
    })
  }

  for (const status of [null, 100, 301, 302, 307, 400, 401, 404, 429, 500, 503]) {
    it(`${status ?? 'no answer'} is tried again after five seconds`, () => {
      const decision = afterAttempt(fresh, answered(status), NOW, 0)
      assert.deepEqual(decision, { status: 'pending', attempts: 1, nextAttemptAt: NOW + 5_000, failingSince: NOW, disable: null })
    })
  }

  it('follows the whole schedule, and gives up after the tenth attempt', () => {
    const waits: number[] = []
    let attempts = 0
    for (;;) {
      const decision = afterAttempt({ ...fresh, attempts }, answered(500), NOW, 0)
      if (decision.status === 'failed') break
      waits.push(decision.nextAttemptAt! - NOW)
      attempts = decision.attempts
    }
    assert.deepEqual(waits, RETRY_SCHEDULE_MS.slice(1))
    assert.deepEqual(
      RETRY_SCHEDULE_MS,
      [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000),
    )
  })

  it('adds at most a tenth to a pause, and never shortens it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 0, max: 8 }), (jitter, attempts) => {
        const waitMs = afterAttempt({ ...fresh, attempts }, answered(500), NOW, jitter).nextAttemptAt! - NOW
        const scheduledMs = RETRY_SCHEDULE_MS[attempts + 1]!
        assert.ok(waitMs >= scheduledMs && waitMs <= scheduledMs * (1 + JITTER_SHARE))
      }),
    )
  })

  it('410 disables the endpoint at once', () => {
    const decision = afterAttempt(fresh, answered(410), NOW, 0)
    assert.deepEqual([decision.status, decision.nextAttemptAt], ['failed', null])
    assert.match(decision.disable!, /410/)
  })

  it('an endpoint that has failed for three days is disabled, and not a millisecond sooner', () => {
    const failingSince = NOW - DISABLE_AFTER_MS
    assert.equal(afterAttempt({ ...fresh, failingSince: failingSince + 1 }, answered(500), NOW, 0).disable, null)
    const { disable, status } = afterAttempt({ ...fresh, failingSince }, answered(500), NOW, 0)
    assert.equal(status, 'failed')
    assert.match(disable!, /since 2026-11-12T08:30:00.000Z failed; the last one: it answered 500/)
    assert.match(afterAttempt({ ...fresh, failingSince }, answered(null), NOW, 0).disable!, /No answer within 15 seconds/)
  })

  it('waits as long as Retry-After asks if that is longer than the schedule', () => {
    const next = (retryAfter: string, attempts = 0) =>
      afterAttempt({ ...fresh, attempts }, answered(503, { retryAfter }), NOW, 0).nextAttemptAt! - NOW
    assert.equal(next('120'), 120_000)
    assert.equal(next('1'), 5_000)
    assert.equal(next('120', 1), 300_000)
    assert.equal(next('999999999'), RETRY_AFTER_MAX_MS)
  })
})

describe('Retry-After', () => {
  const cases: [string | null, number][] = [
    [null, 0],
    ['0', 0],
    ['30', 30_000],
    [' 30 ', 30_000],
    [new Date(NOW + HOUR_MS).toUTCString(), HOUR_MS],
    [new Date(NOW - HOUR_MS).toUTCString(), 0],
    [new Date(NOW + 400 * HOUR_MS).toUTCString(), RETRY_AFTER_MAX_MS],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
  ]
  for (const [header, expectedMs] of cases) {
    it(`${header ?? 'none'} is ${expectedMs} ms`, () => assert.equal(retryAfterMs(header, NOW), expectedMs))
  }
})

describe('an endpoint wants', () => {
  const wants = (eventTypes: string[], type: Parameters<typeof isWanted>[1]) => isWanted({ eventTypes }, type)

  it('everything with *, an object’s events with its name and .*, and single types', () => {
    assert.ok(wants(['*'], 'quote.created'))
    assert.ok(wants(['package.*'], 'package.held'))
    assert.ok(!wants(['package.*'], 'quote.created'))
    assert.ok(wants(['customer.created', 'quote.booked'], 'quote.booked'))
    assert.ok(!wants(['quote.booked'], 'quote.created'))
  })

  it('no test events of other endpoints, whatever its filters', () => {
    assert.ok(!wants(['*', 'webhook_endpoint.*', 'webhook_endpoint.test'], 'webhook_endpoint.test'))
    assert.ok(!EVENT_FILTERS.some((filter) => filter.startsWith('webhook_endpoint')))
  })
})

describe('secrets', () => {
  const endpoint = (previousSecret: string | null, previousSecretUntil: number | null) =>
    ({ secret: 'new', previousSecret, previousSecretUntil }) as WebhookEndpoint

  it('both sign until the overlap is over', () => {
    assert.deepEqual(signingSecrets(endpoint(null, null), NOW), ['new'])
    assert.deepEqual(signingSecrets(endpoint('old', NOW + 1), NOW), ['new', 'old'])
    assert.deepEqual(signingSecrets(endpoint('old', NOW), NOW), ['new'])
  })
})
