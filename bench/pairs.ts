// Compares two checkouts by CPU time, throughput, start-up, memory and a mixed load: `node bench/pairs.ts OLD NEW`.

import { hash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Db } from '../src/platform/engine/db.ts'
import { CONNECTIONS, loadOf, startGenerator, UNCOUNTED_MS, WARM_UP_SECONDS } from './load.ts'
import type { Mixed } from './mixed.ts'
import { runMixed } from './mixed.ts'
import { showProgress } from './progress.ts'
import { READING_KEY } from './seed.ts'
import type { Served } from './server.ts'
import { serve } from './server.ts'
import type { Spread } from './statistics.ts'
import { percentile, spreadOf } from './statistics.ts'
import type { Stores } from './stores.ts'
import type { Subject, Workload } from './workloads.ts'

/**
 * Maximum number of attempts per measurement. If the machine is busy with other work, a server may refuse requests. The measurement is then
 * repeated after a pause.
 */
const ATTEMPTS_MAX = 4
const PAUSE_MS = 2_000
/** Pause after a server has started, because a new server still loads some modules in its first seconds. */
const SETTLE_MS = 3_000
const FIRST_SECONDS_MS = 10_000
const ASKED_EVERY_MS = 10

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '5' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    size: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '0.7' },
    /** Measures only workloads whose name contains one of these texts, separated by |. */
    only: { type: 'string', default: '' },
    starts: { type: 'string', default: '5' },
    'mixed-seconds': { type: 'string', default: '60' },
  },
})
const pairs = Number(values.pairs)
const chosen = values.only.split('|')
const engines = values.engines.split(',') as Db['engine'][]
const generator = await startGenerator()

/**
 * One checkout on one engine, with its own server, seeder and requests. All targets share the load generator of the checkout that runs this
 * script.
 */
type Target = { engine: Db['engine']; env: Record<string, string>; served: Served; subject: Subject; workloads: readonly Workload[] }
type Side = { checkout: string; targets: Target[]; stores: Stores }
type Result = { perSecond: number; processorUs: number }

/**
 * Opens the stores and servers of one checkout. Each checkout has its own stores and its own PostgreSQL server, because the schemas may
 * differ.
 */
const openSide = async (checkout: string): Promise<Side> => {
  const temporary = process.env.TMPDIR
  const own = join(tmpdir(), `waybill-pairs-${hash('sha256', checkout).slice(0, 8)}`)
  await mkdir(own, { recursive: true })
  process.env.TMPDIR = own
  try {
    const { openStores } = (await import(join(checkout, 'bench/stores.ts'))) as typeof import('./stores.ts')
    const { subjectOf, WORKLOADS } = (await import(join(checkout, 'bench/workloads.ts'))) as typeof import('./workloads.ts')
    const stores = await openStores()
    const targets: Target[] = []
    for (const engine of engines) {
      const store = await stores.open(engine, Number(values.size), (done, of) =>
        showProgress(`seeding ${engine} of ${checkout}`, done / of),
      )
      const served = await serve(store.env, { checkout })
      const subject = await subjectOf(store, (path) => fetch(new URL(path, served.url), { headers: { 'x-api-key': READING_KEY } }))
      targets.push({ engine, env: store.env, served, subject, workloads: WORKLOADS })
    }
    return { checkout, targets, stores }
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
}

/** Measures one workload. Returns null if a request was refused. */
const tryToMeasure = async ({ served, subject }: Target, workload: Workload, seconds: number): Promise<Result | null> => {
  const calls = await workload.calls(subject, UNCOUNTED_MS / 1000 + seconds)
  const before = await served.processorSeconds()
  const { perSecond, used, refused, firstRefusal } = await generator.run(loadOf([served.port], calls, workload.isUsedUp, seconds))
  if (refused > 0) console.error(`${workload.name}: ${refused} refused, first: ${firstRefusal?.split('\r\n').at(-1)}`)
  return refused > 0 ? null : { perSecond, processorUs: (((await served.processorSeconds()) - before) / used) * 1_000_000 }
}

/**
 * Measures a workload in up to ATTEMPTS_MAX attempts. Returns null if all of them fail. The other checkout's result is then dropped too.
 */
const measure = async (target: Target, name: string, seconds: number): Promise<Result | null> => {
  const workload = target.workloads.find((each) => each.name === name)!
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const result = await tryToMeasure(target, workload, seconds)
    if (result) return result
    await sleep(PAUSE_MS)
  }
  return null
}

type Start = { readyMs: number; processorMs: number; restMb: number; longestMs: number }

/**
 * Measures the longest response time of an idle server in the first seconds after its start. A long response time shows that the event loop
 * was blocked.
 */
const longestAnswer = async (url: string): Promise<number> => {
  let longestMs = 0
  for (const endsAt = performance.now() + FIRST_SECONDS_MS; performance.now() < endsAt; ) {
    const startedAt = performance.now()
    await (await fetch(new URL('/healthz', url))).arrayBuffer()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    await sleep(ASKED_EVERY_MS)
  }
  return longestMs
}

const measureStart = async ({ checkout }: Side, { env }: Target): Promise<Start> => {
  const served = await serve(env, { checkout })
  const processorMs = (await served.processorSeconds()) * 1000
  const longestMs = await longestAnswer(served.url)
  const restMb = await served.residentMb()
  await served.stop()
  return { readyMs: served.readyMs, processorMs, restMb, longestMs }
}

const printTable = (title: string, rows: readonly (readonly [name: string, old: string, now: string])[]): void => {
  console.log(`\n${title}\n\n| Figure | Old | New |\n|---|---|---|`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}

const printStarts = (engine: string, starts: readonly (readonly [Start, Start])[]): void => {
  const of = (side: 0 | 1, figure: keyof Start): string => spreadOf(starts.map((pair) => pair[side][figure])).median.toFixed(0)
  const row = (name: string, figure: keyof Start) => [name, of(0, figure), of(1, figure)] as const
  printTable(`Start on ${engine}, medians of ${starts.length}`, [
    row('ready, ms', 'readyMs'),
    row('processor time until ready, ms', 'processorMs'),
    row('memory at rest, MB', 'restMb'),
    row(`longest answer in ${FIRST_SECONDS_MS / 1000} s, ms`, 'longestMs'),
  ])
}

const printMixed = (engine: string, [old, now]: readonly [Mixed, Mixed]): void => {
  const row = (name: string, figure: keyof Mixed) => [name, old[figure].toFixed(1), now[figure].toFixed(1)] as const
  printTable(`60 requests a second on ${engine}, ${values['mixed-seconds']} s, both at the same time`, [
    row('p50, ms', 'p50Ms'),
    row('p99, ms', 'p99Ms'),
    row('refused', 'refused'),
    row('processor time per request, µs', 'processorUs'),
    row('memory afterwards, MB', 'residentMb'),
  ])
}

const range = ({ median, min, max }: Spread): string => `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`

const report = (engine: string, name: string, measured: readonly [Result, Result][]): string => {
  const of = (side: 0 | 1, figure: keyof Result): string => spreadOf(measured.map((pair) => pair[side][figure])).median.toFixed(0)
  const ratio = range(spreadOf(measured.map(([old, now]) => now.perSecond / old.perSecond)))
  // Compares lower quartiles, because other work on the machine can only add to the measured CPU time.
  const quartile = (side: 0 | 1): number =>
    percentile(
      measured.map((pair) => pair[side].processorUs),
      0.25,
    )
  const processor = [quartile(0).toFixed(0), quartile(1).toFixed(0), (quartile(1) / quartile(0)).toFixed(2)]
  return `| ${[engine, name, measured.length, of(0, 'perSecond'), of(1, 'perSecond'), ratio, ...processor].join(' | ')} |`
}

const sides: Side[] = []
try {
  for (const checkout of positionals) sides.push(await openSide(resolve(checkout)))
  const [old, now] = sides
  if (!old || !now || sides.length !== 2) throw new Error('Give two checkouts: the old one, then the new one.')
  const known = new Set(old.targets[0]!.workloads.map(({ name }) => name))
  const names = now.targets[0]!.workloads.map(({ name }) => name).filter(
    (name) => known.has(name) && chosen.some((text) => name.includes(text)),
  )
  const measured = new Map<string, [Result, Result][]>()
  await sleep(SETTLE_MS)
  for (let pair = 0; pair <= pairs; pair++) {
    for (const [index, name] of names.entries()) {
      showProgress(`pair ${pair} of ${pairs}: ${name}`, (pair * names.length + index) / ((pairs + 1) * names.length))
      for (const at of engines.keys()) {
        // The first pair is a warm-up. The checkouts take turns at being measured first, so that gradual changes of the machine's speed
        // affect both checkouts alike.
        const seconds = pair === 0 ? WARM_UP_SECONDS : Number(values.seconds)
        const order = pair % 2 === 0 ? [old, now] : [now, old]
        const results = new Map<Side, Result | null>()
        for (const side of order) results.set(side, await measure(side.targets[at]!, name, seconds))
        const key = `${engines[at]}\n${name}`
        const [before, after] = [results.get(old), results.get(now)]
        if (pair > 0 && before && after) measured.set(key, [...(measured.get(key) ?? []), [before, after]])
      }
    }
  }
  showProgress('done', 1)
  console.log(`${cpus().length} cores, Node ${process.version}, ${pairs} pairs, ${CONNECTIONS} connections, ${values.size} packages\n`)
  console.log(
    '| Engine | Workload | Pairs | Old, requests/s | New | New to old, median (range) | Old, CPU µs per request, lower quartile | New | New to old |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const [key, results] of measured) console.log(report(...(key.split('\n') as [string, string]), results))
  for (const [at, engine] of engines.entries()) {
    const starts: [Start, Start][] = []
    for (let n = 0; n < Number(values.starts); n++)
      starts.push([await measureStart(old, old.targets[at]!), await measureStart(now, now.targets[at]!)])
    if (starts.length > 0) printStarts(engine, starts)
  }
  if (Number(values['mixed-seconds']) > 0)
    for (const [at, engine] of engines.entries()) {
      // Starts fresh servers, because the memory of the servers used so far has grown under full load.
      const fresh = await Promise.all(
        [old, now].map(async ({ checkout, targets }) => ({ ...targets[at]!, served: await serve(targets[at]!.env, { checkout }) })),
      )
      const second = await startGenerator()
      const [before, after] = await Promise.all([
        runMixed(generator, fresh[0]!, Number(values['mixed-seconds'])),
        runMixed(second, fresh[1]!, Number(values['mixed-seconds'])),
      ])
      second.stop()
      await Promise.all(fresh.map(({ served }) => served.stop()))
      printMixed(engine, [before, after])
    }
} finally {
  generator.stop()
  for (const { targets, stores } of sides) {
    await Promise.all(targets.map(({ served }) => served.stop()))
    await stores.close()
  }
}
