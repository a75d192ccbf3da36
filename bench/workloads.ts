// The workloads of the benchmark. Their requests concern records from the whole history of the store.

import type { Business } from '../src/domain/businesses/business.ts'
import type { Caller, Deps } from '../src/flows/deps.ts'
import * as businesses from '../src/store/businesses/businesses.ts'
import { systemDeps } from '../src/system.ts'
import { exportAir, importAir, importOcean } from '../test/support/samples/requests.ts'
import type { Call } from './load.ts'
import { addFreshQuotes, HISTORY_MS, READING_KEY, READING_PREFIX, WRITING_KEY, WRITING_PREFIX } from './seed.ts'
import type { Store } from './stores.ts'

/** Number of requests to prepare per second of load, if each request may be sent only once. No server is this fast. */
const USED_UP_PER_SECOND = 6_000
const POOL = 1_000
/** How many names are searched for, in every store size. Even the smallest store has slightly more names. */
const NAMES = 200
const PER_PAGE = 25
const DEEP_PAGE = 1_000

/** A store, the business whose data the workloads read, and the business for which they write. */
export type Subject = { store: Store; deps: Deps; reader: Business; writer: Business; fetch(path: string): Promise<Response> }

export type Workload = {
  name: string
  /** True if each request may be sent only once. Every round then needs new requests. */
  isUsedUp: boolean
  /** True if each request writes. The database engine alone is then measured as a second upper limit. */
  isWriting: boolean
  calls(subject: Subject, seconds: number): Promise<Call[]>
}

/** Returns `count` requests that can all be sent, because no two of them change the same row. */
export const independentCalls = async (workload: Workload, subject: Subject, count: number): Promise<Call[]> => {
  const calls = await workload.calls(subject, count / USED_UP_PER_SECOND)
  const byPath = [...new Map(calls.map((call) => [call.path, call])).values()]
  // If all requests have the same path, each request creates a new record. Such requests can be sent repeatedly.
  return byPath.length > 1 ? byPath.slice(0, count) : Array.from({ length: count }, (_, n) => calls[n % calls.length]!)
}

export const subjectOf = async (store: Store, fetch: Subject['fetch']): Promise<Subject> => {
  const [reader, writer] = [await businesses.find(store.db, READING_PREFIX), await businesses.find(store.db, WRITING_PREFIX)]
  if (!reader || !writer) throw new Error('the store was not seeded')
  return { store, deps: { db: store.db, ...systemDeps() }, reader, writer, fetch }
}

/** Returns rows that were created at random times in the history. The query uses the same index as the API's lists. */
const sample = async <R extends object>({ store, reader }: Subject, table: string, columns: string, and = ''): Promise<R[]> => {
  const sql = `select ${columns} from ${table} where business_id = $1 and mode = 'live' ${and} and created_at >= $2 order by created_at, id limit 1`
  const found: R[] = []
  for (let n = 0; n < POOL; n++) {
    const [row] = await store.db.query<R>(sql, [reader.id, Date.now() - Math.floor(Math.random() * HISTORY_MS * 0.99)])
    if (row) found.push(row)
  }
  return found
}

const reading = (name: string, calls: Workload['calls']): Workload => ({ name, isUsedUp: false, isWriting: false, calls })
const writing = (name: string, calls: Workload['calls']): Workload => ({ name, isUsedUp: false, isWriting: true, calls })
const get = (path: string, key = READING_KEY): Call => ({ method: 'GET', path, key })
const post = (path: string, body: object, key = WRITING_KEY): Call => ({ method: 'POST', path, key, body })

const creating = (name: string, parcel: (n: number) => object): Workload =>
  writing(name, async () => Array.from({ length: POOL }, (_, n) => post('/v1/parcel_quotes', { parcel: parcel(n) })))

/** Returns a call that reads a deep page of a list, or a page near the end if the list is short. The cursor comes from the page before. */
const deepPage = async ({ store, fetch }: Subject, path: string): Promise<Call[]> => {
  const listed = store.size * (path.includes('quotes') ? 0.04 : 0.75)
  const page = Math.max(2, Math.min(DEEP_PAGE, Math.floor(listed / PER_PAGE)))
  const answer = await fetch(`${path}?page=${page - 1}`)
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  if (next === undefined) throw new Error(`${path} has no page ${page}`)
  const { pathname, search } = new URL(next)
  return [get(pathname + search)]
}

const bookedQuotes = async (subject: Subject): Promise<Call[]> =>
  (await sample<{ id: string }>(subject, 'quotes', 'id', "and status = 'booked'")).map(({ id }) => get(`/v1/parcel_quotes/${id}`))

/** Mixes writes into reads: every tenth request writes, which invalidates caches. */
const amidWrites = (reads: readonly Call[]): Call[] =>
  Array.from({ length: POOL }, (_, n) => (n % 10 === 0 ? newOceanQuote(n) : reads[n % reads.length]!))

const newOceanQuote = (n: number): Call =>
  post('/v1/parcel_quotes', { parcel: importOcean({ packages: [{ container_size: 'LCL', quantity: 1, volume: 1 + (n % 20) / 2 }] }) })

export const newOceanQuotes = (): Call[] => Array.from({ length: POOL }, (_, n) => newOceanQuote(n))

/** Creates `count` new quotes and returns a booking request for each quote. */
export const bookings = async ({ deps, writer }: Subject, count: number): Promise<Call[]> =>
  (await addFreshQuotes(deps, callerOf(writer), count)).map(({ id, rates }) =>
    post(`/v1/packages/${id}/create_shipment`, { rate_id: rates[0]!.id }),
  )

const search = (key: string): Call => get(`/v1/packages?key=${encodeURIComponent(key)}`)

const partsOfNumbers = async (subject: Subject): Promise<Call[]> =>
  (await sample<{ parcel_number: string }>(subject, 'packages', 'parcel_number')).map((row) => search(row.parcel_number.slice(3, 10)))

let customersMade = 0
const newCustomer = (run: number): Call => {
  const n = ++customersMade
  return post('/v1/parcel-customers', {
    parcel_customer: {
      first_name: 'New',
      last_name: `Customer ${n}`,
      email: `n${run}-${n}@example.com`,
      mobile: `+1${run}${n}`,
      origin_address: '5 Sample Street',
      origin_city: 'Ikeja',
      origin_state: 'Lagos',
      origin_country: 'NG',
    },
  })
}
const RUN = Date.now() % 1_000_000

export const WORKLOADS: readonly Workload[] = [
  creating('create quote, export air', (n) => exportAir({ package: { weight: 1 + (n % 40) / 2 } })),
  creating('create quote, import air', (n) => importAir({ packages: [{ weight: 1 + n / 2 }] })),
  writing('create quote, ocean', async () => newOceanQuotes()),
  reading('get quote, booked', bookedQuotes),
  reading('get quote, booked, amid writes', async (subject) => amidWrites(await bookedQuotes(subject))),
  reading('get quote, pending air', async ({ deps, writer }) =>
    (await addFreshQuotes(deps, callerOf(writer), POOL)).map(({ id }) => get(`/v1/parcel_quotes/${id}`, WRITING_KEY)),
  ),
  reading('list quotes, page 1', async () => [get('/v1/parcel_quotes')]),
  reading('list quotes, deep page', (subject) => deepPage(subject, '/v1/parcel_quotes')),
  reading('list packages, page 1', async () => [get('/v1/packages')]),
  reading('list packages, amid writes', async () => amidWrites([get('/v1/packages')])),
  reading('list packages, deep page', (subject) => deepPage(subject, '/v1/packages')),
  reading('search packages by number', partsOfNumbers),
  reading('search packages by number, amid writes', async (subject) => amidWrites(await partsOfNumbers(subject))),
  reading('search packages by name', async (subject) => {
    const rows = await sample<{ customer_name: string }>(subject, 'packages', 'customer_name', 'and customer_id is not null')
    return [...new Set(rows.map((row) => row.customer_name))].slice(0, NAMES).map(search)
  }),
  reading('track package', async (subject) =>
    (await sample<{ id: string }>(subject, 'packages', 'id')).map(({ id }) => get(`/v1/packages/${id}/track`)),
  ),
  writing('hold or release package', async (subject) =>
    (await sample<{ id: string }>(subject, 'packages', 'id')).map(({ id }, n) =>
      post(`/v1/packages/${id}/notices`, { action: n % 2 === 0 ? 'hold' : 'release' }, READING_KEY),
    ),
  ),
  {
    name: 'create shipment, house carrier',
    isUsedUp: true,
    isWriting: true,
    calls: (subject, seconds) => bookings(subject, Math.ceil(seconds * USED_UP_PER_SECOND)),
  },
  {
    name: 'create customer',
    isUsedUp: true,
    isWriting: true,
    calls: async (_subject, seconds) => Array.from({ length: Math.ceil(seconds * USED_UP_PER_SECOND) }, () => newCustomer(RUN)),
  },
]

const callerOf = (business: Business): Caller => ({
  businessId: business.id,
  mode: 'live',
  business,
  actor: 'bench',
  requestId: 'bench',
  at: Date.now(),
  clockOffsetMs: 0,
})
