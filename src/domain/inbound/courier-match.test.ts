// A courier number matches one announcement, several, or none.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { courierKey } from './courier-number.ts'
import type { InboundParcel } from './inbound-parcel.ts'
import { announcementsOf, cancelInbound, changeInbound, receiveBox, returnBox } from './inbound-parcel.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-16T10:00:00Z')
const NUMBER = 'YT8812345678901'
const KEY = courierKey(NUMBER)

const sample = (more: Partial<InboundParcel> = {}): InboundParcel => ({
  id: 'inb_sample',
  version: 1,
  status: 'expected',
  customerId: 'pcus_sample',
  courier: null,
  numbers: [{ number: NUMBER, boxes: [] }],
  items: [],
  transportMode: null,
  note: null,
  receivedAt: null,
  cancelledAt: null,
  expiredAt: null,
  comment: null,
  createdAt: NOW,
  updatedAt: NOW,
  clientReference: null,
  metadata: null,
  ...more,
})

const box = (more: object = {}) => ({ number: NUMBER, packageId: 'pkg_1', parcelNumber: 'P1', isConfirmed: false, now: NOW, ...more })
const received = (at: number): InboundParcel => receiveBox(sample(), box({ now: at }))
const matches = (...inbound: InboundParcel[]): [ids: string[], isSure: boolean] => {
  const found = announcementsOf(
    inbound.map((each) => ({ inbound: each })),
    KEY,
    NOW,
  )
  return [found.matches.map(({ inbound: { id } }) => id), found.isSure]
}

describe('a courier number matches', () => {
  it('the only announcement that waits for it', () => assert.deepEqual(matches(sample()), [['inb_sample'], true]))
  it('either of two that wait', () => assert.deepEqual(matches(sample(), sample({ id: 'inb_2' })), [['inb_sample', 'inb_2'], false]))
  it('the one that waits, not one that was received', () =>
    assert.deepEqual(matches({ ...received(NOW), id: 'inb_old' }, sample()), [['inb_sample'], true]))
  it('possibly one that was received or expired lately', () => {
    assert.deepEqual(matches(received(NOW - 180 * DAY_MS)), [['inb_sample'], false])
    assert.deepEqual(matches(sample({ status: 'expired', expiredAt: NOW - DAY_MS })), [['inb_sample'], false])
  })
  it('possibly one whose other numbers were received already', () => {
    const inbound = receiveBox(
      sample({
        numbers: [
          { number: NUMBER, boxes: [] },
          { number: 'OTHER12345', boxes: [] },
        ],
      }),
      box(),
    )
    assert.equal(inbound.status, 'expected')
    assert.deepEqual(matches(inbound), [['inb_sample'], false])
  })
  it('nothing that was cancelled, or settled half a year ago', () => {
    assert.deepEqual(matches(sample({ status: 'cancelled' })), [[], false])
    assert.deepEqual(matches(received(NOW - 180 * DAY_MS - 1)), [[], false])
    assert.deepEqual(matches(sample({ status: 'expired', expiredAt: NOW - 181 * DAY_MS })), [[], false])
  })
})

describe('an announcement', () => {
  it('is received, and waits again when the receipt is undone', () => {
    assert.partialDeepStrictEqual(received(NOW), { status: 'received', receivedAt: NOW })
    assert.partialDeepStrictEqual(returnBox(received(NOW), 'pkg_1', NOW), {
      status: 'expected',
      receivedAt: null,
      numbers: [{ boxes: [] }],
    })
    const two = receiveBox(received(NOW), box({ packageId: 'pkg_2', isConfirmed: true, now: NOW + 1 }))
    assert.partialDeepStrictEqual(returnBox(two, 'pkg_2', NOW + 2), { status: 'received', receivedAt: NOW })
  })

  it('requires confirmation of a second box, and of a box after it expired', () => {
    assert.throws(() => receiveBox(received(NOW), box()), { code: 'VALIDATION_FAILED' })
    assert.throws(() => receiveBox(sample({ status: 'expired', expiredAt: NOW }), box()), { code: 'VALIDATION_FAILED' })
    assert.throws(() => receiveBox(sample(), box({ number: 'OTHER12345' })), { code: 'VALIDATION_FAILED' })
    assert.partialDeepStrictEqual(receiveBox(sample({ status: 'expired', expiredAt: NOW }), box({ isConfirmed: true })), {
      status: 'received',
      expiredAt: null,
    })
  })

  it('keeps received boxes: it cannot be cancelled, and their numbers cannot be removed', () => {
    const half = receiveBox(
      sample({
        numbers: [
          { number: NUMBER, boxes: [] },
          { number: 'OTHER12345', boxes: [] },
        ],
      }),
      box(),
    )
    const draft = { courier: null, items: [], transportMode: null, note: null }
    const data = { clientReference: null, metadata: null }
    assert.throws(() => cancelInbound(half, null, NOW), { code: 'INVALID_TRANSITION' })
    assert.throws(() => changeInbound(half, { ...draft, numbers: ['OTHER12345'] }, half.customerId, data), { code: 'VALIDATION_FAILED' })
    assert.throws(() => changeInbound(half, { ...draft, numbers: [NUMBER] }, 'pcus_other', data), { code: 'INVALID_TRANSITION' })
    const kept = changeInbound(half, { ...draft, numbers: [NUMBER.toLowerCase(), 'NEW1234567'] }, half.customerId, data)
    assert.deepEqual(
      kept.numbers.map(({ boxes }) => boxes.length),
      [1, 0],
    )
    for (const status of ['received', 'cancelled'] as const)
      assert.throws(() => cancelInbound(sample({ status }), null, NOW), { code: 'INVALID_TRANSITION' })
  })
})
