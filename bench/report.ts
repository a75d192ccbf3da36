// The report of a run: medians with their spread, and each target with its figure and verdict.

import type { Measured } from './load.ts'
import type { Overload } from './overload.ts'
import { TIMES_UNLOADED_MAX } from './overload.ts'
import type { Spread } from './statistics.ts'
import { medianOf, spreadOf } from './statistics.ts'

/** Maps each workload to its rounds. Each round holds the results of every server and of the ceiling server. */
export type Rounds = Record<string, Record<string, Measured>[]>

/** Maps each writing workload to its rounds. Each round holds, per store, the requests per second of the database engine alone. */
export type EngineRounds = Record<string, Record<string, number>[]>

export type Run = {
  machine: string
  connections: number
  rounds: number
  seconds: number
  targets: { name: string; engine: 'sqlite' | 'postgres'; size: number }[]
  startMs: Record<string, number>
  idleMb: Record<string, number>
  loadedMb: Record<string, number>
  measured: Rounds
  engineAlone: EngineRounds
  overloaded: Record<string, Overload>
}

export type Row = {
  workload: string
  server: string
  perSecond: Spread
  toCeiling: Spread
  /** Throughput of the server divided by the throughput of the database engine alone. Null for workloads that do not write. */
  toEngine: Spread | null
  p50Ms: number
  p99Ms: number
}

export type Verdict = { target: string; figure: number; limit: number; unit: string; isMet: boolean }

export type Summary = { rows: Row[]; verdicts: Verdict[] }

const rowsOf = ({ measured, engineAlone, targets }: Run): Row[] =>
  Object.entries(measured).flatMap(([workload, rounds]) =>
    ['ceiling', ...targets.map(({ name }) => name)].map((server) => {
      const found = rounds.map((round) => round[server]!)
      const alone = server === 'ceiling' ? undefined : engineAlone[workload]
      return {
        workload,
        server,
        perSecond: spreadOf(found.map(({ perSecond }) => perSecond)),
        // Ratios are calculated per round, because the server and the ceiling server are measured at nearly the same time within a round.
        toCeiling: spreadOf(rounds.map((round) => round[server]!.perSecond / round.ceiling!.perSecond)),
        toEngine: alone ? spreadOf(found.map(({ perSecond }, round) => perSecond / alone[round]![server]!)) : null,
        p50Ms: medianOf(found.map(({ p50Ms }) => p50Ms)),
        p99Ms: medianOf(found.map(({ p99Ms }) => p99Ms)),
      }
    }),
  )

/**
 * Minimum throughput of the server on SQLite, as a share of the throughput of the bare HTTP server. On PostgreSQL, half of this share is
 * enough.
 */
const TO_CEILING: Record<string, number> = {
  'get quote, booked': 0.55,
  'create quote, ocean': 0.25,
  'create quote, import air': 0.25,
  'list packages, page 1': 0.25,
}
const TO_ENGINE = 0.6
const POSTGRES_SHARE = 0.5
const GROWTH_MAX = 1.2
/** Target for stores with at least `packages` packages: `least` searches per second, or half of `least` during writes. */
const SEARCHES_PER_SECOND = { packages: 1_000_000, least: 5_000 }
const DEEP_PAGE_MAX = 1.2
const P99_TO_P50_MAX = 10
const IDLE_MB_MAX = 120
const READY_MS_MAX = 500
const RECOVERED_MS_MAX = 5_000

const atLeast = (target: string, figure: number, limit: number): Verdict => ({ target, figure, limit, unit: '', isMet: figure >= limit })
const atMost = (target: string, figure: number, limit: number, unit = ''): Verdict => ({
  target,
  figure,
  limit,
  unit,
  isMet: figure <= limit,
})

const ceilingVerdicts = (run: Run, rows: readonly Row[]): Verdict[] =>
  Object.entries(TO_CEILING).flatMap(([workload, embedded]) =>
    run.targets.flatMap(({ name, engine }) => {
      const row = rows.find((candidate) => candidate.workload === workload && candidate.server === name)
      const limit = engine === 'sqlite' ? embedded : embedded * POSTGRES_SHARE
      return row ? [atLeast(`${workload}, ${name}: share of the ceiling`, row.toCeiling.median, limit)] : []
    }),
  )

const engineVerdicts = (rows: readonly Row[]): Verdict[] =>
  rows.flatMap(({ workload, server, toEngine }) =>
    toEngine ? [atLeast(`${workload}, ${server}: share of the engine alone`, toEngine.median, TO_ENGINE)] : [],
  )

const growthVerdicts = (run: Run): Verdict[] =>
  Object.entries(run.measured).flatMap(([workload, rounds]) =>
    (['sqlite', 'postgres'] as const).flatMap((engine) => {
      const sizes = run.targets.filter((target) => target.engine === engine).sort((a, b) => a.size - b.size)
      const [small, large] = [sizes[0], sizes.at(-1)]
      if (!small || !large || small === large) return []
      const growth = medianOf(rounds.map((round) => round[small.name]!.perSecond / round[large.name]!.perSecond))
      return [atMost(`${workload}, ${engine}: cost with ${large.size} packages, relative to ${small.size}`, growth, GROWTH_MAX)]
    }),
  )

const searchVerdicts = ({ targets }: Run, rows: readonly Row[]): Verdict[] => {
  const large = targets.filter(({ size }) => size >= SEARCHES_PER_SECOND.packages).map(({ name }) => name)
  return rows
    .filter(({ workload, server }) => workload.startsWith('search') && large.includes(server))
    .map(({ workload, server, perSecond }) =>
      atLeast(
        `${workload}, ${server}: per second`,
        perSecond.median,
        SEARCHES_PER_SECOND.least / (workload.endsWith('amid writes') ? 2 : 1),
      ),
    )
}

const deepPageVerdicts = ({ measured, targets }: Run): Verdict[] =>
  ['list quotes', 'list packages'].flatMap((list) => {
    const [first, deep] = [measured[`${list}, page 1`], measured[`${list}, deep page`]]
    if (!first || !deep) return []
    return targets.map(({ name }) => {
      const cost = medianOf(first.map((round, index) => round[name]!.perSecond / deep[index]![name]!.perSecond))
      return atMost(`${list}, ${name}: cost of a deep page, relative to page 1`, cost, DEEP_PAGE_MAX)
    })
  })

const overloadVerdicts = ({ overloaded }: Run): Verdict[] =>
  Object.entries(overloaded).flatMap(([name, { unloaded, rush, bookings, recoveredMs }]) => [
    atMost(`overload, ${name}: p99 of admitted requests, relative to a single caller`, rush.p99Ms / unloaded.p99Ms, TIMES_UNLOADED_MAX),
    atMost(`overload, ${name}: bookings refused`, bookings.refused + bookings.unsent, 0),
    atMost(`overload, ${name}: recovered after`, recoveredMs, RECOVERED_MS_MAX, ' ms'),
  ])

export const summarise = (run: Run): Summary => {
  const rows = rowsOf(run)
  const tails = rows
    .filter(({ server }) => server !== 'ceiling')
    .map(({ workload, server, p50Ms, p99Ms }) => atMost(`${workload}, ${server}: p99 relative to p50`, p99Ms / p50Ms, P99_TO_P50_MAX))
  const resources = run.targets.flatMap(({ name, engine }) => [
    atMost(`${name}: idle memory`, run.idleMb[name]!, IDLE_MB_MAX, ' MB'),
    ...(engine === 'sqlite' ? [atMost(`${name}: ready after`, run.startMs[name]!, READY_MS_MAX, ' ms')] : []),
  ])
  const ofWorkloads = [
    ...ceilingVerdicts(run, rows),
    ...engineVerdicts(rows),
    ...searchVerdicts(run, rows),
    ...growthVerdicts(run),
    ...deepPageVerdicts(run),
    ...tails,
  ]
  return { rows, verdicts: [...ofWorkloads, ...resources, ...overloadVerdicts(run)] }
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')

const cells = ({ workload, server, perSecond, toCeiling, toEngine, p50Ms, p99Ms }: Row): string[] => [
  workload,
  server,
  whole(perSecond.median),
  `${whole(perSecond.min)}-${whole(perSecond.max)}`,
  toCeiling.median.toFixed(2),
  toEngine?.median.toFixed(2) ?? '',
  p50Ms.toFixed(1),
  p99Ms.toFixed(1),
]

const HEAD = ['workload', 'server', 'per second', 'spread', 'to ceiling', 'to engine', 'p50 ms', 'p99 ms']
const TEXT_COLUMNS = 2

const printTable = (table: readonly string[][]): void => {
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table)
    console.log(
      row.map((cell, column) => (column < TEXT_COLUMNS ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  '),
    )
}

export const printReport = (run: Run, { rows, verdicts }: Summary): void => {
  console.log(`\n${run.machine}; ${run.connections} connections, medians of ${run.rounds} rounds of ${run.seconds} s\n`)
  printTable([HEAD, ...rows.map(cells)])
  console.log(
    `\nMemory after the load: ${Object.entries(run.loadedMb)
      .map(([name, mb]) => `${name} ${whole(mb)} MB`)
      .join(', ')}`,
  )
  for (const [name, { unloaded, capacity, rush, bookings }] of Object.entries(run.overloaded))
    console.log(
      `Overload, ${name}: at most ${whole(capacity.perSecond)} requests per second; at twice that rate ${whole(rush.perSecond)} are admitted with a p99 of ` +
        `${rush.p99Ms.toFixed(1)} ms (single caller ${unloaded.p99Ms.toFixed(1)} ms), bookings ${bookings.p99Ms.toFixed(1)} ms`,
    )
  console.log('\nTargets')
  for (const { target, figure, limit, unit, isMet } of verdicts)
    console.log(`${isMet ? 'met   ' : 'MISSED'}  ${target}: ${figure.toFixed(unit === '' ? 2 : 0)}${unit} (${limit}${unit})`)
  console.log(`${verdicts.filter(({ isMet }) => isMet).length} of ${verdicts.length} met`)
}
