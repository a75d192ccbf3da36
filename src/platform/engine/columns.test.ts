// One list of columns maps records to rows and back. The lines marked `@ts-expect-error` are checked by `npm run types`.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { columnsOf } from './columns.ts'

type Crate = { id: string; ownerId: string | null; fileSha256: string }

const { fromRow, toRow } = columnsOf<Crate>()('id, owner_id, file_sha256')
const CRATE: Crate = { id: 'a', ownerId: null, fileSha256: 'f' }
const ROW = { id: 'a', owner_id: null, file_sha256: 'f' }

it('a record becomes its row and the row its record, without what is not listed', () => {
  assert.deepEqual(toRow({ ...CRATE, ...{ colour: 'red' } }), ROW)
  assert.deepEqual(fromRow({ ...ROW, ...{ search_text: 'a' } }), CRATE)
})

it('a list that leaves out a field of the record does not compile, nor does a row of other types', () => {
  // @ts-expect-error: owner_id is missing.
  columnsOf<Crate>()('id, file_sha256')
  // @ts-expect-error: an id is text.
  assert.deepEqual(fromRow({ ...ROW, id: 1 }), { ...CRATE, id: 1 })
})
