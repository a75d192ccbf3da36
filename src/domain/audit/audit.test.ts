// The state of an object from its records, the change by each, and when it was created.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { makeId, uuidV7 } from '../values/ids.ts'
import { applied, bornAt, differences, fieldChanges } from './audit.ts'

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

describe('the creation time of an object', () => {
  const token = makeId('pkg', uuidV7(1_000, new Uint8Array(10)))
  const cases: [what: string, id: string, createdAt: unknown, bornAt: number][] = [
    ['is the time in its row', 'import-air@2', 5_000, 5_000],
    ['is the time inside its token if the clock of its test data ran ahead', token, 5_000, 1_000],
    ['is the time in its row if that is earlier', token, 500, 500],
    ['is infinite if it is unknown', token, undefined, Number.POSITIVE_INFINITY],
  ]
  for (const [what, id, createdAt, expected] of cases) it(what, () => assert.equal(bornAt(id, createdAt), expected))
})
