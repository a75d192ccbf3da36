// A seeded simulation of clients, staff and clocks: every answer of the servers must match the model.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Engine } from '../support/engine/engines.ts'
import { forEachEngine } from '../support/engine/engines.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { failedOn, newSeed, simulateSeed } from '../support/simulation/seeds.ts'
import { soak } from '../support/simulation/soak.ts'

/** Number of operations. Smaller on PostgreSQL, where operations take longer. */
const OPERATIONS = { sqlite: 300, postgres: 150 }
const operationsOn = ({ name }: Engine): number => Number(process.env.OPERATIONS ?? OPERATIONS[name])
/**
 * Number of operations in the soak, per engine. Each simulation has SOAK_EACH of them: enough for every kind of step, and few enough to
 * debug.
 */
const SOAK_OPERATIONS = { sqlite: 700_000, postgres: 300_000 }
const SOAK_EACH = 5_000
/** Steps that must occur in the short simulation. A simulation in which nothing happened therefore fails. */
const NEVER_MISSING = [
  'attached past the cut-off',
  'departures undone',
  'taken off',
  'rolled over',
  'ready for collection',
  'handed out for a code',
  'dispositions undone',
]
const TEST_TIMEOUT_MS = process.env.SOAK || process.env.SEED ? 5 * 60 * 60_000 : 3 * 60_000

describe('a simulation of clients, staff and time', { concurrency: true }, () => {
  forEachEngine((engine) => {
    if (process.env.SEED) {
      it('agrees with the model from the seed given', { timeout: TEST_TIMEOUT_MS }, async () => {
        await simulateSeed(engine, {
          seed: Number(process.env.SEED),
          operations: operationsOn(engine),
          kills: Number(process.env.KILLS ?? 0),
        })
      })
      return
    }

    it('agrees with the model where it failed before', { timeout: TEST_TIMEOUT_MS }, async () => {
      for (const failed of await failedOn(engine.name)) await simulateSeed(engine, failed)
    })

    const operations = operationsOn(engine)
    it(`agrees with the model for ${operations} operations`, { timeout: TEST_TIMEOUT_MS }, async (t) => {
      const { seed, counts, requests } = await simulateSeed(engine, { operations })
      t.diagnostic(`seed ${seed}, ${requests} requests, ${JSON.stringify(counts)}`)
      if (!process.env.SOAK && operations >= OPERATIONS.sqlite)
        assert.deepEqual(
          NEVER_MISSING.filter((kind) => counts[kind] === undefined),
          [],
        )
    })

    const total = SOAK_OPERATIONS[engine.name]
    it(`agrees with the model for ${total} operations`, { ...IN_SOAK, timeout: TEST_TIMEOUT_MS }, async (t) => {
      const from = newSeed()
      const tasks = Array.from({ length: total / SOAK_EACH }, (_, index) => ({
        engine: engine.name,
        seed: from + index,
        operations: SOAK_EACH,
      }))
      const began = performance.now()
      const { operations, requests, counts } = await soak(tasks)
      const perSecond = Math.round(operations / ((performance.now() - began) / 1_000))
      t.diagnostic(`seeds from ${from}, ${operations} operations, ${requests} requests, ${perSecond} a second, ${JSON.stringify(counts)}`)
    })
  })
})
