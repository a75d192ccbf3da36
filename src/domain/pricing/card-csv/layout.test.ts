// The operators' guide explains every column, row type and fixed value of card files. Its examples can be imported.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { CONTAINER_SIZES } from '../cargo.ts'
import { CARD_KINDS, headerOf, NO_LIMIT, NO_STEP, ROW_TYPES } from './layout.ts'
import { readCardCsv } from './read-card.ts'

const GUIDE = readFileSync(new URL('../../../../docs/rate-cards.md', import.meta.url), 'utf8')

describe('docs/rate-cards.md', () => {
  const words = new Set([
    ...CARD_KINDS.flatMap((kind) => [kind, ...headerOf(kind), ...Object.keys(ROW_TYPES[kind])]),
    NO_LIMIT,
    NO_STEP,
    ...CONTAINER_SIZES,
  ])
  for (const word of words) it(`explains \`${word}\``, () => assert.ok(GUIDE.includes(`\`${word}\``)))

  it('shows an importable file of each kind', () => {
    const examples = [...GUIDE.matchAll(/```csv\n(.*?)```/gs)].map(([, text]) => text!)
    const kinds = examples.map((text) => {
      const kind = CARD_KINDS.find((candidate) => text.includes(`\ncard,${candidate},`))!
      assert.equal(readCardCsv(new TextEncoder().encode(text), kind).ok, true, text)
      return kind
    })
    assert.deepEqual(kinds.sort(), [...CARD_KINDS].sort())
  })
})
