// Ids sort in the order of creation, and are unique.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isId } from './domain/values/ids.ts'
import { systemDeps } from './system.ts'

it('makes ids that sort in the order of creation, however many in a millisecond', () => {
  const { newId } = systemDeps()
  const ids = Array.from({ length: 20_000 }, () => newId('evt'))
  assert.deepEqual(ids, ids.toSorted())
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every((id) => isId('evt', id)))
})
