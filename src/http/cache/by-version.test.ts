// What is kept of rendered answers, and for how long.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRendered } from './by-version.ts'

describe('rendered answers', () => {
  it('are found by the version and the circumstances that they were rendered from, and by no others', () => {
    const rendered = createRendered(2 ** 20)
    rendered.keep('a', 2, 'monday', 'text')
    assert.equal(rendered.find('a', 2, 'monday'), 'text')
    for (const [id, version, circumstances] of [
      ['a', 1, 'monday'],
      ['a', 3, 'monday'],
      ['a', 2, 'tuesday'],
      ['b', 2, 'monday'],
    ] as const)
      assert.equal(rendered.find(id, version, circumstances), undefined)
    rendered.keep('a', 3, 'monday', 'newer')
    assert.deepEqual([rendered.find('a', 3, 'monday'), rendered.find('a', 2, 'monday')], ['newer', undefined])
  })

  for (const [character, bytes] of [
    ['x', 1],
    ['é', 2],
  ] as const)
    it(`stay within their bytes, of which ${character} is ${bytes}, and those asked for stay longest`, () => {
      const [text, count] = [character.repeat(1_000), 1_000]
      const rendered = createRendered(100 * (1_000 * bytes + 256))
      const isKept = (id: string): boolean => rendered.find(id, 1, '') !== undefined
      for (let n = 0; n < count; n++) {
        rendered.keep(String(n), 1, '', text)
        assert.ok(isKept('0'), `after ${n} others`)
      }
      const kept = Array.from({ length: count }, (_, n) => String(n)).filter((id) => rendered.has(id))
      assert.ok(kept.length <= 102, String(kept.length))
      assert.deepEqual([kept[0], kept.at(-1)], ['0', '999'])
    })

  it('take the place of what was kept of the same record', () => {
    const rendered = createRendered(100 * 1_256)
    rendered.keep('other', 1, '', 'other')
    for (let version = 1; version < 1_000; version++) rendered.keep('a', version, '', 'x'.repeat(1_000))
    assert.equal(rendered.find('other', 1, ''), 'other')
  })
})
