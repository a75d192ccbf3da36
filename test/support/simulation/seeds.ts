// Seeds of failed simulations, kept in a file until they pass and tried first.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Not under version control. */
const FILE = join(import.meta.dirname, '..', '..', '..', 'data', 'failed-simulations.json')
const KEPT_MAX = 20

export type FailedRun = { engine: string; seed: number; operations: number; kills: number }

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

export const forgetFailed = async (run: FailedRun): Promise<void> => {
  const kept = await readAll()
  if (kept.some((each) => isSame(each, run))) await writeAll(kept.filter((each) => !isSame(each, run)))
}

export const commandFor = ({ seed, operations, kills }: FailedRun): string =>
  `SEED=${seed} OPERATIONS=${operations} KILLS=${kills} npm test -- test/scenarios/simulation.test.ts`
