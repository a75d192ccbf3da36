// The rules of billing: tax, charges, invoice states, allocation of payments, document numbers, and the checks that find errors in the ledger.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { taxOf } from '../values/kobo.ts'
import type { Charge } from './charge.ts'
import { freightSource, grossOf, newCharge, reverseCharge, storageSource } from './charge.ts'
import type { Invoice, PaperLine } from './invoice.ts'
import { draftOf, issue, nameOf, openKobo, requireIssued, statusOf, taxSummary } from './invoice.ts'
import type { Entry } from './ledger.ts'
import { chargeEntries } from './ledger.ts'
import { numberText } from './paper-number.ts'
import { allocate, oldestFirst, requirePayable, standingShares } from './payment.ts'
import type { TaxCategory } from './tax.ts'
import { firstDifference, firstGap } from './verify/differences.ts'

const charge = (unitKobo: number, more: Partial<Charge> = {}): Charge => ({
  ...newCharge({
    id: `chg_${unitKobo}`,
    kind: 'freight',
    source: `freight ${unitKobo}`,
    description: 'Air freight',
    unitKobo,
    taxPercent: '7.5',
    createdBy: 'test',
    createdAt: 1,
  }),
  ...more,
})

const draft = draftOf({ id: 'inv_1', payerId: null, createdBy: 'test', createdAt: 1 }, [])
const parties = { seller: { name: 'A', lines: [], taxNumber: null, payTo: [] }, buyer: { id: 'B', name: 'B', lines: [] } }
const issued = (charges: readonly Charge[], more: Partial<Invoice> = {}): Invoice => ({
  ...issue(draft, charges, {
    ...parties,
    goodsOf: () => null,
    number: 'INV-2026-000001',
    issuedAt: 2,
    issueDate: '2026-11-16',
    dueDate: '2026-11-30',
  }),
  ...more,
})

describe('tax', () => {
  it('is rounded half up, line by line', () => {
    assert.deepEqual([taxOf(100, '7.5'), taxOf(20, '7.5'), taxOf(19, '7.5'), taxOf(7, '7.5')], [8, 2, 1, 1])
    const lines = [charge(7), charge(7), charge(100, { taxPercent: '0', taxKobo: 0 })]
    assert.deepEqual(taxSummary(issued(lines).paper!.lines), [
      { category: 'zero', percent: '0', reason: null, netKobo: 100, taxKobo: 0 },
      { category: 'standard', percent: '7.5', reason: null, netKobo: 14, taxKobo: 2 },
    ])
  })

  it('is summed by rate, category and reason; papers of earlier versions have no reason', () => {
    const free = (netKobo: number, taxCategory: TaxCategory, taxReason: string | null) =>
      charge(netKobo, { taxPercent: '0', taxKobo: 0, taxCategory, taxReason })
    const [none, books, food, zero] = issued([
      free(1, 'exempt', null),
      free(2, 'exempt', 'Books'),
      free(4, 'exempt', 'Food'),
      free(8, 'zero', null),
    ]).paper!.lines as [PaperLine, PaperLine, PaperLine, PaperLine]
    const { taxReason: _, ...older } = none
    assert.deepEqual(
      taxSummary([none, books, food, older, zero]).map(({ category, reason, netKobo }) => [category, reason, netKobo]),
      [
        ['zero', null, 8],
        ['exempt', null, 2],
        ['exempt', 'Books', 2],
        ['exempt', 'Food', 4],
      ],
    )
  })
})

describe('a charge', () => {
  it('is for the quantity, by default one, with the tax on all of it', () => {
    assert.partialDeepStrictEqual(charge(1_000), { version: 1, quantity: 1, netKobo: 1_000, taxKobo: 75 })
    const given = {
      kind: 'repacking',
      source: 'x',
      description: 'x',
      unitKobo: 1_000,
      taxPercent: '7.5',
      createdBy: 'x',
      createdAt: 1,
    } as const
    const three = newCharge({ ...given, id: 'chg_3', quantity: 3 })
    assert.partialDeepStrictEqual(three, { quantity: 3, netKobo: 3_000, taxKobo: 225 })
    assert.equal(grossOf(three), 3_225)
  })

  it('has a source that makes it unique', () => {
    assert.deepEqual([freightSource('pq_1'), storageSource('pkg_1', '2026-11-16')], ['freight pq_1', 'storage pkg_1 2026-11-16'])
  })

  it('leaves its draft when it is reversed, and stays on an issued invoice that a credit note corrects', () => {
    const billed = charge(1_000, { invoiceId: 'inv_1' })
    const back = { by: 'test', now: 3, reason: 'x' }
    assert.equal(reverseCharge(billed, { ...back, creditNoteId: null }).invoiceId, null)
    assert.equal(reverseCharge(billed, { ...back, creditNoteId: 'crn_1' }).invoiceId, 'inv_1')
    assert.throws(() => reverseCharge({ ...billed, reversedAt: 2 }, { ...back, creditNoteId: null }), /"Air freight" was reversed/)
  })
})

describe('an invoice', () => {
  it('is issued, part paid, paid, or void once credit notes cover it', () => {
    const invoice = issued([charge(1000)])
    assert.deepEqual(
      [{}, { paidKobo: 1 }, { paidKobo: 1074 }, { paidKobo: 1075 }, { creditedKobo: 1075 }, { paidKobo: 75, creditedKobo: 1000 }].map(
        (more) => statusOf({ ...invoice, ...more }),
      ),
      ['issued', 'part_paid', 'part_paid', 'paid', 'void', 'paid'],
    )
    assert.deepEqual(
      [statusOf(draft), openKobo(draft), draft.version, statusOf({ ...draft, discardedAt: 1 })],
      ['draft', 0, 1, 'discarded'],
    )
    const written = (writtenOffKobo: number, paidKobo: number) => ({ ...invoice, writtenOffKobo, paidKobo })
    assert.deepEqual([statusOf(written(75, 0)), openKobo(written(75, 0))], ['issued', 1_000])
    assert.deepEqual([statusOf(written(1_075, 0)), statusOf(written(1, 1_074))], ['written_off', 'written_off'])
    assert.equal(openKobo({ ...draft, totalKobo: 5 }), 0, 'of a draft nothing is owed')
    assert.deepEqual([nameOf(invoice), nameOf(draft)], ['INV-2026-000001', 'the draft'])
    assert.throws(() => issue(invoice, [charge(1)], {} as never), /is issued, not a draft/)
    assert.throws(() => issue(draft, [], {} as never), /no charges/)
    assert.throws(() => requireIssued(draft), /A draft has no document yet; issue it first/)
    requireIssued(invoice)
  })

  it('has a number per series and year, marked in test mode', () => {
    assert.deepEqual(
      [numberText('INV', 'live', '2026', 42), numberText('CRN', 'test', '2027', 1_000_000)],
      ['INV-2026-000042', 'TEST-CRN-2027-1000000'],
    )
  })
})

describe('a payment', () => {
  const invoices = [
    issued([charge(1000)], { id: 'inv_b', number: 'INV-2026-000002', dueDate: '2026-12-01' }),
    issued([charge(2000)], { id: 'inv_a', number: 'INV-2026-000001', dueDate: '2026-12-01', paidKobo: 150 }),
    issued([charge(500)], { id: 'inv_c', number: 'INV-2026-000003', dueDate: '2026-11-01' }),
  ]

  it('pays the oldest invoices first, as far as it goes, and never more than is owed', () => {
    const ordered = oldestFirst([draft, ...invoices])
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ].map((places) => places.map((place) => invoices[place]!))
    for (const given of orders)
      assert.deepEqual(
        oldestFirst([draft, ...given]).map(({ id }) => id),
        ['inv_c', 'inv_a', 'inv_b'],
      )
    assert.deepEqual(allocate(5, [{ ...invoices[0]!, paidKobo: 1080 }]), [], 'of what is paid nothing more')
    assert.deepEqual(allocate(1000, ordered), [
      { invoiceId: 'inv_c', amountKobo: 538 },
      { invoiceId: 'inv_a', amountKobo: 462 },
    ])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (amount) => {
        const shares = allocate(amount, ordered)
        const total = shares.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
        return total === Math.min(amount, 538 + 2000 + 1075) && shares.every(({ amountKobo }) => amountKobo > 0)
      }),
    )
  })

  it('is refused for a draft, another payer, a paid invoice, or an unconfirmed overpayment', () => {
    const paid = { ...invoices[0]!, paidKobo: 1075 }
    assert.throws(() => requirePayable([draft], [null], 1, false), /issue it first/)
    assert.throws(() => requirePayable([invoices[0]!], ['pcus_1'], 1, false), /another payer/)
    assert.throws(() => requirePayable([paid], [null], 1, false), /Nothing is owed/)
    assert.throws(() => requirePayable([invoices[0]!], [null], 1076, false), /10\.75 is owed/)
    requirePayable([invoices[0]!, paid], [null], 5000, true)
    requirePayable([], [null], 5000, false)
    requirePayable([invoices[0]!], [null], 1075, false)
    requirePayable([{ ...paid, paidKobo: 1074 }], [null], 1, false)
  })

  it('lists what it still covers, latest first', () => {
    const allocation = (paymentId: string, amountKobo: number) => ({
      id: 'alc',
      paymentId,
      invoiceId: 'inv',
      amountKobo,
      createdBy: 'x',
      createdAt: 1,
    })
    const all = [allocation('pay_1', 100), allocation('pay_2', 50), allocation('pay_2', -50), allocation('pay_3', 7)]
    assert.deepEqual(standingShares(all), [
      { paymentId: 'pay_3', amountKobo: 7 },
      { paymentId: 'pay_1', amountKobo: 100 },
    ])
  })
})

describe('verification', () => {
  const records = {
    charges: [charge(1000)],
    invoices: [],
    creditNotes: [],
    payments: [],
    allocations: [],
    refunds: [],
    writeOffs: [],
    withheld: [],
    certificates: [],
  }
  const right: Entry[] = chargeEntries(charge(1000))

  it('names a missing, a different and a surplus entry', () => {
    assert.equal(firstDifference(right, records), null)
    const missing = firstDifference(right.slice(1), records)!
    assert.match(
      missing,
      /^The ledger has no entry for charge ".*" \(chg_1000\): expected NGN 10\.00 \(debit receivable, credit revenue:\w+\), payer/,
    )
    assert.match(missing, /; found nothing\. Next: compare the document with its history/)
    assert.match(
      firstDifference([{ ...right[0]!, amountKobo: 999 }, right[1]!], records)!,
      /wrong entry for charge .*: expected NGN 10\.00 .*; found NGN 9\.99 /,
    )
    assert.match(
      firstDifference([...right, { ...right[0]!, sourceId: 'chg_x' }], records)!,
      /entry for charge \(chg_x\) that no document explains: expected nothing; found NGN 10\.00/,
    )
  })

  it('compares invoices with their charges, allocations and credit notes', () => {
    const billed = charge(1000, { invoiceId: 'inv_1' })
    const whole = { ...records, charges: [billed], invoices: [issued([billed])] }
    assert.equal(firstDifference(right, whole), null)
    const wrong: [Partial<Invoice>, RegExp][] = [
      [{ totalKobo: 1 }, /^The invoice .* says its total: NGN 0\.01; expected NGN 10\.75 according to its printed lines\. Next: /],
      [{ paidKobo: 5 }, /says paid: NGN 0\.05; expected NGN 0\.00 according to payments used for it/],
      [{ creditedKobo: 5 }, /says credited: NGN 0\.05; expected NGN 0\.00 according to its credit notes/],
      [{ writtenOffKobo: 5 }, /says written off: NGN 0\.05; expected NGN 0\.00 according to its write-offs/],
    ]
    for (const [more, found] of wrong) assert.match(firstDifference(right, { ...whole, invoices: [issued([billed], more)] })!, found)
  })

  it('finds gaps in numbers', () => {
    const numbers = ['INV-2026-000001', 'INV-2026-000002']
    assert.equal(firstGap(numbers, 2), null)
    assert.match(firstGap(numbers, 3)!, /3 numbers were given and 2/)
    assert.match(firstGap(['INV-2026-000001', 'INV-2026-000003'], 3)!, /number 2 is missing/)
    assert.match(firstGap([...numbers, 'INV-2026-000002'], 3)!, /number 3 is missing or given twice/)
  })
})
