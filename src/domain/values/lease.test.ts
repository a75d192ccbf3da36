// A lease holds until it ends, unless it ends later than any given now.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isHeld } from './lease.ts'

it('a lease is held to the millisecond, also one that a clock somewhat ahead has given, and none of before a clock was set back', () => {
  for (const [until, held] of [
    [1_000, false],
    [1_001, true],
    [1_200, true],
    [1_201, false],
  ] as const)
    assert.equal(isHeld(until, 1_000, 100), held, String(until))
})
