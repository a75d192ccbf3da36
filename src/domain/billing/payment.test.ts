// A payment can be refunded up to its unused credit, and reversed once. If look-ups cannot confirm a notice within about a day, a person must decide.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Rejection } from '../values/errors.ts'
import { paymentEntries } from './ledger.ts'
import type { Payment } from './payment.ts'
import {
  paidAt,
  paidOn,
  paymentStatus,
  readStaffPayment,
  receivedKobo,
  referenceKey,
  requireReceipt,
  requireRefundable,
  requireReversible,
  standingShares,
  unusedKobo,
} from './payment.ts'
import type { PaymentNotice } from './payment-notice.ts'
import {
  askedAgain,
  isFollowed,
  isReturn,
  isUnconfirmed,
  lookAgain,
  needsAttention,
  newNotice,
  recorded,
  refusalOf,
  requireUnanswered,
  requireUnassigned,
  requireUndecided,
} from './payment-notice.ts'
import { firstDifference } from './verify/differences.ts'

const payment = (more: Partial<Payment> = {}): Payment => ({
  id: 'pay_1',
  version: 1,
  number: 'RCT-2026-000001',
  payerId: null,
  method: 'transfer',
  amountKobo: 1_000,
  withheldKobo: null,
  reference: null,
  note: null,
  allocatedKobo: 600,
  refundedKobo: 0,
  reversedAt: null,
  reversedBy: null,
  reverseReason: null,
  takenBy: 'test',
  receiptDate: '2026-11-16',
  paidOn: '2026-11-16',
  paidAt: 0,
  createdAt: 1,
  ...more,
})

describe('a payment that staff type in', () => {
  it('has an amount, and a reference unless it is in cash', () => {
    assert.deepEqual(readStaffPayment({ method: 'cash', amount: '12.50' }), { amountKobo: 1_250, withheldKobo: 0, reference: null })
    const transfer = readStaffPayment({ method: 'transfer', amount: '1', withheld: '0.05', reference: ' T-1 ' })
    assert.deepEqual(transfer, { amountKobo: 100, withheldKobo: 5, reference: 'T-1' })
    for (const method of ['transfer', 'card'] as const)
      assert.throws(() => readStaffPayment({ method, amount: '1', reference: ' ' }), {
        problems: [{ field: 'reference', message: 'is required for a transfer or a card' }],
      })
  })

  it('is refused with all its problems together', () => {
    const problemsOf = (typed: Parameters<typeof readStaffPayment>[0]): unknown => {
      try {
        return readStaffPayment(typed)
      } catch (error) {
        return (error as Rejection).problems.map(({ field }) => field)
      }
    }
    assert.deepEqual(problemsOf({ method: 'card', amount: 'much' }), ['amount', 'reference'])
  })
})

describe('a payment', () => {
  it('is refunded up to its unused credit, and not once it is reversed', () => {
    assert.equal(unusedKobo(payment()), 400)
    requireRefundable(payment(), 400)
    requireRefundable(payment(), 1)
    assert.throws(() => requireRefundable(payment(), 401), /NGN 4\.00 of payment RCT-2026-000001 is credit; NGN 4\.01 cannot be refunded/)
    assert.throws(() => requireRefundable(payment({ refundedKobo: 400 }), 1), /0\.00 of payment/)
    assert.throws(() => requireRefundable(payment({ reversedAt: 2 }), 0), /was reversed/)
    assert.equal(unusedKobo(payment({ reversedAt: 2 })), 0)
  })

  it('is refunded up to the money received, without the tax that the payer withheld', () => {
    const withheld = payment({ withheldKobo: 100, allocatedKobo: 0, refundedKobo: 200 })
    requireRefundable(withheld, 700)
    assert.throws(() => requireRefundable(withheld, 701), /NGN 7\.00 of payment RCT-2026-000001 was received and not refunded/)
    assert.deepEqual([receivedKobo(withheld), receivedKobo(payment())], [900, 1_000])
  })

  it('was made on the day that staff entered, or when it was recorded', () => {
    const older = payment({ paidOn: null, paidAt: null, receiptDate: '2026-11-17' })
    const later = payment({ receiptDate: '2026-11-18' })
    assert.deepEqual([paidOn(later), paidAt(later), paidOn(older), paidAt(older)], ['2026-11-16', 0, '2026-11-17', 1])
  })

  it('has a receipt, unless it is an opening balance', () => {
    requireReceipt(payment())
    assert.throws(() => requireReceipt(payment({ method: 'opening' })), /is an opening balance/)
  })

  it('has the same reference in other letters and spaces', () => {
    assert.equal(referenceKey(' trf\u00a01 a'), 'TRF1A')
    assert.equal(referenceKey('ＴＲＦ1A'), 'TRF1A')
  })

  it('is reversed once, and not after a full refund', () => {
    requireReversible(payment())
    assert.throws(() => requireReversible(payment({ reversedAt: 2 })), /is reversed already/)
    assert.throws(() => requireReversible(payment({ refundedKobo: 1_000 })), /was refunded/)
  })

  it('is recorded, refunded once nothing is left, or reversed', () => {
    const states = [{}, { refundedKobo: 999 }, { refundedKobo: 1_000 }, { reversedAt: 2 }].map((more) => paymentStatus(payment(more)))
    assert.deepEqual(states, ['recorded', 'recorded', 'refunded', 'reversed'])
  })

  it('is listed once per invoice, with the sum of its shares, at the position of the latest', () => {
    const share = (paymentId: string, amountKobo: number) => ({
      id: 'alc',
      paymentId,
      invoiceId: 'inv',
      amountKobo,
      createdBy: 'x',
      createdAt: 1,
    })
    assert.deepEqual(standingShares([share('pay_1', 100), share('pay_2', 1), share('pay_1', 20)]), [
      { paymentId: 'pay_1', amountKobo: 120 },
      { paymentId: 'pay_2', amountKobo: 1 },
    ])
  })
})

describe('a provider’s notice', () => {
  const told = {
    id: 'ntf_1',
    mode: 'live',
    provider: 'paystack',
    event: 'charge.success',
    reference: 'R',
    bodyDigest: '',
    createdAt: 1,
  } as const
  const notice = (more: Partial<PaymentNotice> = {}): PaymentNotice => ({ ...newNotice(told, 1_000), ...more })

  it('is processed for payments, refunds and disputes', () => {
    const events = ['charge.success', 'refund.processed', 'charge.dispute.create', 'charge.failed', 'transfer.success', 'refund']
    assert.deepEqual(events.map(isFollowed), [true, true, true, false, false, false])
    assert.deepEqual(events.map(isReturn), [false, true, true, false, false, false])
  })

  it('of a payment is looked up at once; of a refund or dispute it is left to a person', () => {
    assert.partialDeepStrictEqual(newNotice(told, 1_000), { state: 'waiting', reason: null, nextLookAt: 1_000, looks: 0, amount: null })
    assert.partialDeepStrictEqual(newNotice({ ...told, event: 'refund.processed' }, 1_000), {
      state: 'attention',
      reason: 'money_returned',
      nextLookAt: null,
    })
  })

  it('is looked up at growing intervals for about a day, and then left to a person', () => {
    const delays: number[] = []
    let waiting = notice()
    for (; waiting.state === 'waiting'; waiting = lookAgain(waiting, 0, 'not_confirmed')) delays.push(waiting.nextLookAt!)
    assert.deepEqual(
      delays.slice(1).map((ms) => ms / 1_000),
      [1, 5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200],
    )
    assert.partialDeepStrictEqual(waiting, { state: 'attention', reason: 'not_confirmed', nextLookAt: null, looks: 9 })
    assert.partialDeepStrictEqual(askedAgain(waiting, 7), { state: 'waiting', reason: null, nextLookAt: 7, looks: 0 })
  })

  it('is recorded only if confirmed: same reference, mode and currency, and a valid amount', () => {
    const right = { reference: 'R', amount: 1, currency: 'NGN', isTest: false }
    const cases: [Partial<typeof right>, string | null][] = [
      [{}, null],
      [{ amount: 1_000_000_000_000 }, null],
      [{ reference: 'S' }, 'not_confirmed'],
      [{ isTest: true }, 'other_mode'],
      [{ currency: 'USD' }, 'other_currency'],
      ...[0, -1, 0.5, 1_000_000_000_001].map((amount): [Partial<typeof right>, string] => [{ amount }, 'amount']),
    ]
    for (const [more, reason] of cases) assert.equal(refusalOf(notice(), { ...right, ...more }), reason, JSON.stringify(more))
    assert.equal(refusalOf(notice({ mode: 'test' }), { ...right, isTest: true }), null)
    assert.equal(refusalOf(notice({ mode: 'test' }), right), 'other_mode')
    assert.partialDeepStrictEqual(recorded(notice(), 'biz_1', 'pay_1'), {
      ...{ state: 'recorded', reason: null, nextLookAt: null },
      ...{ businessId: 'biz_1', paymentId: 'pay_1' },
    })
  })

  it('allows a person only the actions of its state and reason', () => {
    const rows: [PaymentNotice, isUnconfirmed: boolean, mayLookUp: boolean, mayAssign: boolean, mayDismiss: boolean][] = [
      [notice(), false, false, false, false],
      [needsAttention(notice(), 'not_confirmed'), true, true, false, true],
      [needsAttention(notice(), 'unknown_payment'), true, true, false, true],
      [needsAttention(notice(), 'unknown_reference'), false, true, true, true],
      [needsAttention(notice(), 'money_returned'), false, false, false, true],
      [notice({ state: 'dismissed', reason: 'unknown_reference' }), false, false, false, false],
      [notice({ state: 'recorded', reason: 'not_confirmed' }), false, false, false, false],
    ]
    const may = (rule: () => void): boolean => {
      try {
        rule()
        return true
      } catch {
        return false
      }
    }
    for (const [given, ...expected] of rows)
      assert.deepEqual(
        [
          isUnconfirmed(given),
          may(() => requireUnanswered(given)),
          may(() => requireUnassigned(given)),
          may(() => requireUndecided(given)),
        ],
        expected,
        `${given.state} ${given.reason}`,
      )
  })
})

describe('verification of payments', () => {
  const none = { charges: [], invoices: [], creditNotes: [], allocations: [], refunds: [], writeOffs: [], withheld: [], certificates: [] }
  const found = (booked: Partial<Payment>, more: Partial<Payment>): string | null => {
    const entries = paymentEntries(payment({ allocatedKobo: 0, paidAt: 5, ...booked }))
    return firstDifference(entries, { ...none, payments: [payment({ allocatedKobo: 0, paidAt: 5, ...more })] })
  }

  it('names the payment, what it says, and what is expected', () => {
    assert.equal(found({}, {}), null)
    const wrong: [Partial<Payment>, RegExp][] = [
      [
        { allocatedKobo: 5 },
        /^The payment RCT-2026-000001 of the business says used: NGN 0\.05; expected NGN 0\.00 according to the invoices that it pays\. Next: /,
      ],
      [{ refundedKobo: 5 }, /says refunded: NGN 0\.05; expected NGN 0\.00 according to its refunds/],
      [
        { amountKobo: 2_000 },
        /wrong entry for payment RCT-2026-000001 .*: expected NGN 20\.00 \(debit cash:transfer, credit credit\).*; found NGN 10\.00/,
      ],
    ]
    for (const [more, text] of wrong) assert.match(found({}, more)!, text)
    assert.match(
      found({ amountKobo: 1_005 }, { withheldKobo: 5, amountKobo: 1_010 })!,
      /says withheld: NGN 0\.05; expected NGN 0\.00 according to its claims/,
    )
  })
})
