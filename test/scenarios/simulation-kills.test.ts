// The seeded simulation, with servers that are killed: every acknowledged operation has taken effect, and no operation takes effect twice.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forEachEngine } from '../support/engine/engines.ts'
import { simulateSeed } from '../support/simulation/seeds.ts'

const KILLED = process.env.SOAK ? { operations: 3_000, kills: 60 } : { operations: 40, kills: 1 }
const TEST_TIMEOUT_MS = process.env.SOAK ? 5 * 60 * 60_000 : 3 * 60_000

describe('a simulation of clients, staff and time', { concurrency: true }, () => {
  forEachEngine((engine) => {
    it(`killed ${KILLED.kills} times, it has done the acknowledged work, and everything once`, {
      timeout: TEST_TIMEOUT_MS,
    }, async (t) => {
      const { seed, counts } = await simulateSeed(engine, KILLED)
      t.diagnostic(`seed ${seed}, ${JSON.stringify(counts)}`)
      assert.ok(counts.kills! > 0)
    })
  })
})
