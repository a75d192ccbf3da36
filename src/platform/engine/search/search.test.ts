// Search finds the same packages as a scan of all rows, after any changes.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Engine, FreshDb } from '../../../../test/support/engine/engines.ts'
import { forEachEngine, postgres, sqlite } from '../../../../test/support/engine/engines.ts'
import { storesAt } from '../../../../test/support/engine/memory.ts'
import { IN_SOAK } from '../../../../test/support/in-soak.ts'
import { byTest } from '../../../../test/support/samples/authors.ts'
import { samplePackage } from '../../../../test/support/samples/samples.ts'
import type { Package } from '../../../domain/packages/package.ts'
import { createBusiness } from '../../../flows/businesses/create-business.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { newCode } from '../../../flows/deps.ts'
import { listPackages } from '../../../store/overview/operator-lists.ts'
import * as packageList from '../../../store/packages/package-list.ts'
import * as packages from '../../../store/packages/packages.ts'
import { systemDeps } from '../../../system.ts'
import { backup, restore } from '../../backup/backup.ts'
import { moveStore } from '../../backup/move-to-postgres.ts'
import type { Db, Value } from '../db.ts'
import { SYSTEM } from '../db.ts'
import { loadMigrations, migrate } from '../migrate.ts'
import { createMissingSearchIndexes, createNarrow } from '../postgres/search.ts'
import { insert } from '../rows.ts'
import { readTables } from '../tables.ts'
import { MATCHES_MAX } from './search-key.ts'

const PER_PAGE = 1_000
const INSERTED_AT_ONCE = 200
const RUNS = process.env.SOAK ? 300 : 10

/** The alphabet is small, so that names contain parts of each other. It has characters with a special meaning in patterns or indexes. */
const UNITS = ['a', 'A', 'b', ' ', 'é', 'É', 'İ', 'ı', 'I', 'Σ', 'ß', '样', '🙂', '%', '_', '\\', '"', "'", '\n', '*', '-', '2']
const name = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 14 })

type Store = { db: Db; deps: Deps; drop: FreshDb['drop'] }

const open = async (engine: Engine, migrations?: Awaited<ReturnType<typeof loadMigrations>>): Promise<Store> => {
  const { db, drop } = await engine.freshDb(migrations)
  return { db, deps: { ...systemDeps(), db }, drop }
}

let businesses = 0
const newCaller = async ({ deps }: Store, mode: Caller['mode'] = 'live'): Promise<Caller> => {
  const prefix = `S${String.fromCharCode(65 + (businesses % 26), 65 + (Math.floor(businesses++ / 26) % 26))}`
  const business = await createBusiness(deps, byTest(deps), { name: 'Acme Imports', prefix })
  return { businessId: business.id, mode, business, clockOffsetMs: 0, ...byTest(deps) }
}

const add = async ({ db, deps }: Store, caller: Caller, names: readonly string[]): Promise<Package[]> => {
  const made = names.map((customerName, index) => {
    const identity = { id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P'), quoteId: null, cargoIndex: null }
    return samplePackage({ ...identity, customerName, createdAt: 1_000 + index })
  })
  for (let from = 0; from < made.length; from += INSERTED_AT_ONCE)
    await db.transaction(SYSTEM, (tx) => packages.insert(tx, caller, made.slice(from, from + INSERTED_AT_ONCE)))
  return made
}

const newestFirst = (found: readonly Package[]): string[] =>
  found.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id)

const holding = (held: readonly Package[], key: string): string[] =>
  newestFirst(held.filter((parcel) => `${parcel.customerName}\n${parcel.parcelNumber}`.toLowerCase().includes(key.toLowerCase())))

/** Reads all pages, each by the cursor of the previous one. */
const search = async (db: Db, caller: Caller, key: string): Promise<string[]> => {
  const ids: string[] = []
  const found = await packageList.find(db, caller, { key })
  for (let cursor = null; ; ) {
    const page = await packageList.versions(db, found, { page: 1, perPage: PER_PAGE, cursor })
    ids.push(...page.items.map(({ id }) => id))
    if (!page.older) return ids
    cursor = page.older
  }
}

const searchAll = async (db: Db, q: string): Promise<string[]> =>
  (await listPackages(db, { mode: 'live', q }, { page: 1, perPage: PER_PAGE, cursor: null })).items.map(({ parcel }) => parcel.id)

forEachEngine((engine) => {
  let store: Store
  before(async () => {
    store = await open(engine)
  })
  after(() => store.drop())

  it('finds what holds the key, and nothing else, whatever characters it is made of', async () => {
    const [caller, stranger] = [await newCaller(store), await newCaller(store)]
    const names = fc.sample(name, { numRuns: 200, seed: 8 })
    const held = await add(store, caller, names)
    const others = await add(store, stranger, names.slice(0, 50))
    const part = fc
      .tuple(fc.constantFrom(...held), fc.nat(20), fc.integer({ min: 1, max: 14 }))
      .map(([parcel, start, length]) => `${parcel.customerName}\n${parcel.parcelNumber}`.slice(start, start + length))
      .filter((key) => key.isWellFormed() && key !== '')
    await fc.assert(
      fc.asyncProperty(fc.oneof(part, name.filter(Boolean)), async (key) => {
        assert.deepEqual(await search(store.db, caller, key), holding(held, key))
        assert.deepEqual(await search(store.db, stranger, key), holding(others, key))
      }),
      { numRuns: RUNS },
    )
  })

  it('finds a package under the name that it has now', async () => {
    const caller = await newCaller(store)
    const [renamed, given, kept] = await add(store, caller, ['Oldest Name', 'Oldest Name', 'Oldest Name'])
    await store.db.transaction(SYSTEM, async (tx) => {
      await packages.save(tx, caller, renamed!, { ...renamed!, customerName: 'NEWER Ìsọ̀' })
      await packages.reassign(tx, caller, [given!], { customerId: null, customerIdentifier: null, customerName: 'Newer still' })
    })
    assert.deepEqual(await search(store.db, caller, 'oldest name'), [kept!.id])
    assert.deepEqual(await search(store.db, caller, 'newer'), newestFirst([renamed!, given!]))
    assert.deepEqual(await search(store.db, caller, 'ìsọ̀'), [renamed!.id])
    assert.deepEqual(await search(store.db, caller, given!.parcelNumber.slice(4)), [given!.id])
  })

  it('finds what one business calls its own, in one mode; the operator finds that of all', async () => {
    const [one, other, test] = [await newCaller(store), await newCaller(store), await newCaller(store, 'test')]
    const [mine] = await add(store, one, ['Shared Consignee'])
    const [theirs] = await add(store, other, ['Shared Consignee'])
    const [tried] = await add(store, test, ['Shared Consignee'])
    assert.deepEqual(await search(store.db, one, 'shared cons'), [mine!.id])
    assert.deepEqual(await search(store.db, test, 'shared cons'), [tried!.id])
    assert.deepEqual(await search(store.db, { ...one, mode: 'test' }, 'shared cons'), [])
    assert.deepEqual(await search(store.db, one, theirs!.parcelNumber.slice(2)), [])
    assert.deepEqual(await searchAll(store.db, 'shared cons'), newestFirst([mine!, theirs!]))
    assert.deepEqual(await searchAll(store.db, theirs!.parcelNumber.slice(2)), [theirs!.id])
  })

  describe('pages through everything', () => {
    const RARE = 20
    const fill = async (nameAt: (index: number) => string): Promise<[Caller, Package[]]> => {
      const caller = await newCaller(store)
      const names = Array.from({ length: MATCHES_MAX + 1 }, (_, index) => nameAt(index))
      return [caller, await add(store, caller, [...Array.from({ length: RARE }, () => 'Rare'), ...names])]
    }

    // Filling the store takes long. On SQLite, the search takes the same steps as in the next test, which has different names.
    it(`when more than ${MATCHES_MAX} match, by one name`, engine === sqlite ? IN_SOAK : {}, async () => {
      const [caller, held] = await fill(() => 'Frequent Consignee')
      assert.deepEqual(await search(store.db, caller, 'FREQUENT'), holding(held, 'frequent'))
      assert.deepEqual(await search(store.db, caller, 'rare'), holding(held, 'rare'))
    })

    it(`when more than ${MATCHES_MAX} match, by names of their own, which lead no other business astray`, async () => {
      const [caller, held] = await fill((index) => `Crowded ${index}`)
      assert.deepEqual(await search(store.db, caller, 'CROWDED'), holding(held, 'crowded'))
      assert.deepEqual(await search(store.db, caller, 'rare'), holding(held, 'rare'))
      const other = await newCaller(store)
      const few = await add(store, other, ['Crowded House', 'Quiet House', 'crowded again'])
      assert.deepEqual(await search(store.db, other, 'crowded'), holding(few, 'crowded'))
      assert.ok(await store.db.narrow('packages', 'crowded', other), 'the business has few')
      assert.equal(await store.db.narrow('packages', 'crowded', { mode: 'live' }), null, 'all of them together have many')
    })
  })

  describe('finds packages of a store', () => {
    const NAMES = ['Élan Vital', 'ÉLAN', 'Ikeja Crafts', 'Ikeja Crafts', 'İzmir']
    const check = async (db: Db, caller: Caller, held: readonly Package[]): Promise<void> => {
      for (const key of ['élan', 'crafts', 'i̇zm', held[0]!.parcelNumber.slice(3)])
        assert.deepEqual(await search(db, caller, key), holding(held, key), key)
    }

    it('from before names were kept', engine === sqlite ? {} : IN_SOAK, async () => {
      const before = (await loadMigrations(engine.name)).filter(({ name }) => name < '0012')
      const old = await open(engine, before)
      const caller = await newCaller(store)
      const held = await add(store, caller, NAMES)
      // The rows are copied with only the columns that the old store has. Current code would also write columns that later migrations
      // added.
      const tables = await readTables(old.db, engine.name)
      for (const [table, column] of [
        ['businesses', 'id'],
        ['packages', 'business_id'],
      ]) {
        const then = tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
        const sql = `select ${then.join(', ')} from ${table} where ${column} = $1`
        const rows = await store.db.query<Record<string, Value>>(sql, [caller.businessId])
        await old.db.transaction(SYSTEM, (tx) => insert(tx, table!, rows))
      }
      await migrate(old.db)
      await check(old.db, caller, held)
      await check(old.db, caller, [...held, ...(await add(old, caller, NAMES))])
      await old.drop()
    })

    for (const target of [sqlite, postgres]) {
      // A backup has the same format for both engines. Restoring a backup into the same engine is therefore tested only if SOAK is set.
      const isOther = target.name !== engine.name || Boolean(process.env.SOAK)
      it(`that was restored into ${target.name}`, { skip: isOther ? false : 'npm run soak' }, async () => {
        const directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
        const [from, to] = [await open(engine), await open(target, [])]
        const caller = await newCaller(from)
        const held = await add(from, caller, NAMES)
        await backup(from.db, join(directory, 'backup'), new Date(0))
        await restore(to.db, join(directory, 'backup'))
        await check(to.db, caller, [...held, ...(await add(to, caller, NAMES))])
        await Promise.all([from.drop(), to.drop(), rm(directory, { recursive: true })])
      })
    }
  })
})

it('reads no package but by an index on PostgreSQL, even if statistics know two names only', async () => {
  const store = await open(postgres)
  const [one, other] = [await newCaller(store), await newCaller(store)]
  await store.db.exclusively(SYSTEM, (tx) => tx.script('alter table packages set (autovacuum_enabled = false)'))
  await add(
    store,
    one,
    Array.from({ length: 1_000 }, (_, index) => (index % 5 === 0 ? 'Rare' : 'Frequent Consignee')),
  )
  await store.db.exclusively(SYSTEM, (tx) => tx.script('analyze packages; analyze package_names'))
  await add(
    store,
    other,
    Array.from({ length: 1_000 }, (_, index) => `Frequent ${index}`),
  )
  const plans: string[] = []
  const found = await store.db.transaction(SYSTEM, (tx) => {
    const query: Db['query'] = async (sql, params) => {
      const lines = await tx.query<Record<string, string>>(`explain ${sql}`, params)
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
      return tx.query(sql, params)
    }
    return createNarrow({ query })('packages', 'frequent', other)
  })
  assert.ok(found)
  const plan = plans.at(-1)!
  assert.match(plan, /ix_packages_name on packages/)
  assert.doesNotMatch(plan, /Seq Scan on packages/)
  await store.drop()
})

it('is planned once for all keys and businesses on PostgreSQL, and again when the table has grown fourfold', async () => {
  const asked: string[] = []
  let bytes = 8_192
  let nowMs = 0
  const query: Db['query'] = async <R extends object>(sql: string) => {
    asked.push(sql)
    return [{ bytes, found: 1, names: 0, named: 0, count: 0, ids: null } as unknown as R]
  }
  const narrow = createNarrow({ query }, () => nowMs)
  const searches = async (key: string, businessId: string): Promise<string> => {
    await narrow('packages', key, { businessId, mode: 'live' })
    return asked.findLast((sql) => sql.includes('like'))!
  }
  const first = await searches('8ZKQ2', 'biz_1')
  assert.match(first, /like \(select \$1\)/)
  assert.doesNotMatch(first.replaceAll(/\(select \$\d\)/g, ''), /\$\d/, 'no value that a plan could be made for')
  const before = asked.length
  assert.equal(await searches('8ZKQ3', 'biz_2'), first)
  assert.equal(asked.length, before + 1, 'one statement for a search')
  bytes *= 100
  assert.equal(await searches('8ZKQ2', 'biz_1'), first)
  nowMs += 5_000
  await searches('8ZKQ2', 'biz_1')
  assert.notEqual(await searches('8ZKQ2', 'biz_1'), first)
})

it('finds the same where PostgreSQL does not let us have the index', async () => {
  const store = await open(postgres)
  await store.db.exclusively(SYSTEM, (tx) => tx.script('drop index ix_package_names_search; drop index ix_package_numbers_search'))
  const caller = await newCaller(store)
  const held = await add(store, caller, ['Élan Vital', 'ÉLAN', 'Ikeja Crafts'])
  for (const key of ['élan', 'crafts', held[0]!.parcelNumber.slice(3)])
    assert.deepEqual(await search(store.db, caller, key), holding(held, key), key)
  await store.drop()
})

it('makes the same indexes as the migrations, once the database has the extension', async () => {
  const store = await open(postgres)
  const indexes = () => store.db.query<{ sql: string }>(`select pg_get_indexdef(indexrelid) as sql from pg_index order by sql`)
  const [before, names] = [await indexes(), ['package_names_search', 'package_numbers_search', 'customers_search']]
  assert.equal(before.filter(({ sql }) => /gin.*gin_pending_list_limit='64'/.test(sql)).length, 4)
  const drops = [...names, 'package_names_folded', 'customers_folded'].map((index) => `drop index ix_${index}`)
  await store.db.exclusively(SYSTEM, (tx) => tx.script(drops.join(';')))
  assert.equal(await createMissingSearchIndexes(store.db), true)
  assert.deepEqual(await indexes(), before)
  await store.drop()
})

it('finds packages of a store that was moved to PostgreSQL', async () => {
  const [from, to] = [await open(sqlite), await open(postgres)]
  const caller = await newCaller(from)
  const held = await add(from, caller, ['Élan Vital', 'ÉLAN', 'Ikeja Crafts'])
  await moveStore(from.db, to.db, Date.now)
  for (const key of ['élan', held[1]!.parcelNumber.slice(3)]) assert.deepEqual(await search(to.db, caller, key), holding(held, key), key)
  await Promise.all([from.drop(), to.drop()])
})
