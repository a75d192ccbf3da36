// Amounts are exact kobo, a reversal has the opposite entries, and billing periods begin on a Monday or on the first of a month.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Problems } from '../values/errors.ts'
import { koboText, readAmount, toKobo } from '../values/kobo.ts'
import { ageBucket, periodStart } from './billing-period.ts'
import type { Charge } from './charge.ts'
import { newCharge } from './charge.ts'
import type { WriteOff } from './debt/write-off.ts'
import type { CreditNote } from './invoice.ts'
import type { Entry } from './ledger.ts'
import {
  allocationEntries,
  certificateEntries,
  certificateReversalEntries,
  chargeEntries,
  chargeReversalEntries,
  creditNoteEntries,
  entriesOf,
  paymentEntries,
  paymentReversalEntries,
  refundEntries,
  withholdingEntries,
  withholdingReversalEntries,
  writeOffEntries,
  writeOffReversalEntries,
} from './ledger.ts'
import type { Allocation, Payment, Refund } from './payment.ts'
import type { Certificate } from './withholding/certificate.ts'
import type { WithheldTax } from './withholding/withheld-tax.ts'

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
  it('move a positive amount between two accounts, or are refused', () => {
    assert.equal(chargeEntries(charge({ taxKobo: 0 })).length, 1, 'nothing is not booked')
    for (const amountKobo of [-1, 0.5, Number.NaN, 2 ** 53])
      assert.throws(() => entriesOf(cause, [{ debit: 'tax', credit: 'credit', amountKobo }]), RangeError)
    assert.throws(() => entriesOf(cause, [{ debit: 'tax', credit: 'tax', amountKobo: 1 }]), RangeError)
  })

  it('of a charge are reversed once: by itself, or by its credit note', () => {
    assert.deepEqual(chargeReversalEntries(charge()), [])
    assert.deepEqual(chargeReversalEntries(charge({ reversedAt: 2, creditNoteId: 'crn_1' })), [])
    assert.equal(chargeReversalEntries(charge({ reversedAt: 2 }))[0]!.occurredAt, 2)
  })

  const line = { kind: 'freight', netKobo: 100, taxKobo: 8, direction: 'export' }
  const creditNote = { id: 'crn', kind: null, paper: { lines: [line, line] }, createdAt: 2 } as unknown as CreditNote
  const payment = {
    ...{ id: 'pay', payerId: 'cus', method: 'cash', amountKobo: 100, withheldKobo: 10 },
    ...{ refundedKobo: 20, reversedAt: null, paidAt: 3, createdAt: 9 },
  } as Payment
  const opening: Payment = { ...payment, method: 'opening', withheldKobo: null, refundedKobo: 0 }
  const refund = { id: 'rfd', method: 'cash', amountKobo: 5, createdAt: 4 } as Refund
  const allocation = (amountKobo: number) => ({ id: 'alc', amountKobo, createdAt: 5 }) as Allocation
  const writeOff = { id: 'wof', amountKobo: 6, writtenOffAt: 6, reversedAt: null } as WriteOff
  const claim = { id: 'wht', payerId: 'cus', amountKobo: 7, withheldAt: 7, reversedAt: null } as WithheldTax
  const certificate = { id: 'cer', payerId: 'cus', amountKobo: 8, createdAt: 8, withdrawnAt: null } as Certificate

  const cases: [what: string, entries: Entry[], expected: string[]][] = [
    [
      'a charge',
      chargeEntries(charge({ payerId: 'cus', direction: 'import' })),
      ['charge of cus at 1, 0: 100 from revenue:freight to receivable', 'charge of cus at 1, 1: 8 from tax:import to receivable'],
    ],
    ...(['returned_payment', 'withdrawn_discount'] as const).map((kind): [string, Entry[], string[]] => [
      `a charge of kind ${kind}`,
      chargeEntries(charge({ kind, taxKobo: 0 })),
      [`charge of null at 1, 0: 100 from ${kind === 'returned_payment' ? 'returned' : 'discount'} to receivable`],
    ]),
    [
      'an opening debt',
      chargeEntries(charge({ kind: 'opening_balance', taxKobo: 0 })),
      ['opening_balance of null at 1, 0: 100 from opening to receivable'],
    ],
    [
      'a reversed charge',
      chargeReversalEntries(charge({ reversedAt: 2 })),
      [
        'charge_reversal of null at 2, 0: 100 from receivable to revenue:freight',
        'charge_reversal of null at 2, 1: 8 from receivable to tax',
      ],
    ],
    [
      'a credit note',
      creditNoteEntries(creditNote, 'cus'),
      [0, 2].flatMap((position) => [
        `credit_note of cus at 2, ${position}: 100 from receivable to revenue:freight`,
        `credit_note of cus at 2, ${position + 1}: 8 from receivable to tax:export`,
      ]),
    ],
    [
      'a discount',
      creditNoteEntries({ ...creditNote, kind: 'discount' }, 'cus'),
      [0, 2].flatMap((position) => [
        `discount of cus at 2, ${position}: 100 from receivable to discount`,
        `discount of cus at 2, ${position + 1}: 8 from receivable to tax:export`,
      ]),
    ],
    ['a payment', paymentEntries(payment), ['payment of cus at 3, 0: 90 from credit to cash:cash']],
    ['an opening credit', paymentEntries(opening), ['opening_balance of cus at 3, 0: 100 from credit to opening']],
    ['a payment that stands', paymentReversalEntries(payment), []],
    [
      'a payment that bounced after a refund',
      paymentReversalEntries({ ...payment, reversedAt: 4 }),
      ['payment_reversal of cus at 4, 0: 70 from cash:cash to credit', 'payment_reversal of cus at 4, 1: 20 from cash:cash to returned'],
    ],
    ['a refund', refundEntries(refund, 'cus'), ['refund of cus at 4, 0: 5 from cash:cash to credit']],
    ['an allocation', allocationEntries(allocation(1), 'cus', 'cus'), ['allocation of cus at 5, 0: 1 from receivable to credit']],
    ['one that is taken back', allocationEntries(allocation(-5), 'cus', 'cus'), ['allocation of cus at 5, 0: 5 from credit to receivable']],
    [
      'an allocation between merged customers',
      allocationEntries(allocation(5), 'paid', 'owed'),
      [
        'credit_transfer of paid at 5, 0: 5 from moved to credit',
        'credit_transfer of owed at 5, 1: 5 from credit to moved',
        'allocation of owed at 5, 0: 5 from receivable to credit',
      ],
    ],
    [
      'one between them that is taken back',
      allocationEntries(allocation(-5), 'paid', 'owed'),
      [
        'credit_transfer of owed at 5, 0: 5 from moved to credit',
        'credit_transfer of paid at 5, 1: 5 from credit to moved',
        'allocation of owed at 5, 0: 5 from credit to receivable',
      ],
    ],
    ['a write-off', writeOffEntries(writeOff, 'cus'), ['write_off of cus at 6, 0: 6 from receivable to bad_debt']],
    ['a write-off that stands', writeOffReversalEntries(writeOff, 'cus'), []],
    [
      'a reversed write-off',
      writeOffReversalEntries({ ...writeOff, reversedAt: 7 }, 'cus'),
      ['write_off_reversal of cus at 7, 0: 6 from bad_debt to receivable'],
    ],
    ['withheld tax', withholdingEntries(claim), ['withholding of cus at 7, 0: 7 from credit to withheld:awaited']],
    [
      'withheld tax of a payment that bounced',
      withholdingReversalEntries({ ...claim, reversedAt: 8 }),
      ['withholding_reversal of cus at 8, 0: 7 from withheld:awaited to credit'],
    ],
    ['a certificate', certificateEntries(certificate), ['certificate of cus at 8, 0: 8 from withheld:awaited to withheld:certified']],
    [
      'a withdrawn certificate',
      certificateReversalEntries({ ...certificate, withdrawnAt: 9 }),
      ['certificate_reversal of cus at 9, 0: 8 from withheld:certified to withheld:awaited'],
    ],
  ]
  for (const [what, entries, expected] of cases) {
    it(`of ${what}`, () => {
      const textOf = ({ sourceType, payerId, occurredAt, position, debit, credit, amountKobo }: Entry): string =>
        `${sourceType} of ${payerId} at ${occurredAt}, ${position}: ${amountKobo} from ${credit} to ${debit}`
      assert.deepEqual(entries.map(textOf), expected)
    })
  }
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
