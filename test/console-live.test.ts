// Which queries the console refetches after a change.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAffected } from '../console/src/live/affected-queries.ts'

const BUSINESS = 'business_01h455vb4pex5vsknk084sn02q'
const PAYMENT = { kind: 'payment', id: 'payment_01h455vb4pex5vsknk084sn02q' }
const ANYTHING = { kind: null, id: null }

describe('a payment', () => {
  it('shows in lists of invoices and of payments', () => {
    assert.equal(isAffected(PAYMENT, ['/ops/v1/invoices', { business: BUSINESS }], []), true)
    assert.equal(isAffected(PAYMENT, ['/ops/v1/payments', {}], []), true)
  })

  it('does not reset the form that takes one: a repeat after a lost answer is the same request', () => {
    for (const change of [PAYMENT, ANYTHING])
      for (const debtor of [BUSINESS, 'TEST-INV-2026-000001'])
        assert.equal(isAffected(change, ['/ops/v1/invoices', 'due', debtor, 'test'], {}), false)
  })
})
