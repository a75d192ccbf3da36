// A seeded simulation of clients, staff, clocks and kills: every answer of the servers must match the model.

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Engine } from '../support/engine/engines.ts'
import { forEachEngine } from '../support/engine/engines.ts'
import type { Outcome } from '../support/simulation/run.ts'
import { simulate } from '../support/simulation/run.ts'
import { commandFor, failedOn, forgetFailed, keepFailed } from '../support/simulation/seeds.ts'
import { soak } from '../support/simulation/soak.ts'

const OPERATIONS = Number(process.env.OPERATIONS ?? 260)
const KILLED = process.env.SOAK ? { operations: 3_000, kills: 60 } : { operations: 40, kills: 1 }
/** In all, on each engine; each simulation is long enough for everything to have happened, and short enough to be looked into. */
const SOAK_OPERATIONS = { sqlite: 700_000, postgres: 300_000 }
const SOAK_EACH = 5_000
const TEST_TIMEOUT_MS = process.env.SOAK || process.env.SEED ? 5 * 60 * 60_000 : 3 * 60_000

/** The same in every `npm test`, which must not fail on what nobody has just changed; a new one each time in soak. */
const newSeed = (): number => (process.env.SOAK ? randomInt(2 ** 31) : 1)

/** A seed that fails is kept, and tried first the next time. */
const run = async (engine: Engine, { seed = newSeed(), operations = OPERATIONS, kills = 0 } = {}): Promise<Outcome & { seed: number }> => {
  const kept = { engine: engine.name, seed, operations, kills }
  try {
    const outcome = await simulate(engine, kept)
    await forgetFailed(kept)
    return { ...outcome, seed }
  } catch (error) {
    await keepFailed(kept)
    throw new Error(`Again with: ${commandFor(kept)}\n${(error as Error).message}`, { cause: error })
  }
}

describe('a simulation of clients, staff and time', { concurrency: true }, () => {
  forEachEngine((engine) => {
    if (process.env.SEED) {
      it('agrees with the model from the seed given', { timeout: TEST_TIMEOUT_MS }, async () => {
        await run(engine, { seed: Number(process.env.SEED), kills: Number(process.env.KILLS ?? 0) })
      })
      return
    }

    it('agrees with the model where it failed before', { timeout: TEST_TIMEOUT_MS }, async () => {
      for (const failed of await failedOn(engine.name)) await run(engine, failed)
    })

    it(`agrees with the model for ${OPERATIONS} operations`, { timeout: TEST_TIMEOUT_MS }, async (t) => {
      const { seed, counts, requests } = await run(engine)
      t.diagnostic(`seed ${seed}, ${requests} requests, ${JSON.stringify(counts)}`)
    })

    it(`killed ${KILLED.kills} times, it has done what was acknowledged, and everything once`, {
      timeout: TEST_TIMEOUT_MS,
    }, async (t) => {
      const { seed, counts } = await run(engine, KILLED)
      t.diagnostic(`seed ${seed}, ${JSON.stringify(counts)}`)
      assert.ok(counts.kills! > 0)
    })

    const total = SOAK_OPERATIONS[engine.name]
    it(`agrees with the model for ${total} operations`, { skip: !process.env.SOAK, timeout: TEST_TIMEOUT_MS }, async (t) => {
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
