// Withheld tax follows the payer's rates and is spread over the invoices in order. A certificate covers no more than the open claims.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { certify, readCertificate, withdraw } from './certificate.ts'
import { readPayerTax, withholds } from './payer-tax.ts'
import type { WithheldTax } from './withheld-tax.ts'
import { openClaimKobo, spreadWithheld, withholdingOf } from './withheld-tax.ts'

const claim = (id: string, more: Partial<WithheldTax> = {}): WithheldTax => ({
  ...{ id, version: 1, paymentId: 'pay_1', invoiceId: 'inv_1', payerId: null, amountKobo: 500, certifiedKobo: 0 },
  ...{ withheldOn: '2026-11-18', withheldAt: 1, reversedAt: null, createdAt: 1 },
  ...more,
})

describe('tax that a payer withholds', () => {
  it('is a percent of the net amount by kind of charge, rounded half up line by line, less what was credited', () => {
    const rates = { freight: '5', storage: '10' } as const
    const lines = [
      { kind: 'freight', netKobo: 1_010 },
      { kind: 'storage', netKobo: 100 },
      { kind: 'other', netKobo: 7_000 },
      { kind: 'returned_payment', netKobo: 9_000 },
    ] as const
    assert.equal(withholdingOf(rates, lines), 51 + 10)
    assert.equal(withholdingOf(rates, lines, [{ kind: 'freight', netKobo: 1_010 }]), 10)
    assert.equal(withholdingOf(rates, [], lines), 0)
  })

  it('goes to the invoices in the order in which they are paid, up to the next naira', () => {
    const paid = (invoiceId: string, expectedKobo: number, more = {}) => ({
      ...{ invoiceId, expectedKobo, shareKobo: 10_000, withheldKobo: 0 },
      ...more,
    })
    const two = [paid('inv_1', 501), paid('inv_2', 300, { withheldKobo: 100 })]
    assert.deepEqual(spreadWithheld(600, two), [{ invoiceId: 'inv_1', amountKobo: 600 }])
    assert.deepEqual(spreadWithheld(800, two), [
      { invoiceId: 'inv_1', amountKobo: 600 },
      { invoiceId: 'inv_2', amountKobo: 200 },
    ])
    assert.throws(() => spreadWithheld(801, two), /./)
    assert.throws(() => spreadWithheld(51, [paid('inv_1', 500, { shareKobo: 50 })]), /./, 'not more than it pays')
    assert.throws(() => spreadWithheld(1, [paid('inv_1', 100, { withheldKobo: 200 })]), /./)
    assert.throws(() => spreadWithheld(1, []), /./)
  })

  it('has rates above 0 and below 100, one for each kind', () => {
    const read = (percent: string) =>
      readPayerTax({ taxNumber: ' ', endpoint: null, withholding: [{ kind: 'freight', percent }] }).withholding
    assert.deepEqual([read('5.50'), read(' 99.99 ')], [{ freight: '5.5' }, { freight: '99.99' }])
    for (const percent of ['0', '0.00', '100', '-5', '5.555', 'x', '']) assert.throws(() => read(percent), /./)
    assert.deepEqual([withholds({ withholding: {} }), withholds({ withholding: { freight: '5' } })], [false, true])
  })
})

describe('a certificate', () => {
  it('covers claims in order, and never more than is open', () => {
    const claims = [claim('wht_1', { certifiedKobo: 200 }), claim('wht_2')]
    assert.deepEqual(claims.map(openClaimKobo), [300, 500])
    assert.equal(openClaimKobo(claim('wht_3', { reversedAt: 2 })), 0)
    assert.deepEqual(certify(400, claims), [
      { withheldTaxId: 'wht_1', amountKobo: 300 },
      { withheldTaxId: 'wht_2', amountKobo: 100 },
    ])
    assert.deepEqual(certify(300, claims), [{ withheldTaxId: 'wht_1', amountKobo: 300 }])
    assert.throws(() => certify(801, claims), /./)
  })

  it('is identified by its number without case and spaces, and is withdrawn once', () => {
    const typed = { number: ' wht/ 26-1 ', issuedOn: '2026-11-18', amount: '5', note: ' ' }
    const read = readCertificate(typed, '2026-11-18')
    assert.deepEqual(read, { number: 'wht/ 26-1', numberKey: 'WHT/26-1', issuedOn: '2026-11-18', amountKobo: 500, note: null })
    assert.throws(() => readCertificate(typed, '2026-11-17'), /./)
    const made = { ...read, id: 'whc_1', version: 1, payerId: null, shares: [], createdBy: 'x', createdAt: 1 }
    const standing = { ...made, withdrawnAt: null, withdrawnBy: null, withdrawReason: null }
    const withdrawn = withdraw(standing, { by: 'y', reason: 'z', now: 2 })
    assert.partialDeepStrictEqual(withdrawn, { withdrawnAt: 2, withdrawnBy: 'y', withdrawReason: 'z' })
    assert.throws(() => withdraw(withdrawn, { by: 'y', reason: 'z', now: 3 }), /was withdrawn already/)
  })
})
