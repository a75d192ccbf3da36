// Amounts are exact kobo, each transfer has its entries and a reversal the opposite ones, and periods begin on Mondays and on the first.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Problems } from '../values/errors.ts'
import { koboText, readAmount, toKobo } from '../values/kobo.ts'
import { ageBucket, periodStart } from './billing-period.ts'
import { allocationTransfers, chargeTransfers, entriesOf, paymentTransfers, refundTransfers, reversalTransfers } from './ledger.ts'

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

  it('move a positive amount between two accounts, or are refused', () => {
    assert.equal(entriesOf(cause, chargeTransfers({ kind: 'freight', netKobo: 100, taxKobo: 0 })).length, 1, 'nothing is not booked')
    for (const amountKobo of [-1, 0.5, Number.NaN, 2 ** 53])
      assert.throws(() => entriesOf(cause, [{ debit: 'tax', credit: 'credit', amountKobo }]), RangeError)
    assert.throws(() => entriesOf(cause, [{ debit: 'tax', credit: 'tax', amountKobo: 1 }]), RangeError)
  })

  it('of a reversed allocation go the other way', () => {
    assert.deepEqual(allocationTransfers(-5), [{ debit: 'receivable', credit: 'credit', amountKobo: 5 }])
    for (const amountKobo of [0, 1])
      assert.deepEqual(allocationTransfers(amountKobo), [{ debit: 'credit', credit: 'receivable', amountKobo }])
  })

  it('of a reversal are the original ones, the other way', () => {
    assert.deepEqual(reversalTransfers({ kind: 'freight', netKobo: 100, taxKobo: 8 }), [
      { debit: 'revenue:freight', credit: 'receivable', amountKobo: 100 },
      { debit: 'tax', credit: 'receivable', amountKobo: 8 },
    ])
    assert.deepEqual(paymentTransfers('cash', 5), [{ debit: 'cash:cash', credit: 'credit', amountKobo: 5 }])
    assert.deepEqual(refundTransfers('cash', 5), [{ debit: 'credit', credit: 'cash:cash', amountKobo: 5 }])
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
