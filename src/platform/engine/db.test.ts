// Both engines behave as the database interface (db.ts) describes. They refuse values that one of them could not store unchanged.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { runTogether } from '../../../test/support/engine/store-children.ts'
import { wellFormedText } from '../../../test/support/samples/random-texts.ts'
import type { Db, Value } from './db.ts'
import { bind, StaleWrite, StoreUnavailable, SYSTEM, UniqueViolation } from './db.ts'

const SCHEMA = `
  create table parcels (
    id text primary key,
    version bigint not null,
    parcel_number text,
    owner text,
    weight_kg double precision,
    photo bytea
  );
  create unique index uq_parcels_parcel_number on parcels (parcel_number);
  create unique index uq_parcels_owner on parcels (version, owner);
  create table counters (value bigint not null);
`
const INSERT = 'insert into parcels (id, version, parcel_number, owner, weight_kg, photo) values ($1, $2, $3, $4, $5, $6)'

const parcel = (
  id: string,
  rest: { version?: number; number?: string; owner?: string; weightKg?: number; photo?: Uint8Array } = {},
): Value[] => [id, rest.version ?? 1, rest.number ?? null, rest.owner ?? null, rest.weightKg ?? null, rest.photo ?? null]

describe('bind refuses what an engine would store as something else', () => {
  const refused: [string, unknown, RegExp][] = [
    ['a boolean', true, /of type boolean/],
    ['undefined', undefined, /of type undefined/],
    ['a Date', new Date(0), /a Date/],
    ['a bigint', 1n, /of type bigint/],
    ['an object', {}, /of type object/],
    ['NaN', Number.NaN, /finite/],
    ['infinity', Number.POSITIVE_INFINITY, /finite/],
    ['an integer beyond 2^53', 2 ** 53, /safe integer/],
    ['a NUL character', 'a\0b', /NUL/],
    ['half a surrogate pair', 'a\ud800', /surrogate/],
  ]
  for (const [name, value, message] of refused) {
    it(name, () =>
      assert.throws(() => bind(['fine', value as Value]), { name: 'TypeError', message: new RegExp(`\\$2.*${message.source}`) }),
    )
  }
})

forEachEngine((engine) => {
  let fresh: FreshDb
  let db: Db
  before(async () => {
    fresh = await engine.freshDb([{ name: '0001-parcels', sql: SCHEMA }])
    db = fresh.db
  })
  beforeEach(() => db.execute('delete from parcels'))
  after(() => fresh.drop())

  const count = async () => (await db.query<{ parcels: number }>('select count(*) as parcels from parcels'))[0]?.parcels

  describe('values', () => {
    it('any text, number or bytes come back as they went in', async () => {
      const text = wellFormedText().filter((value) => !value.includes('\0'))
      const row = fc.record({
        owner: fc.option(text),
        version: fc.maxSafeInteger(),
        weight_kg: fc.option(
          fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => value !== 0 && Math.abs(value) < 2 ** 53),
        ),
        photo: fc.option(fc.uint8Array()),
      })
      await fc.assert(
        fc.asyncProperty(row, async ({ owner, version, weight_kg, photo }) => {
          await db.execute('delete from parcels')
          await db.execute(INSERT, ['p', version, null, owner, weight_kg, photo])
          const [read] = await db.query('select owner, version, weight_kg, photo from parcels')
          assert.deepEqual({ ...read }, { owner, version, weight_kg, photo: photo && new Uint8Array(photo) })
        }),
        { numRuns: process.env.SOAK ? 150 : 40 },
      )
    })

    it('an integer in a text column stays without a decimal point', async () => {
      await db.execute(INSERT, parcel('p', { owner: 'x' }))
      await db.execute('update parcels set owner = $1', [3])
      assert.equal((await db.query<{ owner: string }>('select owner from parcels'))[0]?.owner, '3')
    })

    it('counts, sums and comparisons are numbers', async () => {
      await db.execute(INSERT, parcel('p', { version: 5 }))
      const [row] = await db.query('select count(*) as n, sum(version) as total, max(version) = 5 as same from parcels')
      assert.deepEqual({ ...row }, { n: 1, total: 5, same: 1 })
    })

    it('text sorts by its bytes, whatever the locale of the server', async () => {
      for (const id of ['b', 'B', 'a', 'é', '_', 'Z', '\u{1f4e6}', '\uffee']) await db.execute(INSERT, parcel(id))
      const sorted = (await db.query<{ id: string }>('select id from parcels order by id')).map(({ id }) => id)
      assert.deepEqual(sorted, ['B', 'Z', '_', 'a', 'b', 'é', '\uffee', '\u{1f4e6}'])
    })

    it('too few or too many parameters are an error, not NULL', async () => {
      await assert.rejects(db.query('select id from parcels where id = $1 or owner = $2', ['a']))
      await assert.rejects(db.query('select id from parcels where id = $1', ['a', 'b']))
    })

    it('parameters are told by their numbers, in whatever order a statement names them; in a quoted text there are none', async () => {
      const owners = async (sql: string, params: Value[]): Promise<unknown[]> =>
        (await db.query<{ owner: string }>(sql, params)).map(({ owner }) => owner)
      await db.execute(INSERT, parcel('p', { owner: 'one' }))
      await db.execute(INSERT, parcel('q', { owner: 'two', version: 2 }))
      assert.deepEqual(await owners('select owner from parcels where id = $1 and version = $2', ['q', 2]), ['two'])
      assert.deepEqual(await owners('select owner from parcels where version = $2 and id = $1', ['q', 2]), ['two'])
      assert.deepEqual(await owners('select owner from parcels where id = $1 or owner = $1 or id = $2 order by id', ['p', 'q']), [
        'one',
        'two',
      ])
      assert.deepEqual(await owners("select owner from parcels where owner <> '$1 it''s ?1' and id = $1", ['p']), ['one'])
    })

    it('a fraction does not fit an integer column', () => assert.rejects(db.execute(INSERT, parcel('p', { version: 1.5 }))))
  })

  describe('outside a transaction', () => {
    it('execute is a transaction of its own and tells how many rows it changed', async () => {
      assert.equal(await db.execute(INSERT, parcel('p')), 1)
      assert.equal(await db.execute('update parcels set version = 2 where id <> $1', ['p']), 0)
      assert.equal(await count(), 1)
    })

    it('query refuses to write', async () => {
      await assert.rejects(db.query(`${INSERT} returning id`, parcel('p')), /only reads/)
      assert.equal(await count(), 0)
    })
  })

  describe('a transaction', () => {
    it('sees its own writes; others see them only once it is committed', async () => {
      const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const writing = db.transaction(SYSTEM, async (tx) => {
        const rows = await tx.query(`${INSERT} returning id, version`, parcel('p'))
        assert.deepEqual({ ...rows[0] }, { id: 'p', version: 1 })
        assert.equal((await tx.query('select id from parcels')).length, 1)
        written.resolve()
        await goOn.promise
      })
      await written.promise
      assert.equal(await count(), 0)
      goOn.resolve()
      await writing
      assert.equal(await count(), 1)
    })

    it('that throws leaves nothing', async () => {
      const failing = db.transaction(SYSTEM, async (tx) => {
        await tx.execute(INSERT, parcel('p'))
        throw new Error('changed my mind')
      })
      await assert.rejects(failing, /changed my mind/)
      assert.equal(await count(), 0)
    })

    it('fails as a whole even when it catches the error of a statement', async () => {
      const failing = db.transaction(SYSTEM, async (tx) => {
        await tx.execute(INSERT, parcel('p'))
        await tx.execute(INSERT, parcel('p')).catch(() => {})
        return 'all is well'
      })
      await assert.rejects(failing, UniqueViolation)
      assert.equal(await count(), 0)
    })

    it('runs statements started together in their order, and fails with the first that fails', async () => {
      await db.transaction(SYSTEM, (tx) =>
        Promise.all([tx.execute(INSERT, parcel('a')), tx.execute('update parcels set version = 7'), tx.execute(INSERT, parcel('b'))]),
      )
      const versions = await db.query<{ version: number }>('select version from parcels order by id')
      assert.deepEqual(
        versions.map(({ version }) => version),
        [7, 1],
      )
      const failing = db.transaction(SYSTEM, (tx) => Promise.all([tx.execute(INSERT, parcel('a')), tx.execute(INSERT, parcel('c'))]))
      await assert.rejects(failing, UniqueViolation)
      assert.equal(await count(), 2)
    })

    it('does not nest', async () => {
      for (const inner of [
        () => db.transaction(SYSTEM, async () => {}),
        () => db.execute('delete from parcels'),
        () => db.query('select 1 as one'),
      ]) {
        await assert.rejects(db.transaction(SYSTEM, inner as () => Promise<unknown>), /do not nest/)
      }
    })

    it('cannot be used after its end', async () => {
      const tx = await db.transaction(SYSTEM, async (inner) => ({ query: inner.query }))
      await assert.rejects(tx.query('select 1 as one'), /is over/)
    })
  })

  describe('a compare-and-set', () => {
    const increment = () =>
      db.transaction(SYSTEM, async (tx) => {
        const [row] = await tx.query<{ version: number }>('select version from parcels where id = $1', ['p'])
        const changed = await tx.execute('update parcels set version = $1 where id = $2 and version = $3', [
          row!.version + 1,
          'p',
          row!.version,
        ])
        if (changed === 0) throw new StaleWrite()
      })

    it('that finds another version is run again until it is first', async () => {
      await db.execute(INSERT, parcel('p', { version: 0 }))
      await Promise.all(Array.from({ length: 8 }, increment))
      assert.equal((await db.query<{ version: number }>('select version from parcels'))[0]?.version, 8)
    })

    it('loses no update between two processes', async () => {
      await db.execute('insert into counters (value) values (0)')
      await runTogether(2, 'count', { databaseUrl: fresh.url, dataDir: fresh.dataDir, times: 200 })
      assert.equal((await db.query<{ value: number }>('select value from counters'))[0]?.value, 400)
    })

    it('of one row by a crowd in each of four processes comes first at last, for all of them', async () => {
      await db.execute('update counters set value = 0')
      await runTogether(4, 'crowd', { databaseUrl: fresh.url, dataDir: fresh.dataDir, times: 60, reads: 5 })
      assert.equal((await db.query<{ value: number }>('select value from counters'))[0]?.value, 240)
    })
  })

  describe('a duplicate', () => {
    const duplicates: [string, Value[], string[]][] = [
      ['of a primary key', parcel('p'), ['id']],
      ['of several columns', parcel('q', { owner: 'Ferry Ltd' }), ['version', 'owner']],
    ]
    for (const [name, values, columns] of duplicates) {
      it(`${name} names the columns and no values`, async () => {
        await db.execute(INSERT, parcel('p', { owner: 'Ferry Ltd' }))
        await assert.rejects(db.execute(INSERT, values), (error) => {
          assert.ok(error instanceof UniqueViolation)
          assert.deepEqual(error.columns, columns)
          assert.ok(columns.every((column) => error.concerns(column)) && !error.concerns('parcel_number'))
          assert.doesNotMatch(`${error.message} ${JSON.stringify(error)}`, /Ferry/)
          return true
        })
      })
    }

    it('of a random code draws again', async () => {
      await db.execute(INSERT, parcel('p', { number: 'AAAA' }))
      const draws = ['AAAA', 'AAAA', 'BBBB']
      await db.transaction(SYSTEM, (tx) => tx.execute(INSERT, parcel('q', { number: draws.shift()! })))
      assert.deepEqual(draws, [])
      assert.equal(await count(), 2)
    })
  })

  it('a closed store is unavailable', async () => {
    const other = await engine.freshDb([])
    await other.drop()
    await assert.rejects(
      other.db.transaction(SYSTEM, async () => {}),
      StoreUnavailable,
    )
    await assert.rejects(other.db.query('select 1 as one'), StoreUnavailable)
    await other.db.close()
  })
})
