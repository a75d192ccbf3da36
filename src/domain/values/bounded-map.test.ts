// A bounded map stays within its bound, and keeps recently used entries.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBoundedMap } from './bounded-map.ts'

describe('a bounded map', () => {
  it('stays within its bound, and keeps recently used entries', () => {
    const map = createBoundedMap<string>(100 * 1_000, ({ length }) => length)
    for (let n = 0; n < 1_000; n++) {
      map.set(String(n), 'x'.repeat(1_000))
      assert.ok(map.get('0'), `after ${n} others`)
    }
    const kept = Array.from({ length: 1_000 }, (_, n) => String(n)).filter((key) => map.get(key) !== undefined)
    assert.ok(kept.length <= 102, String(kept.length))
    assert.ok(kept.includes('999'))
  })

  it('counts a replaced value once', () => {
    const map = createBoundedMap<string>(10)
    map.set('other', 'other')
    for (let n = 0; n < 1_000; n++) map.set('a', String(n))
    assert.deepEqual([map.get('other'), map.get('a')], ['other', '999'])
  })

  it('keeps null and the empty text, and nothing once it is cleared', () => {
    const map = createBoundedMap<string | null>(10)
    map.set('null', null)
    map.set('empty', '')
    assert.deepEqual([map.get('null'), map.get('empty'), map.get('other')], [null, '', undefined])
    map.clear()
    assert.deepEqual([map.get('null'), map.get('empty')], [undefined, undefined])
  })
})
