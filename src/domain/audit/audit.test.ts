// The state of an object and its changes are rebuilt from its audit records.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { applied, differences, fieldChanges } from './audit.ts'

const values = fc.dictionary(fc.constantFrom('status', 'comment', 'weight_kg'), fc.oneof(fc.constant(null), fc.integer(), fc.string()))

describe('records', () => {
  it('applied in order leave each field at its last value', () => {
    fc.assert(
      fc.property(fc.array(values), fc.constantFrom('status', 'comment', 'weight_kg'), (records, field) => {
        const last = records.findLast((changes) => field in changes)
        assert.equal(records.reduce(applied, {})[field], last?.[field])
      }),
    )
  })

  it('have values before and after; a field never recorded was null', () => {
    assert.deepEqual(fieldChanges({ status: 'booked' }, { status: 'warehouse', comment: 'wet' }), [
      { field: 'status', before: 'booked', after: 'warehouse' },
      { field: 'comment', before: null, after: 'wet' },
    ])
  })

  it('differ from a row in its changed columns, and ignore columns that it lacks', () => {
    assert.deepEqual(differences({ status: 'booked', password_changed_at: 1 }, { status: 'transit', comment: null, weight_kg: 0 }), [
      'status',
      'weight_kg',
    ])
  })
})
