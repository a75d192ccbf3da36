// A backup is a snapshot of the store, can be restored on both engines, and is refused if it is damaged.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { truncateSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine, postgres, sqlite } from '../../../test/support/engine/engines.ts'
import { measuringWrites } from '../../../test/support/engine/largest-write.ts'
import { storesAt } from '../../../test/support/engine/memory.ts'
import { IN_SOAK } from '../../../test/support/in-soak.ts'
import { BATCH_BYTES } from '../engine/batches.ts'
import type { Db } from '../engine/db.ts'
import { SYSTEM } from '../engine/db.ts'
import type { Progress } from './backup.ts'
import { backup, restore } from './backup.ts'
import { verifyLength } from './backup-file.ts'

const NOW = new Date('2026-11-15T00:00:00Z')
/** `aaa_parcels` refers to `zzz_owners`, so restoring tables in alphabetical order would fail. */
const FIRST = {
  name: '0001-first',
  sql: `
    create table zzz_owners (id text primary key, balance bigint not null, most bigint, rate double precision, remark text);
    create table aaa_parcels (
      id text primary key,
      owner_id text not null references zzz_owners (id),
      weight_kg double precision,
      photo bytea,
      id_length bigint generated always as (length(id)) stored
    );`,
}
const SECOND = { name: '0002-second', sql: 'alter table aaa_parcels add column note text;' }

/** Each table fills more than one batch, so the tests have time to write to the store while a backup is running. */
const [OWNERS, PARCELS, PHOTOS] = process.env.SOAK ? [1_200, 2_000, 12] : [600, 1_000, 6]
const PHOTO_BYTES = 2 ** 20
const TRICKY = ['', ' ', 'null', '"\\', 'line\nbreak\r\u2028', '\u{1f4e6} ünï', "'; drop table zzz_owners; --"]

const fill = (db: Db) =>
  db.transaction(SYSTEM, async (tx) => {
    for (let owner = 0; owner < OWNERS; owner++) {
      const remark = owner % 9 === 0 ? null : TRICKY[owner % TRICKY.length]!
      await tx.execute('insert into zzz_owners (id, balance, most, rate, remark) values ($1, 0, $2, $3, $4)', [
        `o${owner}`,
        owner % 2 === 0 ? owner : owner - Number.MAX_SAFE_INTEGER,
        owner / 7,
        remark,
      ])
    }
    for (let parcel = 0; parcel < PARCELS; parcel++) {
      const id = `p${parcel}${TRICKY[parcel % TRICKY.length]}`
      const photo = parcel % 3 === 0 ? new Uint8Array([parcel % 256, 0, 255]) : null
      await tx.execute('insert into aaa_parcels (id, owner_id, weight_kg, photo) values ($1, $2, $3, $4)', [id, 'o1', parcel / 7, photo])
    }
  })

const contents = async (db: Db) => ({
  owners: (await db.query('select * from zzz_owners order by id')).map((row) => ({ ...row })),
  parcels: (await db.query('select id, owner_id, weight_kg, photo, id_length from aaa_parcels order by id')).map((row) => ({ ...row })),
})

let directory: string
before(async () => {
  directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
})
after(() => rm(directory, { recursive: true }))

forEachEngine((engine) => {
  let source: FreshDb
  let file: string
  before(async () => {
    source = await engine.freshDb([FIRST])
    await fill(source.db)
    file = join(directory, `${engine.name}.backup`)
    await backup(source.db, file, NOW)
  })
  after(() => source.drop())

  const withTarget = async (target: typeof engine, migrations: (typeof FIRST)[], test: (db: Db) => Promise<void>) => {
    const fresh = await target.freshDb(migrations)
    await test(fresh.db).finally(() => fresh.drop())
  }

  for (const target of [sqlite, postgres]) {
    it(`restores into ${target.name} as it was`, () =>
      withTarget(target, [], async (db) => {
        assert.equal(await restore(db, file, undefined, { migrations: [FIRST] }), OWNERS + PARCELS)
        assert.deepEqual(await contents(db), await contents(source.db))
      }))
  }

  it('is complete before it has its name, and only its owner can read it', async () => {
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.includes('partial')),
      [],
    )
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  it('holds one moment, however much is written meanwhile', async () => {
    const busy = await engine.freshDb([FIRST])
    await fill(busy.db)
    let backedUp = false
    const writer = async (name: string) => {
      for (let turn = 0; !backedUp; turn++) {
        await busy.db.transaction(SYSTEM, async (tx) => {
          await tx.execute('insert into aaa_parcels (id, owner_id) values ($1, $2)', [`${name}${turn}`, 'o1'])
          await tx.execute('update zzz_owners set balance = balance + 1 where id = $1', [name])
        })
      }
    }
    const writing = Promise.all([writer('o2'), writer('o3')])
    const busyFile = join(directory, `${engine.name}-busy.backup`)
    await backup(busy.db, busyFile, NOW).finally(() => {
      backedUp = true
    })
    await writing
    await withTarget(sqlite, [], async (db) => {
      await restore(db, busyFile, undefined, { migrations: [FIRST] })
      const [row] = await db.query<{ written: number; counted: number }>(
        `select (select count(*) from aaa_parcels) - ${PARCELS} as written, (select sum(balance) from zzz_owners) as counted`,
      )
      assert.equal(row?.written, row?.counted)
      assert.ok((await contents(busy.db)).parcels.length > PARCELS + row!.written, 'nothing was written meanwhile')
    })
    await busy.drop()
  })

  it('tells how far it is', () =>
    withTarget(engine, [], async (db) => {
      const seen: Progress[] = []
      const assertSeen = (steps: Progress['step'][]) => {
        assert.deepEqual([...new Set(seen.map(({ step }) => step))], steps)
        for (const step of steps) {
          const last = seen.findLast((progress) => progress.step === step)!
          assert.ok(last.done === last.total && last.total > 0, step)
        }
        seen.length = 0
      }
      await backup(source.db, join(directory, 'progress.backup'), NOW, (progress) => seen.push(progress))
      assertSeen(['saving', 'verifying'])
      await restore(db, file, (progress) => seen.push(progress), { migrations: [FIRST] })
      assertSeen(['verifying', 'loading'])
    }))

  it('of many photos is written and restored without holding many of them at once', IN_SOAK, async () => {
    const photos = await engine.freshDb([FIRST])
    await photos.db.execute("insert into zzz_owners (id, balance) values ('o1', 0)")
    for (let photo = 0; photo < PHOTOS; photo++)
      await photos.db.execute("insert into aaa_parcels (id, owner_id, photo) values ($1, 'o1', $2)", [
        `p${photo}`,
        new Uint8Array(PHOTO_BYTES).fill(photo),
      ])
    const photoFile = join(directory, `${engine.name}-photos.backup`)
    await backup(photos.db, photoFile, NOW)
    await withTarget(engine, [], async (db) => {
      const target = measuringWrites(db)
      await restore(target.db, photoFile, undefined, { migrations: [FIRST] })
      assert.ok(target.largestBytes() > PHOTO_BYTES && target.largestBytes() <= BATCH_BYTES + PHOTO_BYTES, `${target.largestBytes()}`)
      assert.deepEqual(await contents(db), await contents(photos.db))
    })
    await photos.drop()
  })

  it('of an older version is brought up to date', () =>
    withTarget(engine, [], async (db) => {
      await restore(db, file, undefined, { migrations: [FIRST, SECOND] })
      assert.equal((await db.query('select note from aaa_parcels')).length, PARCELS)
    }))

  describe('is not restored', () => {
    it('into a store that holds data, which stays as it is', () =>
      withTarget(engine, [FIRST], async (db) => {
        await db.execute(`insert into zzz_owners (id, balance) values ('mine', 1)`)
        await assert.rejects(restore(db, file, undefined, { migrations: [FIRST] }), /already holds data/)
        assert.equal((await contents(db)).owners.length, 1)
      }))

    it('into a newer schema, or by an older version', async () => {
      await withTarget(engine, [FIRST, SECOND], (db) =>
        assert.rejects(restore(db, file, undefined, { migrations: [FIRST, SECOND] }), /newer than the backup/),
      )
      await withTarget(engine, [], (db) => assert.rejects(restore(db, file, undefined, { migrations: [] }), /newer version of Waybill/))
    })

    const lines = (text: string) => text.split('\n')
    const damage: [string, (content: Buffer) => Buffer, RegExp][] = [
      ['cut short', (content) => content.subarray(0, content.length / 2), /unexpected end of file/],
      ['empty', () => Buffer.alloc(0), /its end is missing|unexpected end/],
      ['not gzip', () => Buffer.from('hello'), /incorrect header/],
      [
        'with a bit flipped',
        (content) => content.with(content.length / 2, content[content.length / 2]! ^ 1) as Buffer,
        /not a complete backup/,
      ],
    ]
    const tampering: [string, (text: string) => string, RegExp][] = [
      ['with a value changed', (text) => text.replace('"o1"', '"o2"'), /contents were changed/],
      ['with a row left out', (text) => lines(text).toSpliced(4, 1).join('\n'), /contents were changed/],
      ['without its trailer', (text) => lines(text).slice(0, -2).join('\n').concat('\n'), /its end is missing/],
      ['with another row count', (text) => text.replace(/("rows":\{"\w+":)\d+/, '$11'), /row counts are wrong/],
      ['with something after its end', (text) => `${text}[1]\n`, /something follows/],
      ['of another kind', () => '{"hello":"world"}\n', /does not begin as one/],
      ['of a later format', (text) => text.replace('"version":1', '"version":2'), /format 2/],
    ]
    const cases = [
      ...damage.map(([name, change, message]) => ({ name, change, message })),
      ...tampering.map(([name, change, message]) => ({
        name,
        change: (content: Buffer) => gzipSync(change(gunzipSync(content).toString())),
        message,
      })),
    ]
    it('when the file is damaged or was changed, and nothing of it is loaded', () =>
      withTarget(engine, [FIRST], async (db) => {
        const content = await readFile(file)
        const bad = join(directory, `${engine.name}-bad.backup`)
        for (const { name, change, message } of cases) {
          await writeFile(bad, change(content))
          await assert.rejects(restore(db, bad, undefined, { migrations: [FIRST] }), message, name)
          assert.deepEqual(await contents(db), { owners: [], parcels: [] }, name)
        }
      }))
  })
})

describe('a backup', () => {
  it('of a store without tables is refused', async () => {
    const empty = await sqlite.freshDb([])
    await assert.rejects(backup(empty.db, join(directory, 'none.backup'), NOW), /no tables/)
    await empty.drop()
  })

  it('that cannot be read back as it was written is none: the file that was there before stays', async () => {
    const store = await sqlite.freshDb([FIRST])
    await store.db.execute("insert into zzz_owners (id, balance) values ('o1', 0)")
    for (let photo = 0; photo < 3; photo++)
      await store.db.execute("insert into aaa_parcels (id, owner_id, photo) values ($1, 'o1', $2)", [`p${photo}`, randomBytes(PHOTO_BYTES)])
    const file = join(directory, 'read-back.backup')
    await backup(store.db, file, NOW)
    const earlier = await readFile(file)
    const failing = backup(store.db, file, NOW, ({ step }) => {
      if (step === 'verifying') truncateSync(`${file}.${process.pid}.partial`, PHOTO_BYTES)
    })
    await assert.rejects(failing, /not a complete backup/)
    assert.deepEqual(await readFile(file), earlier)
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.includes('partial')),
      [],
    )
    await store.drop()
  })

  it('is unpacked when it is read back, which finds lost content and a wrong checksum', async () => {
    const packed = gzipSync('one line\n')
    const readBack = (bytes: Uint8Array, length: number) => verifyLength(Readable.from([bytes]), length)
    await readBack(packed, 9)
    await assert.rejects(readBack(packed, 10), /unpacks to 9 bytes in place of 10/)
    await assert.rejects(readBack(packed.subarray(0, -9), 9), /not a complete backup/)
    await assert.rejects(readBack(packed.with(-8, packed.at(-8)! ^ 1), 9), /not a complete backup: incorrect data check/)
  })

  it('that fails leaves no file behind', async () => {
    const store = await sqlite.freshDb([FIRST])
    await fill(store.db)
    const failing = backup(store.db, join(directory, 'failing.backup'), NOW, () => {
      throw new Error('interrupted')
    })
    await assert.rejects(failing, /interrupted/)
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.startsWith('failing')),
      [],
    )
    await store.drop()
  })
})
