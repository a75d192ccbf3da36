// `npm run bench`: measures every workload on every engine and store size, and compares the results with a bare HTTP server as the upper limit.

import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Db } from '../src/platform/engine/db.ts'
import type { Answer } from './ceiling-process.ts'
import { engineCeiling } from './engine-ceiling.ts'
import type { Call, Generator, Measured } from './load.ts'
import { CONNECTIONS, loadOf, overTheWire, startGenerator, UNCOUNTED_MS, WARM_UP_SECONDS } from './load.ts'
import type { Overload } from './overload.ts'
import { OVERLOAD_BOOKINGS, overload } from './overload.ts'
import { showProgress } from './progress.ts'
import type { EngineRounds, Rounds, Run } from './report.ts'
import { printReport, summarise } from './report.ts'
import { READING_KEY } from './seed.ts'
import type { Served } from './server.ts'
import { serve } from './server.ts'
import { medianOf } from './statistics.ts'
import type { Store, Stores } from './stores.ts'
import { openStores } from './stores.ts'
import type { Subject, Workload } from './workloads.ts'
import { bookings, independentCalls, newOceanQuotes, subjectOf, WORKLOADS } from './workloads.ts'

const SETTLE_MS = 2_000
const STARTS = 5
/** Number of requests whose SQL statements are recorded and then replayed against the database engine alone. */
const ENGINE_REQUESTS = 400
const RESULTS = join(import.meta.dirname, 'results', 'latest.json')

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    sizes: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.7' },
    only: { type: 'string', default: '' },
    /** Path of another checkout. The figures of that checkout are printed beside the figures of this checkout. */
    peer: { type: 'string' },
    /** Number of packages of a big store. If given, the pages and heavy tasks of that store are measured too. */
    big: { type: 'string' },
    /** Directory for CPU profiles of the servers. */
    profile: { type: 'string' },
  },
})
const engines = values.engines.split(',') as Db['engine'][]
const sizes = values.sizes.split(',').map(Number)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const chosen = WORKLOADS.filter(({ name }) => name.includes(values.only))
const isOverloadChosen = 'overload'.includes(values.only)

type Target = { name: string; store: Store; served: Served; subject: Subject; calls: Map<string, Call[]> }

const startTarget = async (store: Store): Promise<Target> => {
  const served = await serve(store.env, values.profile ? { nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] } : {})
  const subject = await subjectOf(store, (path) => fetch(new URL(path, served.url), { headers: { 'x-api-key': READING_KEY } }))
  return { name: `${store.engine} ${store.size.toLocaleString('en')}`, store, served, subject, calls: new Map() }
}

const callsOf = async (target: Target, workload: Workload, forSeconds: number): Promise<Call[]> => {
  if (workload.isUsedUp) return workload.calls(target.subject, UNCOUNTED_MS / 1000 + forSeconds)
  const known = target.calls.get(workload.name) ?? (await workload.calls(target.subject, forSeconds))
  target.calls.set(workload.name, known)
  return known
}

/** Returns Waybill's answer to the call. The ceiling server then sends this answer to every request. */
const answerTo = async ({ served }: Target, call: Call): Promise<Answer> => {
  const response = await fetch(new URL(call.path, served.url), {
    method: call.method,
    headers: { 'x-api-key': call.key, ...(call.body ? { 'content-type': 'application/json' } : {}) },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`${call.method} ${call.path} was answered with ${response.status}: ${body}`)
  return { status: response.status, contentType: response.headers.get('content-type') ?? '', body }
}

const load = async (generator: Generator, port: number, workload: Workload, calls: Call[], forSeconds: number): Promise<Measured> => {
  const measured = await generator.run(loadOf([port], calls, workload.isUsedUp, forSeconds))
  if (measured.refused > 0) throw new Error(`${workload.name}: ${measured.refused} refused, first: ${measured.firstRefusal}`)
  return measured
}

const startCeiling = async () => {
  const child = fork(join(import.meta.dirname, 'ceiling-process.ts'))
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    set: async (answer: Answer): Promise<void> => {
      child.send(answer)
      await once(child, 'message')
    },
    stop: () => child.disconnect(),
  }
}

const measureEngine = async ({ store, subject }: Target, workload: Workload): Promise<number> =>
  engineCeiling(store.db, await independentCalls(workload, subject, ENGINE_REQUESTS), CONNECTIONS)

const rush = async (stores: Stores, { served, subject }: Target): Promise<Overload> => {
  const booked = (await bookings(subject, OVERLOAD_BOOKINGS)).map(overTheWire)
  await stores.settle()
  return overload(served.port, newOceanQuotes().map(overTheWire), booked)
}

const measureStarts = async (store: Store): Promise<number> => {
  const readyMs: number[] = []
  for (let n = 0; n < STARTS; n++) {
    const served = await serve(store.env)
    readyMs.push(served.readyMs)
    await served.stop()
  }
  return medianOf(readyMs)
}

const main = async (): Promise<void> => {
  const stores = await openStores()
  const generator = await startGenerator()
  const ceiling = await startCeiling()
  const targets: Target[] = []
  try {
    const startMs: Record<string, number> = {}
    const idleMb: Record<string, number> = {}
    for (const engine of engines) {
      for (const size of sizes) {
        const store = await stores.open(engine, size, (done, of) => showProgress(`seeding ${engine} ${size}`, done / of))
        const started = await measureStarts(store)
        const target = await startTarget(store)
        startMs[target.name] = started
        targets.push(target)
      }
    }
    await sleep(SETTLE_MS)
    for (const target of targets) idleMb[target.name] = await target.served.residentMb()

    const measured: Rounds = {}
    const engineAlone: EngineRounds = {}
    // The size of a store makes no difference to the overload results, so only the smallest store of each engine is measured.
    const rushed = isOverloadChosen ? targets.filter(({ store }) => store.size === Math.min(...sizes)) : []
    const steps = (rounds + 1) * chosen.length + rushed.length
    let step = 0
    // Round 0 warms up. Rounds are the outer loop, so that a disturbance of the machine affects all workloads and servers alike.
    for (let round = 0; round <= rounds; round++) {
      for (const workload of chosen) {
        showProgress(`round ${round} of ${rounds}: ${workload.name}`, step++ / steps)
        const forSeconds = round === 0 ? WARM_UP_SECONDS : seconds
        const [sampled, ...others] = await callsOf(targets[0]!, workload, forSeconds)
        await ceiling.set(await answerTo(targets[0]!, sampled!))
        const first = workload.isUsedUp ? others : [sampled!, ...others]
        const results: Record<string, Measured> = {
          ceiling: await load(generator, ceiling.port, { ...workload, isUsedUp: false }, first, forSeconds),
        }
        const alone: Record<string, number> = {}
        for (const target of targets) {
          const calls = target === targets[0] ? first : await callsOf(target, workload, forSeconds)
          results[target.name] = await load(generator, target.served.port, workload, calls, forSeconds)
          if (workload.isWriting && round > 0) alone[target.name] = await measureEngine(target, workload)
        }
        if (round === 0) continue
        measured[workload.name] = [...(measured[workload.name] ?? []), results]
        if (workload.isWriting) engineAlone[workload.name] = [...(engineAlone[workload.name] ?? []), alone]
      }
    }
    const loadedMb: Record<string, number> = {}
    for (const target of targets) loadedMb[target.name] = await target.served.residentMb()
    const overloaded: Record<string, Overload> = {}
    for (const target of rushed) {
      showProgress(`overload: ${target.name}`, step++ / steps)
      overloaded[target.name] = await rush(stores, target)
    }
    showProgress('done', 1)
    const run: Run = {
      machine: `${cpus().length} x ${cpus()[0]?.model ?? process.arch}, Node ${process.version}`,
      connections: CONNECTIONS,
      rounds,
      seconds,
      targets: targets.map(({ name, store: { engine, size } }) => ({ name, engine, size })),
      startMs,
      idleMb,
      loadedMb,
      measured,
      engineAlone,
      overloaded,
    }
    const summary = summarise(run)
    printReport(run, summary)
    await mkdir(join(RESULTS, '..'), { recursive: true })
    await writeFile(RESULTS, `${JSON.stringify({ ...run, summary }, null, 2)}\n`)
    console.log(`\nWritten to ${RESULTS}`)
  } finally {
    generator.stop()
    ceiling.stop()
    await Promise.all(targets.map(({ served }) => served.stop()))
    await stores.close()
  }
}

const HOT_OPERATIONS = 'create quote, import air|get quote, booked|list packages, page 1|search packages by n'

const compareWith = async (peer: string): Promise<void> => {
  const [pairs, ours] = [join(import.meta.dirname, 'pairs.ts'), join(import.meta.dirname, '..')]
  const options = ['--engines', values.engines, '--size', String(sizes[0]), '--only', HOT_OPERATIONS]
  await once(spawn(process.execPath, [pairs, peer, ours, ...options], { stdio: 'inherit' }), 'exit')
}

const measureBigStore = async (packages: string): Promise<void> => {
  const options = ['--engines', values.engines, '--packages', packages]
  await once(spawn(process.execPath, [join(import.meta.dirname, 'big.ts'), ...options], { stdio: 'inherit' }), 'exit')
}

await main()
if (values.peer !== undefined) await compareWith(values.peer)
if (values.big !== undefined) await measureBigStore(values.big)
