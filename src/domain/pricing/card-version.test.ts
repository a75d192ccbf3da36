// The state that each version of a card has at each time, and how cards and versions are named.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CardVersion } from './card-version.ts'
import { cardRef, cardState, versionInForce } from './card-version.ts'

const version = (number: number, life: Partial<CardVersion> = {}): CardVersion => ({
  id: 'export-air',
  version: number,
  kind: 'export_air',
  title: 'Export air',
  currency: 'USD',
  sample: false,
  businessId: null,
  createdAt: 0,
  publishedAt: null,
  effectiveFrom: null,
  discardedAt: null,
  ...life,
})

const published = (number: number, effectiveFrom: number): CardVersion => version(number, { publishedAt: 1, effectiveFrom })

/** Version 2 never begins, because version 3 was published later for the same moment. */
const VERSIONS = [published(1, 10), published(2, 20), published(3, 20), version(4, { discardedAt: 5 }), published(5, 30), version(6)]

describe('the state of a version', () => {
  const CASES: [at: number, inForce: number | null, states: string[]][] = [
    [9, null, ['scheduled', 'replaced', 'scheduled', 'discarded', 'scheduled', 'draft']],
    [10, 1, ['in force', 'replaced', 'scheduled', 'discarded', 'scheduled', 'draft']],
    [19, 1, ['in force', 'replaced', 'scheduled', 'discarded', 'scheduled', 'draft']],
    [20, 3, ['replaced', 'replaced', 'in force', 'discarded', 'scheduled', 'draft']],
    [30, 5, ['replaced', 'replaced', 'replaced', 'discarded', 'in force', 'draft']],
  ]
  for (const [at, inForce, states] of CASES) {
    it(`at ${at}`, () => {
      assert.equal(versionInForce(VERSIONS, at)?.version ?? null, inForce)
      assert.deepEqual(
        VERSIONS.map((card) => cardState(card, VERSIONS, at)),
        states,
      )
    })
  }
})

describe('a card is named', () => {
  it('by its id, or its id and a version', () => {
    assert.deepEqual(cardRef('export-air'), { id: 'export-air', version: null })
    assert.deepEqual(cardRef('a1@12'), { id: 'a1', version: 12 })
    const longest = `a${'b'.repeat(39)}`
    assert.deepEqual(cardRef(longest), { id: longest, version: null })
  })

  const WRONG = [
    '',
    '@1',
    'Export',
    '1-air',
    'air@',
    'air@0',
    'air@x',
    'air@1@2',
    'air@1.5',
    'a b',
    'new.csv',
    './air',
    `a${'b'.repeat(40)}`,
  ]
  for (const text of WRONG) it(`not by "${text}"`, () => assert.equal(cardRef(text), null))
})
