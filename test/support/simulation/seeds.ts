// Simulations by seed. Failed seeds are kept in a file until they pass, and tried first.

import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Engine } from '../engine/engines.ts'
import type { Outcome } from './run.ts'
import { simulate } from './run.ts'

/** The file of failed seeds, which is not under version control. */
const FILE = join(import.meta.dirname, '..', '..', '..', 'data', 'failed-simulations.json')
const KEPT_MAX = 20

type FailedRun = { engine: string; seed: number; operations: number; kills: number }

const isSame = (a: FailedRun, b: FailedRun): boolean => a.engine === b.engine && a.seed === b.seed && a.kills === b.kills

const readAll = async (): Promise<FailedRun[]> => {
  try {
    return JSON.parse(await readFile(FILE, 'utf8'))
  } catch {
    return []
  }
}

const writeAll = async (runs: readonly FailedRun[]): Promise<void> => {
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, `${JSON.stringify(runs.slice(-KEPT_MAX), null, 2)}\n`)
}

export const failedOn = async (engine: string): Promise<FailedRun[]> => (await readAll()).filter((run) => run.engine === engine)

export const keepFailed = async (run: FailedRun): Promise<void> =>
  writeAll([...(await readAll()).filter((kept) => !isSame(kept, run)), run])

const forgetFailed = async (run: FailedRun): Promise<void> => {
  const kept = await readAll()
  if (kept.some((each) => isSame(each, run))) await writeAll(kept.filter((each) => !isSame(each, run)))
}

const commandFor = ({ seed, operations, kills }: FailedRun): string =>
  `SEED=${seed} OPERATIONS=${operations} KILLS=${kills} npm test -- test/scenarios/simulation.test.ts`

/** The seed of `npm test` is fixed, so that the test cannot start to fail without a change of the code. A soak draws a new seed. */
export const newSeed = (): number => (process.env.SOAK ? randomInt(2 ** 31) : 1)

type Run = { seed?: number; operations: number; kills?: number }

/** Simulates one seed. If the simulation fails, the seed is saved, and the next test run tries it first. */
export const simulateSeed = async (
  engine: Engine,
  { seed = newSeed(), operations, kills = 0 }: Run,
): Promise<Outcome & { seed: number }> => {
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
