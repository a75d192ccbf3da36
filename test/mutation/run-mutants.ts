// Runs every mutant of a file against the tests that cover it, and reports the survivors.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Covering } from './covering-tests.ts'
import type { Equivalent } from './equivalent-mutants.ts'
import type { Mutant } from './mutants.ts'
import { mutantsOf } from './mutants.ts'

type Outcome = 'survived' | 'killed' | 'timed out'

export type FileReport = {
  file: string
  mutants: number
  killed: number
  timedOut: number
  equivalent: number
  survivors: Mutant[]
  /** Mutants that are listed as equivalent, although a test finds them. */
  wronglyListed: Mutant[]
}

/**
 * CPU time limit, which stops endless loops. On a busy machine, a limit in real time could also stop mutants that no test finds. All unit
 * tests together take about ten seconds.
 */
const CPU_MAX_SECONDS = 60
/** Limit in real time, which stops mutants that wait endlessly. */
const TIMEOUT_MS = 5 * 60_000
/** All processes share this cache, because they load the same sources. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'waybill-test-compile-cache')

const runTests = async (mutant: Pick<Mutant, 'file' | 'text'>, tests: readonly string[], cpuSeconds: number): Promise<Outcome> => {
  // Test databases get their own directory, which is deleted afterwards. A process that stops at the first failure does not delete them
  // itself.
  const stores = await mkdtemp(join(tmpdir(), 'waybill-mutant-'))
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const command = [process.execPath, join(import.meta.dirname, 'mutant-child.ts'), mutant.file, ...tests]
  const child = spawn('sh', ['-c', 'ulimit -t "$0" && exec "$@"', String(cpuSeconds), ...command], {
    // Tests run in their usual size, even in a soak, and on SQLite only. Compiled sources are cached.
    env: { NODE_COMPILE_CACHE, ...process.env, SOAK: '', NODE_TEST_CONTEXT: '', TEST_STORES: stores, TEST_ENGINE: 'sqlite' },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  child.on('error', reject)
  child.on('close', (code) => resolve(code === 0 ? 'survived' : code === null ? 'timed out' : 'killed'))
  child.stdin.on('error', () => {})
  child.stdin.end(mutant.text)
  return promise.finally(() => rm(stores, { recursive: true, force: true }))
}

/** Runs the most specific tests first, and less specific tests only if the mutant survived. */
const outcomeOf = async (mutant: Pick<Mutant, 'file' | 'text'>, covering: Covering, cpuSeconds: number): Promise<Outcome> => {
  for (const tests of covering) {
    const outcome = tests.length === 0 ? 'survived' : await runTests(mutant, tests, cpuSeconds)
    if (outcome !== 'survived') return outcome
  }
  return 'survived'
}

const inParallel = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const waiting = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}

export const isListed = (mutant: Mutant, { file, line, from, to }: Equivalent): boolean =>
  basename(mutant.file) === file && mutant.line === line && mutant.from === from && mutant.to === to

export const mutantText = ({ file, lineNumber, line, from, to }: Mutant): string =>
  `${basename(file)}:${lineNumber}: ${from} -> ${to === '' ? 'nothing' : to}\n    ${line}`

export const runMutants = async (
  file: string,
  covering: Covering,
  equivalents: readonly Equivalent[],
  cpuSeconds = CPU_MAX_SECONDS,
): Promise<FileReport> => {
  const text = readFileSync(file, 'utf8')
  const whole = await outcomeOf({ file, text }, covering, cpuSeconds)
  if (whole !== 'survived') throw new Error(`The tests of ${file} fail without any mutant: ${whole}.`)
  const mutants = mutantsOf(file, text)
  const outcomes = await inParallel(mutants, (mutant) => outcomeOf(mutant, covering, cpuSeconds))
  const of = (...wanted: Outcome[]): Mutant[] => mutants.filter((_, index) => wanted.includes(outcomes[index]!))
  const isEquivalent = (mutant: Mutant): boolean => equivalents.some((entry) => isListed(mutant, entry))
  return {
    file,
    mutants: mutants.length,
    killed: of('killed').length,
    timedOut: of('timed out').length,
    equivalent: of('survived').filter(isEquivalent).length,
    survivors: of('survived').filter((mutant) => !isEquivalent(mutant)),
    wronglyListed: of('killed', 'timed out').filter(isEquivalent),
  }
}
