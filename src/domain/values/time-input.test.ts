// A change takes effect now or later, but at most five years ahead.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems } from './errors.ts'
import { effectiveFrom } from './time-input.ts'

const NOW = Date.UTC(2026, 10, 15)
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

describe('a change takes effect', () => {
  const CASES: [rule: string, asked: number | null, isRight: boolean][] = [
    ['now', null, true],
    ['at this very millisecond', NOW, true],
    ['a millisecond later', NOW + 1, true],
    ['not a millisecond ago', NOW - 1, false],
    ['in four years', NOW + 4 * YEAR_MS, true],
    ['not in six', NOW + 6 * YEAR_MS, false],
  ]
  for (const [rule, asked, isRight] of CASES) {
    it(rule, () => {
      const problems = new Problems()
      assert.equal(effectiveFrom(asked, NOW, problems), asked ?? NOW)
      assert.deepEqual(
        problems.list.map(({ field }) => field),
        isRight ? [] : ['effective_from'],
      )
    })
  }
})
