// Compares one server process with two: `node bench/processes.ts [--engines sqlite,postgres] [--size 10000] [--rounds 5] [--seconds 1]`.

import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CONNECTIONS, loadOf, startGenerator, UNCOUNTED_MS } from './load.ts'
import { showProgress } from './progress.ts'
import { READING_KEY } from './seed.ts'
import type { Served } from './server.ts'
import { serve } from './server.ts'
import { medianOf } from './statistics.ts'
import type { Store } from './stores.ts'
import { withStores } from './stores.ts'
import { subjectOf, WORKLOADS } from './workloads.ts'

/** Pause after the servers have started, because a new server still loads some modules in its first seconds. */
const SETTLE_MS = 3_000
const MEASURED = ['get quote, booked', 'list packages, page 1', 'create quote, import air', 'create customer']
/**
 * Targets: the minimum throughput of two processes, relative to one process. The targets assume enough CPU cores. On SQLite there is no
 * target for writes, because only one process writes at a time.
 */
const TARGETS = { reads: 1.6, writes: 1.3 }

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    size: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

/** For each arrangement, a function that starts its servers on a store. Only one arrangement runs at a time. */
const ARRANGEMENTS: Record<string, (store: Store) => Promise<Served>[]> = {
  'one process': ({ env }) => [serve(env)],
  '--workers 2': ({ env }) => [serve(env, { workers: 2 })],
  'two servers': ({ env }) => [serve(env), serve(env)],
}

type Result = { perSecond: number; processorUs: number }

const measure = async (store: Store): Promise<void> => {
  const generator = await startGenerator()
  const names = Object.keys(ARRANGEMENTS).filter((name) => store.engine === 'postgres' || name !== 'two servers')
  const results = new Map<string, Result[]>()
  const run = async (arrangement: string, round: number): Promise<void> => {
    const servers = await Promise.all(ARRANGEMENTS[arrangement]!(store))
    const used = async (): Promise<number> => (await Promise.all(servers.map((each) => each.processorSeconds()))).reduce((a, b) => a + b)
    try {
      await sleep(SETTLE_MS)
      const subject = await subjectOf(store, (path) => fetch(new URL(path, servers[0]!.url), { headers: { 'x-api-key': READING_KEY } }))
      for (const workload of WORKLOADS.filter(({ name }) => MEASURED.includes(name))) {
        showProgress(`${store.engine}, round ${round} of ${rounds}: ${arrangement}, ${workload.name}`, round / rounds)
        const ports = servers.map(({ port }) => port)
        const load = async () => {
          const calls = await workload.calls(subject, UNCOUNTED_MS / 1000 + seconds)
          return generator.run(loadOf(ports, calls, workload.isUsedUp, seconds))
        }
        // Warms the servers up.
        await load()
        const before = await used()
        const measured = await load()
        const key = `${workload.name}\n${arrangement}`
        const processorUs = (((await used()) - before) / measured.used) * 1_000_000
        results.set(key, [...(results.get(key) ?? []), { perSecond: measured.perSecond, processorUs }])
      }
    } finally {
      await Promise.all(servers.map((each) => each.stop()))
    }
  }
  try {
    for (let round = 1; round <= rounds; round++) for (const name of names) await run(name, round)
  } finally {
    generator.stop()
  }
  for (const { name, isWriting } of WORKLOADS.filter((each) => MEASURED.includes(each.name))) {
    const alone = results.get(`${name}\none process`)!
    for (const arrangement of names) {
      const found = results.get(`${name}\n${arrangement}`)!
      const ratio = medianOf(found.map(({ perSecond }, round) => perSecond / alone[round]!.perSecond))
      const limit = isWriting ? TARGETS.writes : TARGETS.reads
      const isJudged = arrangement !== 'one process' && (store.engine === 'postgres' || !isWriting)
      const verdict = isJudged ? `${ratio >= limit ? 'met' : 'MISSED'} (${limit})` : ''
      const columns = [medianOf(found.map(({ perSecond }) => perSecond)), medianOf(found.map(({ processorUs }) => processorUs))]
      console.log(`| ${[store.engine, name, arrangement, ...columns.map((n) => n.toFixed(0)), ratio.toFixed(2), verdict].join(' | ')} |`)
    }
  }
}

console.log(
  `${cpus().length} cores, shared by the servers, the engine and the load generator; Node ${process.version}, ${CONNECTIONS} connections`,
)
console.log(
  '\n| Engine | Workload | Servers | Requests/s | CPU µs per request | Relative to one process | Target |\n|---|---|---|---|---|---|---|',
)
await withStores(values.engines, Number(values.size), measure)
