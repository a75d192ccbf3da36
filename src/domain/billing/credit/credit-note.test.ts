// A credit note credits whole lines, a quantity or an amount. Several credit notes together never credit more than the invoice.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sumKobo } from '../../values/kobo.ts'
import type { Charge } from '../charge.ts'
import { grossOf, newCharge, reverseCharge } from '../charge.ts'
import type { CreditNote, Invoice, PaperLine } from '../invoice.ts'
import { draftOf, issue, totalsOf } from '../invoice.ts'
import type { CreditWish } from './credit-note.ts'
import { creditedLines, endedCharges, requireWholeLines } from './credit-note.ts'

const charge = (id: string, unitKobo: number, quantity = 1): Charge =>
  newCharge({ id, kind: 'other', source: id, description: id, unitKobo, quantity, taxPercent: '7.5', createdBy: 'test', createdAt: 1 })

const DRAFT = draftOf({ id: 'inv_1', payerId: null, createdBy: 'test', createdAt: 1 }, [])

const issued = (charges: readonly Charge[]): Invoice =>
  issue(DRAFT, charges, {
    seller: { name: 'Seller', lines: [], taxNumber: null, payTo: [] },
    buyer: { id: 'SMP', name: 'Buyer', lines: [] },
    goodsOf: () => null,
    number: 'INV-2026-000001',
    issuedAt: 2,
    issueDate: '2026-11-16',
    dueDate: '2026-11-30',
  })

const note = (lines: PaperLine[]): CreditNote => ({ paper: { lines } }) as unknown as CreditNote

const [first, second] = [charge('a', 1_000, 3), charge('b', 2_000)]
const invoice = issued([first, second])
const credited = (wish: CreditWish, notes: CreditNote[] = []) => creditedLines(invoice, [first, second], notes, wish)
const sums = (lines: readonly PaperLine[]) =>
  lines.map(({ chargeId, quantity, netKobo, taxKobo }) => [chargeId, quantity, netKobo, taxKobo])

describe('a credit note', () => {
  it('takes back all that is left, whole lines, a quantity or an amount with tax', () => {
    assert.deepEqual(sums(credited('everything')), [
      ['a', 3, 3_000, 225],
      ['b', 1, 2_000, 150],
    ])
    assert.deepEqual(sums(credited([{ chargeId: 'b' }])), [['b', 1, 2_000, 150]])
    assert.deepEqual(sums(credited([{ chargeId: 'a', quantity: 2 }])), [['a', 2, 2_000, 150]])
    assert.deepEqual(sums(credited([{ chargeId: 'a', amountKobo: 1_075 }])), [['a', 1, 1_000, 75]])
    assert.deepEqual(sums(credited({ amountKobo: 215 })), [
      ['a', 1, 120, 9],
      ['b', 1, 80, 6],
    ])
  })

  it('after another takes back the rest, and never more', () => {
    const before = [note(credited([{ chargeId: 'a', quantity: 2 }]))]
    assert.deepEqual(sums(credited([{ chargeId: 'a' }], before)), [['a', 1, 1_000, 75]])
    assert.deepEqual([...endedCharges(invoice, before, credited([{ chargeId: 'a' }], before))], ['a'])
    assert.deepEqual([...endedCharges(invoice, before, credited([{ chargeId: 'a', amountKobo: 5 }], before))], [])
    for (const wish of [[{ chargeId: 'a', quantity: 2 }], [{ chargeId: 'a', amountKobo: 1_076 }], { amountKobo: 3_226 }])
      assert.throws(() => credited(wish, before), /is left/)
  })

  it('is refused for a draft, a void invoice, an unknown line, and the same line twice', () => {
    const gone = [first, second].map((each) => reverseCharge(each, { by: 'test', now: 3, reason: 'x', creditNoteId: 'crn_1' }))
    assert.throws(() => creditedLines(invoice, gone, [], 'everything'), /is void/)
    assert.throws(() => creditedLines(DRAFT, [], [], 'everything'), /discarded, not credited/)
    assert.throws(() => creditedLines(invoice, [gone[0]!, second], [], [{ chargeId: 'a' }]), /no line/)
    assert.throws(() => credited([{ chargeId: 'a' }, { chargeId: 'a' }]), /no line/)
  })

  it('in any parts takes back exactly the invoice', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ line: fc.constantFrom('a', 'b'), kobo: fc.integer({ min: 1, max: 4_000 }) })), (parts) => {
        const notes: CreditNote[] = []
        for (const { line, kobo } of parts) {
          try {
            notes.push(note(credited([{ chargeId: line, amountKobo: kobo }], notes)))
          } catch {
            // Expected if the random amount is more than the uncredited part of the line.
          }
        }
        const lines = notes.flatMap(({ paper }) => paper.lines)
        const standing = [first, second].filter(({ id }) => !endedCharges(invoice, notes, []).has(id))
        if (standing.length > 0) lines.push(...creditedLines(invoice, standing, notes, 'everything'))
        assert.ok(lines.every(({ netKobo, taxKobo }) => netKobo >= 0 && taxKobo >= 0))
        assert.equal(sumKobo(lines.map(grossOf)), invoice.totalKobo)
        assert.equal(totalsOf(lines).taxKobo, invoice.taxKobo)
      }),
    )
  })

  it('charges whole lines again, and refuses to for a part, whose charge still stands', () => {
    requireWholeLines('everything')
    requireWholeLines([{ chargeId: 'a' }, { chargeId: 'b' }])
    for (const part of [{ amountKobo: 1 }, [{ chargeId: 'a', quantity: 1 }], [{ chargeId: 'a' }, { chargeId: 'b', amountKobo: 1 }]])
      assert.throws(() => requireWholeLines(part), { code: 'VALIDATION_FAILED' })
  })
})
