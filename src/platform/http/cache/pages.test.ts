// Only changed records of a page are rendered. If a record changes during the read, the page is read again.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Version } from '../../engine/paging.ts'
import { createVersionCache } from './by-version.ts'
import { readPage } from './pages.ts'

/** A list of records. The text of a record is its id followed by its version. */
const listOf = (...ids: string[]) => {
  const store = new Map(ids.map((id) => [id, 1]))
  const asked: string[][] = []
  const cache = createVersionCache(2 ** 20)
  const change = (id: string): void => void store.set(id, store.get(id)! + 1)
  const page = (meanwhile: () => void = () => {}) =>
    readPage<Version>(cache, {
      versions: async () => ({ items: [...store].map(([id, version]) => ({ id, version })), older: null, newer: null }),
      shownWith: () => '',
      render: async (records) => {
        meanwhile()
        asked.push(records.map(({ id }) => id))
        return records.map(({ id }) => ({ id, version: store.get(id)!, text: `${id}${store.get(id)}` })).toReversed()
      },
    })
  return { store, asked, change, page }
}

describe('a page of texts', () => {
  it('is in the order of the list, and renders only what has changed', async () => {
    const { asked, change, page } = listOf('a', 'b', 'c')
    assert.deepEqual((await page()).items, ['a1', 'b1', 'c1'])
    assert.deepEqual((await page()).items, ['a1', 'b1', 'c1'])
    change('b')
    assert.deepEqual((await page()).items, ['a1', 'b2', 'c1'])
    assert.deepEqual(asked, [['a', 'b', 'c'], ['b']])
  })

  it('is read again when a record changed or left while it was rendered', async () => {
    const { store, asked, change, page } = listOf('a', 'b')
    const meanwhile = [() => change('a'), () => store.delete('b')]
    assert.deepEqual((await page(() => meanwhile.shift()?.())).items, ['a2'])
    assert.deepEqual(asked, [['a', 'b'], ['a', 'b'], ['a']])
  })
})
