// Measures how long another business waits while a customer with thousands of packages is merged: `node bench/merge.ts [--engines sqlite,postgres] [--packages 2000]`.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ParcelRequest } from '../src/domain/quotes/quote-request.ts'
import { Problems } from '../src/domain/values/errors.ts'
import { mergeCustomers } from '../src/flows/customers/merge-customers.ts'
import { undoMerge } from '../src/flows/customers/undo-merge.ts'
import type { Caller, Deps } from '../src/flows/deps.ts'
import { callerFor } from '../src/flows/deps.ts'
import { announceParcel } from '../src/flows/inbound/announce-parcel.ts'
import { createQuote } from '../src/flows/quotes/create-quote.ts'
import * as businesses from '../src/store/businesses/businesses.ts'
import { systemDeps } from '../src/system.ts'
import { byTest } from '../test/support/samples/authors.ts'
import { importOcean } from '../test/support/samples/requests.ts'
import { READING_PREFIX, WRITING_PREFIX } from './seed.ts'
import type { Store, Stores } from './stores.ts'
import { withStores } from './stores.ts'

const SEEDED = 10_000
/**
 * Target: creating a quote for another business (the neighbour) may take at most this long. On SQLite, the neighbour's write waits for the
 * whole merge.
 */
const WITHIN_MS = 1_000
/** Pause between two quotes that the neighbour creates. */
const PAUSE_MS = 2
const QUIET_QUOTES = 100
const ANNOUNCED = 200
const MS_PER_NS = 1e-6

const { values } = parseArgs({
  options: { engines: { type: 'string', default: 'sqlite,postgres' }, packages: { type: 'string', default: '2000' } },
})
const count = Number(values.packages)

const callerOf = async (deps: Deps, prefix: string): Promise<Caller> => {
  const { id: businessId } = (await businesses.find(deps.db, prefix))!
  return callerFor(deps.db, { businessId, mode: 'live' }, byTest(deps))
}

/** Picks two existing customers of the business. Gives the first customer `count` packages, `count` quotes and some announced parcels. */
const pairWith = async (deps: Deps, caller: Caller, count: number): Promise<[string, string]> => {
  const scope = [caller.businessId, caller.mode] as const
  const [from, to] = await deps.db.query<{ id: string }>(
    'select id from customers where business_id = $1 and mode = $2 order by id limit 2',
    [...scope],
  )
  for (const table of ['packages', 'quotes']) {
    const some = `select id from ${table} where business_id = $1 and mode = $2 order by created_at, id limit ${count}`
    const named = table === 'packages' ? `, customer_name = 'Sample Trader', customer_identifier = 'SHOP-7'` : ''
    await deps.db.execute(`update ${table} set customer_id = $3${named} where business_id = $1 and mode = $2 and id in (${some})`, [
      ...scope,
      from!.id,
    ])
  }
  for (let n = 0; n < ANNOUNCED; n++) {
    await announceParcel(deps, caller, { customer_id: from!.id, courier_numbers: [`MERGE${1_000_000 + n}`] }, new Problems())
  }
  return [from!.id, to!.id]
}

type Waits = { quotes: number; longestMs: number; loopMs: number; tookMs: number }

/** Measures how long the neighbour waits for each new quote while `work` runs. */
const waitsDuring = async (deps: Deps, neighbour: Caller, work: () => Promise<unknown>): Promise<Waits> => {
  const waits: number[] = []
  const startedAt = performance.now()
  let isDone = false
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  let tookMs = 0
  const working = work().finally(() => {
    isDone = true
    tookMs = performance.now() - startedAt
  })
  while (!isDone) {
    const sentAt = performance.now()
    await createQuote(deps, neighbour, importOcean() as ParcelRequest, new Problems())
    waits.push(performance.now() - sentAt)
    await sleep(PAUSE_MS)
  }
  await working
  loop.disable()
  return { quotes: waits.length, longestMs: Math.max(...waits), loopMs: loop.max * MS_PER_NS, tookMs }
}

const print = (engine: string, what: string, { quotes, longestMs, loopMs, tookMs }: Waits): void =>
  console.log(
    `${engine}, ${what}: ${tookMs.toFixed(0)} ms, ${quotes} quotes of a neighbour meanwhile, the longest took ${longestMs.toFixed(1)} ms, the event loop at most ${loopMs.toFixed(1)} ms`,
  )

const measure = async ({ engine, db }: Store, stores: Stores): Promise<void> => {
  const deps = { db, ...systemDeps() }
  const [caller, neighbour] = [await callerOf(deps, READING_PREFIX), await callerOf(deps, WRITING_PREFIX)]
  const [fromId, toId] = await pairWith(deps, caller, count)
  await stores.settle()
  const quiet = await waitsDuring(deps, neighbour, () => sleep(QUIET_QUOTES * 2 * PAUSE_MS))
  print(engine, 'nothing else', quiet)
  let mergeId = ''
  const merging = await waitsDuring(deps, neighbour, async () => {
    mergeId = (await mergeCustomers(deps, caller, fromId, toId)).id
  })
  print(engine, `merge of ${count} packages`, merging)
  const undoing = await waitsDuring(deps, neighbour, () => undoMerge(deps, caller, mergeId))
  print(engine, 'undone', undoing)
  console.log(`${engine}: target ${WITHIN_MS} ms ${Math.max(merging.longestMs, undoing.longestMs) <= WITHIN_MS ? 'met' : 'missed'}`)
}

await withStores(values.engines, SEEDED, measure)
