// Measures how long the console's search takes with a million packages: `node bench/search.ts [--engines sqlite,postgres] [--times 100]`.

import { parseArgs } from 'node:util'
import { search } from '../src/flows/overview/search.ts'
import type { Db } from '../src/platform/engine/db.ts'
import { multiply } from './multiplied.ts'
import { showProgress } from './progress.ts'
import { percentile } from './statistics.ts'
import type { Store, Stores } from './stores.ts'
import { withStores } from './stores.ts'

const SEEDED = 10_000
const ROUNDS = 20
const WITHIN_MS = 150
const SAMPLE = 3
const SLOWEST = 5

const { values } = parseArgs({
  options: { engines: { type: 'string', default: 'sqlite,postgres' }, times: { type: 'string', default: '100' } },
})

const times = Number(values.times)

type Named = { customer_name: string; parcel_number: string; reference: string }
type Person = { email: string; mobile: string; address_suffix: string }

/** Typical searches: names, parts of names, names in reverse word order, emails, phone numbers, codes, and text that matches nothing. */
const queriesOf = async (db: Db): Promise<string[]> => {
  const parcels = await db.query<Named>(
    `select packages.customer_name, packages.parcel_number, quotes.reference from packages join quotes on quotes.business_id = packages.business_id
     and quotes.mode = packages.mode and quotes.id = packages.quote_id where packages.customer_name is not null limit ${SAMPLE}`,
  )
  const people = await db.query<Person>(`select email, mobile, address_suffix from customers limit ${SAMPLE}`)
  return [
    ...parcels.flatMap(({ customer_name: name, parcel_number: number, reference }) => [
      name,
      name.split(' ').toReversed().join(' '),
      name.slice(0, 4),
      number,
      number.slice(2, 8),
      reference,
    ]),
    ...people.flatMap(({ email, mobile, address_suffix: id }) => [email, mobile, id]),
    'bak',
    'business',
    'sample road',
    'Ọlábísí',
    'zzzz nobody',
  ]
}

const measure = async ({ engine, db }: Store, stores: Stores): Promise<void> => {
  await multiply(db, times, (share) => showProgress(`multiplying by ${times}`, share))
  await stores.settle()
  const queries = await queriesOf(db)
  const tookMs = new Map<string, number[]>(queries.map((q) => [q, []]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const q of queries) {
      const startedAt = performance.now()
      await search(db, { mode: 'live' }, q, Date.now())
      // The first round fills caches, and is not counted.
      if (round > 0) tookMs.get(q)!.push(performance.now() - startedAt)
    }
  const all = [...tookMs.values()].flat()
  const slow = [...tookMs].toSorted(([, a], [, b]) => percentile(b, 0.5) - percentile(a, 0.5)).slice(0, SLOWEST)
  const text = (each: readonly number[], share: number) => `${percentile(each, share).toFixed(1)} ms`
  console.log(
    `${engine}, ${SEEDED * times} packages, ${queries.length} queries: p50 ${text(all, 0.5)}, p99 ${text(all, 0.99)}, target ${WITHIN_MS} ms`,
  )
  for (const [q, each] of slow) console.log(`  ${JSON.stringify(q)}: p50 ${text(each, 0.5)}, p99 ${text(each, 0.99)}`)
}

await withStores(values.engines, SEEDED, measure)
