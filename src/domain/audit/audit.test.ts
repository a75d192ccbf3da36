// What records say of an object: its state, what each changed, and since when it is there.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { makeId, uuidV7 } from '../values/ids.ts'
import { applied, bornAt, differences, fieldChanges } from './audit.ts'

const values = fc.dictionary(fc.constantFrom('status', 'comment', 'weight_kg'), fc.oneof(fc.constant(null), fc.integer(), fc.string()))

describe('records', () => {
  it('put one over the other leave each field as the last one that names it says', () => {
    fc.assert(
      fc.property(fc.array(values), fc.constantFrom('status', 'comment', 'weight_kg'), (records, field) => {
        const last = records.findLast((changes) => field in changes)
        assert.equal(records.reduce(applied, {})[field], last?.[field])
      }),
    )
  })

  it('tell what was before and after; what was never named was null', () => {
    assert.deepEqual(fieldChanges({ status: 'booked' }, { status: 'warehouse', comment: 'wet' }), [
      { field: 'status', before: 'booked', after: 'warehouse' },
      { field: 'comment', before: null, after: 'wet' },
    ])
  })

  it('differ from a row in the columns that it has otherwise, and say nothing of columns that it has not', () => {
    assert.deepEqual(differences({ status: 'booked', password_changed_at: 1 }, { status: 'transit', comment: null, weight_kg: 0 }), [
      'status',
      'weight_kg',
    ])
  })
})

describe('since when an object is there', () => {
  const token = makeId('pkg', uuidV7(1_000, new Uint8Array(10)))
  const cases: [what: string, id: string, createdAt: unknown, bornAt: number][] = [
    ['is what its row says', 'import-air@2', 5_000, 5_000],
    ['is the time inside its token, where the clock of its test data ran ahead', token, 5_000, 1_000],
    ['is what its row says, where that is earlier', token, 500, 500],
    ['is never, where nothing says it', token, undefined, Number.POSITIVE_INFINITY],
  ]
  for (const [what, id, createdAt, expected] of cases) it(what, () => assert.equal(bornAt(id, createdAt), expected))
})
