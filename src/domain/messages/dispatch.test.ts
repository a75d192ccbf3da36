// How the state of a message changes when it becomes due, after an attempt to send it, and after a report from the provider.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAddress, readPhone } from './address.ts'
import type { Standing } from './dispatch.ts'
import { decideDue } from './dispatch.ts'
import { CODES_DAILY_MAX, DAILY_MAX } from './limits.ts'
import type { Message, MessageState } from './message.ts'
import { afterAttempt, afterReport, queued } from './message.ts'
import { politeFrom, zonesOf } from './polite-time.ts'
import { CHANNELS } from './purpose.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 10, 18, 11)
const CONSENT = { channel: 'sms' as const, givenAt: NOON - HOUR_MS, how: 'order form' }
const CUSTOMER = { status: 'active' as const, mergedIntoId: null, messageConsents: [CONSENT] }

const message = (more: Partial<Message> = {}): Message => ({
  ...queued(
    'biz live',
    {
      id: 'msg_1',
      purpose: 'departed',
      channel: 'sms',
      recipient: 'customer',
      address: '+2348031234567',
      name: 'Ada',
      language: 'en',
      country: 'NG',
      customerId: 'pcus_1',
      packageId: null,
      invoiceId: null,
      paymentId: null,
      facts: {},
    },
    NOON,
  ),
  ...more,
})

const decide = (more: Partial<Standing> = {}, of: Partial<Message> = {}) =>
  decideDue(message(of), {
    now: NOON,
    timeZone: 'Africa/Lagos',
    customer: CUSTOMER,
    stoppedAt: null,
    unreachable: null,
    sentToday: 0,
    isChannelReady: true,
    ...more,
  })

describe('a due message', () => {
  it('is sent by day to somebody who agreed', () => assert.equal(decide(), null))

  const REFUSED: [string, Partial<Standing>, Partial<Message>, RegExp][] = [
    ['of a deactivated customer', { customer: { ...CUSTOMER, status: 'inactive' } }, {}, /deactivated/],
    ['of a merged customer', { customer: { ...CUSTOMER, status: 'inactive', mergedIntoId: 'pcus_2' } }, {}, /merged/],
    ['after STOP', { stoppedAt: NOON }, {}, /no more messages/],
    ['by SMS without consent', { customer: { ...CUSTOMER, messageConsents: [] } }, {}, /did not agree/],
    ['by a channel that is not set up', { isChannelReady: false }, {}, /not set up/],
    ['that is stale', { now: NOON + 100 * HOUR_MS }, {}, /while it was useful/],
  ]
  for (const [what, standing, of, reason] of REFUSED)
    it(`is suppressed ${what}`, () => {
      const change = decide(standing, of)
      assert.equal(change?.state, 'suppressed')
      assert.match(change!.reason!, reason)
    })

  it('is sent again to somebody who agreed after STOP', () => assert.equal(decide({ stoppedAt: CONSENT.givenAt - 1 }), null))

  it('by e-mail needs no recorded consent, and arrives at night too', () =>
    assert.equal(decide({ now: NOON + 12 * HOUR_MS, customer: { ...CUSTOMER, messageConsents: [] } }, { channel: 'email' }), null))

  it('waits at night until 8 o’clock where the recipient is', () => {
    const night = Date.UTC(2026, 10, 18, 20)
    const dueAt = Date.UTC(2026, 10, 19, 7)
    assert.deepEqual(decide({ now: night }), { state: 'queued', dueAt })
    assert.deepEqual(decide({ now: night }, { country: null }), { state: 'queued', dueAt }, 'without a country: where the business is')
  })

  it('beyond the daily limit waits for the next day, unless a person sends it again', () => {
    assert.deepEqual(decide({ sentToday: DAILY_MAX }), { state: 'queued', dueAt: Date.UTC(2026, 10, 19, 7) })
    assert.equal(decide({ sentToday: DAILY_MAX }, { resendOfId: 'msg_0' }), null)
    assert.equal(decide({ sentToday: DAILY_MAX }, { recipient: 'contact' }), null)
    assert.equal(decide({ sentToday: DAILY_MAX }, { usefulUntil: NOON + HOUR_MS })?.state, 'suppressed')
  })

  it('with a sign-in code is not sent beyond the limit of codes of its channel', () => {
    for (const channel of CHANNELS) {
      const code = (sentToday: number) => decide({ customer: null, sentToday }, { purpose: 'portal_code', recipient: 'staff', channel })
      assert.equal(code(CODES_DAILY_MAX[channel] - 1), null)
      assert.equal(code(CODES_DAILY_MAX[channel])?.state, 'suppressed')
    }
  })

  it('about the recipient’s own account is sent by e-mail after unsubscribing, and not by SMS or WhatsApp after STOP', () => {
    for (const channel of CHANNELS) {
      const change = decide({ customer: null, stoppedAt: NOON }, { purpose: 'portal_code', recipient: 'staff', channel })
      assert.equal(change?.state, channel === 'email' ? undefined : 'suppressed', channel)
    }
  })

  it('to staff is sent at any time', () =>
    assert.equal(
      decide({ now: NOON + 12 * HOUR_MS, sentToday: 99 }, { purpose: 'invitation', recipient: 'staff', usefulUntil: NOON + 24 * HOUR_MS }),
      null,
    ))

  it('fails if it was still refused at the end of its useful time', () => {
    const change = decide({ now: NOON + 100 * HOUR_MS }, { attempts: 3, reason: 'Busy.' })
    assert.deepEqual(change, { state: 'failed', reason: 'Busy.' })
  })
})

describe('a country', () => {
  it('with several time zones is awake when all of them are', () => {
    const zones = zonesOf('US')
    assert.ok(zones.length > 5)
    for (const zone of zones) {
      const { hour } = Temporal.Instant.fromEpochMilliseconds(politeFrom(NOON, zones)).toZonedDateTimeISO(zone)
      assert.ok(hour >= 8 && hour < 20, zone)
    }
  })
  it('that is unknown has no time zone', () => assert.deepEqual(zonesOf('not a country'), []))
})

describe('after an attempt', () => {
  const after = (outcome: Parameters<typeof afterAttempt>[1], of: Partial<Message> = {}) =>
    afterAttempt(message({ attempts: 1, ...of }), outcome, NOON)
  it('that was accepted the message is sent, with what it cost', () => {
    const change = after({ kind: 'sent', providerId: 'p1', cost: { amount: '4.00', currency: 'NGN' } })
    assert.deepEqual(change, { state: 'sent', providerId: 'p1', sentAt: NOON, reason: null, costAmount: '4.00', costCurrency: 'NGN' })
  })
  it('with an unknown outcome it is never tried again', () =>
    assert.equal(after({ kind: 'unknown', reason: 'No answer.' }).state, 'unknown'))
  it('that was refused for good it has failed', () =>
    assert.equal(after({ kind: 'refused', reason: 'No such number.', isPermanent: true }).state, 'failed'))
  it('that was refused for now it waits longer and longer, until it is no longer useful', () => {
    const busy = { kind: 'refused' as const, reason: 'Busy.', isPermanent: false }
    const waits = [1, 2, 3, 4, 5, 9].map((attempts) => (after(busy, { attempts }).dueAt! - NOON) / 60_000)
    assert.deepEqual(waits, [1, 5, 15, 60, 180, 180])
    assert.equal(after(busy, { usefulUntil: NOON }).state, 'failed')
  })
})

describe('a report', () => {
  const after = (state: MessageState, status: 'sent' | 'delivered' | 'failed') =>
    afterReport(message({ state }), { status, reason: null, at: null, cost: null }, NOON)?.state ?? null
  it('settles a message that is sent or unknown, and never returns it to an earlier state', () => {
    assert.deepEqual(
      (['sending', 'sent', 'unknown', 'delivered', 'failed', 'withdrawn'] as const).map((state) => [
        after(state, 'sent'),
        after(state, 'delivered'),
        after(state, 'failed'),
      ]),
      [
        ['sent', 'delivered', 'failed'],
        [null, 'delivered', 'failed'],
        ['sent', 'delivered', 'failed'],
        [null, null, null],
        [null, 'delivered', null],
        [null, null, null],
      ],
    )
  })
  it('records the cost once, in any state', () => {
    const report = { status: 'sent' as const, reason: null, at: null, cost: { amount: '4.00', currency: 'NGN' } }
    assert.deepEqual(afterReport(message({ state: 'delivered' }), report, NOON), {
      state: 'delivered',
      costAmount: '4.00',
      costCurrency: 'NGN',
    })
    assert.equal(afterReport(message({ state: 'delivered', costAmount: '4.00' }), report, NOON), null)
  })
})

describe('an address', () => {
  const NUMBERS: [string, string[], string | null][] = [
    ['08030000001', ['NG'], '+2348030000001'],
    ['+234 (0) 803 000 0001', ['NG'], '+2348030000001'],
    ['0240000001', ['GH'], '+233240000001'],
    ['07400 123456', ['NG', 'GB'], '+447400123456'],
    ['(202) 555-0143', ['US'], '+12025550143'],
    ['138 0013 8000', ['NG', 'CN'], '+8613800138000'],
    ['0086 138 0013 8000', ['NG'], '+8613800138000'],
    ['12345', ['NG'], null],
    ['07700 900001', ['GB'], null],
    ['call me', ['NG'], null],
  ]
  for (const [text, countries, expected] of NUMBERS)
    it(`${text} in ${countries} is ${expected}`, () => assert.equal(readPhone(text, countries)?.number ?? null, expected))

  for (const text of [
    'ada@example.com\r\nBcc: x@example.com',
    'ada@example',
    'Ada <ada@example.com>',
    'ada @example.com',
    'a,b@example.com',
    '',
  ])
    it(`${JSON.stringify(text)} is no e-mail address`, () => assert.equal(readAddress('email', text, []), null))
  it('of an e-mail keeps its spelling', () =>
    assert.deepEqual(readAddress('email', ' Ada@Example.com ', []), { to: 'Ada@Example.com', country: null }))
})
