// Amounts are exact kobo, a reversal has the opposite entries, and billing periods begin on a Monday or on the first of a month.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Problems } from '../values/errors.ts'
import { koboText, readAmount, toKobo } from '../values/kobo.ts'
import { ageBucket, periodStart } from './billing-period.ts'
import type { Charge } from './charge.ts'
import { newCharge } from './charge.ts'
import type { Entry } from './ledger.ts'
import { allocationEntries, chargeEntries, chargeReversalEntries, entriesOf, refundEntries } from './ledger.ts'

describe('amounts', () => {
  it('are kobo, read and shown exactly', () => {
    fc.assert(fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kobo) => toKobo(koboText(kobo)) === kobo))
    for (const [text, kobo] of [
      ['1250.50', 125_050],
      ['0.1', 10],
      [' 7 ', 700],
      ['0.01', 1],
      ['10000000000', 1_000_000_000_000],
    ] as const) {
      const problems = new Problems()
      assert.equal(readAmount('amount', text, problems), kobo)
      assert.ok(!problems.any, text)
    }
    for (const text of ['', '0', '0.00', '-1', '1.005', '1e3', '01', '1,000', 'NaN', '10000000000.01']) {
      const problems = new Problems()
      readAmount('amount', text, problems)
      assert.ok(problems.any, text)
    }
  })
})

describe('entries', () => {
  const cause = { sourceType: 'charge', sourceId: 'chg_1', payerId: null, occurredAt: 1 } as const
  const made = { id: 'chg_1', source: 'freight', description: 'Air freight', unitKobo: 100, taxPercent: '8', createdBy: 'x', createdAt: 1 }
  const charge = (more: Partial<Charge> = {}): Charge => ({ ...newCharge({ ...made, kind: 'freight' }), ...more })
  const transfersOf = (entries: readonly Entry[]) => entries.map(({ debit, credit, amountKobo }) => ({ debit, credit, amountKobo }))

  it('move a positive amount between two accounts, or are refused', () => {
    assert.equal(chargeEntries(charge({ taxKobo: 0 })).length, 1, 'nothing is not booked')
    for (const amountKobo of [-1, 0.5, Number.NaN, 2 ** 53])
      assert.throws(() => entriesOf(cause, [{ debit: 'tax', credit: 'credit', amountKobo }]), RangeError)
    assert.throws(() => entriesOf(cause, [{ debit: 'tax', credit: 'tax', amountKobo: 1 }]), RangeError)
  })

  it('of a reversed allocation go the other way', () => {
    const allocated = (amountKobo: number) =>
      transfersOf(
        allocationEntries({ id: 'alc', paymentId: 'pay', invoiceId: 'inv', amountKobo, createdBy: 'x', createdAt: 1 }, null, null),
      )
    assert.deepEqual(allocated(-5), [{ debit: 'receivable', credit: 'credit', amountKobo: 5 }])
    assert.deepEqual(allocated(1), [{ debit: 'credit', credit: 'receivable', amountKobo: 1 }])
  })

  it('of a charge are reversed once: by itself, or by its credit note', () => {
    assert.deepEqual(chargeReversalEntries(charge()), [])
    assert.deepEqual(chargeReversalEntries(charge({ reversedAt: 2, creditNoteId: 'crn_1' })), [])
    assert.equal(chargeReversalEntries(charge({ reversedAt: 2 }))[0]!.occurredAt, 2)
  })

  it('of a reversal are the original ones, the other way', () => {
    assert.deepEqual(transfersOf(chargeReversalEntries(charge({ reversedAt: 2 }))), [
      { debit: 'revenue:freight', credit: 'receivable', amountKobo: 100 },
      { debit: 'tax', credit: 'receivable', amountKobo: 8 },
    ])
    const refund = {
      id: 'rfd',
      paymentId: 'pay',
      method: 'cash',
      amountKobo: 5,
      reference: null,
      reason: 'x',
      createdBy: 'x',
      createdAt: 1,
    } as const
    assert.deepEqual(transfersOf(refundEntries(refund, null)), [{ debit: 'credit', credit: 'cash:cash', amountKobo: 5 }])
  })
})

describe('periods', () => {
  it('begin on Monday and on the first', () => {
    assert.deepEqual(
      ['2026-11-16', '2026-11-22', '2026-11-15'].map((date) => periodStart('weekly', date)),
      ['2026-11-16', '2026-11-16', '2026-11-09'],
    )
    assert.equal(periodStart('monthly', '2028-02-29'), '2028-02-01')
  })

  it('of debt: due today is current', () => {
    assert.deepEqual([-3, 0, 1, 30, 31, 60, 61, 90, 91].map(ageBucket), [
      'current',
      'current',
      '1_30',
      '1_30',
      '31_60',
      '31_60',
      '61_90',
      '61_90',
      'over_90',
    ])
  })
})
