// A search without an index runs in slices, and yields to the event loop between them. Its pages are the same as with one statement.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../../../../test/support/engine/engines.ts'
import { sqlite } from '../../../../test/support/engine/engines.ts'
import { byTest } from '../../../../test/support/samples/authors.ts'
import { samplePackage } from '../../../../test/support/samples/samples.ts'
import { createBusiness } from '../../../flows/businesses/create-business.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { newCode } from '../../../flows/deps.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { QuotesFilter } from '../../../store/overview/operator-lists.ts'
import { listPackages, listQuotes } from '../../../store/overview/operator-lists.ts'
import * as packageList from '../../../store/packages/package-list.ts'
import * as packages from '../../../store/packages/packages.ts'
import { systemDeps } from '../../../system.ts'
import { SYSTEM } from '../db.ts'
import type { Cursor, Page, PageRequest } from '../paging.ts'

/** Enough rows for more than one slice. */
const [QUOTES, PACKAGES, CUSTOMERS] = process.env.SOAK ? [12_000, 5_000, 6_000] : [4_500, 2_000, 3_000]
const PER_PAGE = 25
/** One in this many rows has a rare name. The rare rows are spread out, and fill more than one page. */
const RARE_EVERY = process.env.SOAK ? 150 : 75

type Listed = { id: string; mode: string; business_id: string; status: string; search_text: string; created_at: number }

describe('a search that no index serves, on the embedded store', () => {
  let store: FreshDb
  let deps: Deps
  let callers: Caller[]
  let held: Listed[]

  before(async () => {
    store = await sqlite.freshDb()
    deps = { ...systemDeps(), db: store.db }
    callers = []
    for (const prefix of ['SLA', 'SLB']) {
      const business = await createBusiness(deps, byTest(deps), { name: 'Acme Imports', prefix })
      callers.push({ businessId: business.id, mode: 'live', business, clockOffsetMs: 0, ...byTest(deps) })
    }
    await insertQuotes()
    held = await store.db.query<Listed>('select * from quotes order by created_at desc, id desc')
  })
  after(() => store.drop())

  /** Inserts with plain SQL, because only the searched columns matter. */
  const insertQuotes = (): Promise<number> =>
    store.db.execute(
      `insert into quotes (business_id, mode, id, version, status, source, direction, transport_mode, origin_country, destination_country,
         reference, sender, recipient, cargo, rates, rate_messages, created_at, search_text)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)
       select case n % 7 when 0 then $2 else $3 end, case n % 11 when 0 then 'test' else 'live' end, 'pq_' || printf('%026d', (n * 7919) % 100003), 1,
         case n % 3 when 0 then 'pending' when 1 then 'booked' else 'cancelled' end,
         'api', 'import', 'air', 'CN', 'NG', 'Q' || n, '{"address":{}}', '{"address":{}}', '{"mode":"air","pieces":[]}', '[]', '[]', n / 3,
         case n % $4 when 0 then 'rare ' || n else 'plain ' || n end
       from numbers`,
      [QUOTES, callers[0]!.businessId, callers[1]!.businessId, RARE_EVERY],
    )

  const expected = ({ mode, businessId, status, q }: QuotesFilter): string[] =>
    held
      .filter((quote) => quote.mode === mode && (businessId ?? quote.business_id) === quote.business_id)
      .filter((quote) => (status ?? quote.status) === quote.status && quote.search_text.includes(q!.toLowerCase()))
      .map(({ id }) => id)

  type Read = (page: PageRequest) => Promise<Page<string>>

  const quotesBy =
    (filter: QuotesFilter): Read =>
    async (page) => {
      const { items, ...neighbours } = await listQuotes(store.db, filter, page)
      return { items: items.map(({ quote }) => quote.id), ...neighbours }
    }

  const walk = async (read: Read, start: Cursor | null, side: 'older' | 'newer'): Promise<{ pages: string[][]; last: Page<string> }> => {
    const pages: string[][] = []
    for (let cursor = start; ; ) {
      const page = await read({ page: 1, perPage: PER_PAGE, cursor })
      pages.push(page.items)
      if (!page[side]) return { pages, last: page }
      cursor = page[side]
    }
  }

  const FILTERS: [what: string, more: Partial<QuotesFilter>][] = [
    ['of every business', {}],
    ['of one status', { status: 'booked' }],
    ['in test mode', { mode: 'test' }],
  ]
  for (const [what, more] of FILTERS) {
    for (const q of ['RARE', 'ra', 'plain 1', 'nothing']) {
      it(`finds quotes ${what} that hold "${q}", page by page, there and back, and by number`, async () => {
        for (const businessId of [undefined, callers[0]!.businessId]) {
          const filter: QuotesFilter = { mode: 'live', q, ...more, ...(businessId === undefined ? {} : { businessId }) }
          const ids = expected(filter)
          const pages = Array.from({ length: Math.max(1, Math.ceil(ids.length / PER_PAGE)) }, (_, at) =>
            ids.slice(at * PER_PAGE, (at + 1) * PER_PAGE),
          )
          const read = quotesBy(filter)
          const there = await walk(read, null, 'older')
          assert.deepEqual(there.pages, pages)
          if (there.last.newer) assert.deepEqual((await walk(read, there.last.newer, 'newer')).pages.reverse(), pages.slice(0, -1))
          for (const page of [1, 2, 3, pages.length, pages.length + 1]) {
            const numbered = await read({ page, perPage: PER_PAGE, cursor: null })
            assert.deepEqual(numbered.items, pages[page - 1] ?? [])
            assert.equal(numbered.older !== null, page < pages.length)
          }
        }
      })
    }
  }

  it('looks through a business’s packages for a key of two letters', async () => {
    const [caller] = callers
    const made = Array.from({ length: PACKAGES }, (_, index) => {
      const identity = { id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P'), quoteId: null, cargoIndex: null }
      return samplePackage({ ...identity, customerName: index % RARE_EVERY === 0 ? 'ÖÉ' : 'Plain', createdAt: 1_000 + index })
    })
    for (let from = 0; from < made.length; from += 50)
      await store.db.transaction(SYSTEM, (tx) => packages.insert(tx, caller!, made.slice(from, from + 50)))
    const rare = made.filter(({ customerName }) => customerName === 'ÖÉ').map(({ id }) => id)
    const found = await packageList.find(store.db, caller!, { key: 'öé' })
    const read: Read = async (page) => {
      const { items, ...neighbours } = await packageList.versions(store.db, found, page)
      return { items: items.map(({ id }) => id), ...neighbours }
    }
    assert.deepEqual((await walk(read, null, 'older')).pages.flat(), rare.toReversed())
    const all = await listPackages(store.db, { mode: 'live', q: 'öé' }, { page: 1, perPage: 100, cursor: null })
    assert.deepEqual(
      all.items.map(({ parcel }) => parcel.id),
      rare.toReversed(),
    )
  })

  /** Counts the turns of the event loop during `work`. */
  const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    let turns = 0
    let isWorking = true
    const count = (): void => {
      turns += 1
      if (isWorking) setImmediate(count)
    }
    setImmediate(count)
    await work()
    isWorking = false
    return turns
  }

  it('lists and counts the customers that hold a letter, slice by slice', async () => {
    const [caller] = callers
    await store.db.execute(
      `insert into customers (business_id, mode, id, version, address_suffix, suffix_key, status, created_at, search_text)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)
       select $2, 'live', 'pcus_' || printf('%026d', n), 1, 'SLA' || (5000 + n), 'SLA' || (5000 + n), case n % 5 when 0 then 'inactive' else 'active' end, n,
         case n % $3 when 0 then 'zoë' else 'plain' end from numbers`,
      [CUSTOMERS, caller!.businessId, RARE_EVERY],
    )
    const list = (key: string, status: 'active' | 'all', page = 1) =>
      customers.list(store.db, caller!, { status, key }, { page, perPage: PER_PAGE, cursor: null })
    const matching = Math.floor(CUSTOMERS / RARE_EVERY)
    const first = await list('z', 'all')
    assert.equal(first.totalCount, matching)
    const second = await list('z', 'all', 2)
    assert.deepEqual(
      [...first.items, ...second.items].map(({ createdAt }) => createdAt),
      Array.from({ length: matching }, (_, index) => (matching - index) * RARE_EVERY),
    )
    assert.equal((await list('z', 'active')).totalCount, 0)
    assert.equal((await list('pl', 'active')).totalCount, CUSTOMERS * 0.8)
    const turns = await turnsDuring(() => list('zo', 'all'))
    assert.ok(turns >= CUSTOMERS / 1_000, `${turns} turns`)
  })

  it('lets others have their turn between slices', async () => {
    const turns = await turnsDuring(() =>
      listQuotes(store.db, { mode: 'live', q: 'nothing' }, { page: 1, perPage: PER_PAGE, cursor: null }),
    )
    const live = held.filter(({ mode }) => mode === 'live').length
    assert.ok(turns >= Math.floor(live / 1_000), `${turns} turns`)
  })
})
