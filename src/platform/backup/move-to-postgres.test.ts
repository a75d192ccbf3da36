// A move to PostgreSQL copies every row exactly once, even after interruptions, and detects values that differ.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { postgres, sqlite } from '../../../test/support/engine/engines.ts'
import { measuringWrites } from '../../../test/support/engine/largest-write.ts'
import { IN_SOAK } from '../../../test/support/in-soak.ts'
import { BATCH_BYTES } from '../engine/batches.ts'
import type { Db } from '../engine/db.ts'
import { SYSTEM } from '../engine/db.ts'
import { appliedMigrations, loadMigrations } from '../engine/migrate.ts'
import type { MoveProgress } from './move-to-postgres.ts'
import { moveStore } from './move-to-postgres.ts'

const KEYS = process.env.SOAK ? 2_300 : 1_200
const PHOTOS = process.env.SOAK ? 12 : 6
/** The move is interrupted after these numbers of rows, each at the end of a batch. */
const INTERRUPTED_AT_ROWS = process.env.SOAK ? [500, 1_000, 2_000] : [500, 1_000]
const PHOTO_BYTES = 2 ** 20
const PHOTO = new Uint8Array([0, 255, 128, 10])

const fill = (db: Db): Promise<void> =>
  db.transaction(SYSTEM, async (tx) => {
    for (let index = 0; index < KEYS; index += 1)
      await tx.execute(
        `insert into idempotency_keys (holder_id, mode, key, fingerprint, owner, locked_until, body, created_at)
         values ('biz', 'test', $1, 'print', 'owner', $2, $3, 1)`,
        [`key-${index}`, index, index % 2 ? `Ọ̀ṣun "${index}" \\ \n` : null],
      )
    await tx.execute(
      `insert into photos (id, owner_id, content_type, width, height, bytes, taken_by, created_at)
       values ('pho', 'rcp', 'image/jpeg', 1, 1, $1, 'stf', 1)`,
      [PHOTO],
    )
    await tx.execute(
      `insert into unidentified_parcels (id, version, pieces, weight_kg, received_by, received_at, created_at)
       values ('uid', 1, 2, 0.1, 'stf', 1, 1)`,
    )
  })

const countIn = async (db: Db, table: string): Promise<number> =>
  (await db.query<{ count: number }>(`select count(*) as count from ${table}`))[0]!.count

class PulledOut extends Error {}

describe('moving an embedded store to PostgreSQL', () => {
  let from: FreshDb
  let to: FreshDb
  before(async () => {
    from = await sqlite.freshDb()
    await fill(from.db)
  })
  after(() => from.drop())

  const withTarget = async (work: () => Promise<void>): Promise<void> => {
    to = await postgres.freshDb()
    await work().finally(() => to.drop())
  }
  const pullOutAfter = (rows: number) => (progress: MoveProgress) => {
    if (progress.step === 'moving' && progress.done >= rows) throw new PulledOut()
  }

  it('takes every row, with its bytes, fractions and nulls, and says so table by table', () =>
    withTarget(async () => {
      const told: MoveProgress[] = []
      const moved = await moveStore(from.db, to.db, Date.now, (progress) => told.push(progress))
      assert.equal(moved.find(({ table }) => table === 'idempotency_keys')!.rows, KEYS)
      const [photo] = await to.db.query<{ bytes: Uint8Array }>('select bytes from photos')
      assert.deepEqual(new Uint8Array(photo!.bytes), PHOTO)
      assert.deepEqual(await to.db.query('select weight_kg, length_cm from unidentified_parcels'), [{ weight_kg: 0.1, length_cm: null }])
      assert.equal(told.at(-1)!.step, 'comparing')
      assert.equal(told.findLast(({ step }) => step === 'moving')!.done, KEYS + 2)
      await assert.rejects(moveStore(from.db, to.db, Date.now), /already holds data/)
    }))

  it('takes photos a few at a time', IN_SOAK, async () => {
    const photos = await sqlite.freshDb()
    for (let photo = 0; photo < PHOTOS; photo++)
      await photos.db.execute(
        `insert into photos (id, owner_id, content_type, width, height, bytes, taken_by, created_at)
         values ($1, 'rcp', 'image/jpeg', 1, 1, $2, 'stf', 1)`,
        [`pho${photo}`, new Uint8Array(PHOTO_BYTES).fill(photo)],
      )
    await withTarget(async () => {
      const target = measuringWrites(to.db)
      const moved = await moveStore(photos.db, target.db, Date.now)
      assert.equal(moved.find(({ table }) => table === 'photos')!.rows, PHOTOS)
      assert.ok(target.largestBytes() > PHOTO_BYTES && target.largestBytes() <= BATCH_BYTES + PHOTO_BYTES, `${target.largestBytes()}`)
    })
    await photos.drop()
  })

  it('refuses a store that is not up to date, and leaves the target as it is', async () => {
    const old = await sqlite.freshDb((await loadMigrations('sqlite')).slice(0, -1))
    const empty = await postgres.freshDb([])
    await assert.rejects(moveStore(old.db, empty.db, Date.now), /not up to date.*waybill migrate/)
    assert.deepEqual(await appliedMigrations(empty.db), [])
    await old.drop()
    await empty.drop()
  })

  it('goes on where it was interrupted, again and again', () =>
    withTarget(async () => {
      for (const rows of INTERRUPTED_AT_ROWS) await assert.rejects(moveStore(from.db, to.db, Date.now, pullOutAfter(rows)), PulledOut)
      assert.equal(await countIn(to.db, 'idempotency_keys'), INTERRUPTED_AT_ROWS.at(-1))
      const told: MoveProgress[] = []
      await moveStore(from.db, to.db, Date.now, (progress) => told.push(progress))
      assert.ok(told[0]!.done > INTERRUPTED_AT_ROWS.at(-1)!, 'what was there already is not moved again')
      assert.equal(await countIn(to.db, 'idempotency_keys'), KEYS)
    }))

  it('refuses to go on when the embedded store has changed meanwhile', () =>
    withTarget(async () => {
      await assert.rejects(moveStore(from.db, to.db, Date.now, pullOutAfter(500)), PulledOut)
      await from.db.execute("delete from idempotency_keys where key = 'key-0'")
      await assert.rejects(moveStore(from.db, to.db, Date.now), /has changed since the move began/)
    }))

  it('finds a value that differs, though no row is missing', () =>
    withTarget(async () => {
      const meddle = async (progress: MoveProgress): Promise<void> => {
        if (progress.step === 'moving' && progress.done > KEYS)
          await to.db.execute("update idempotency_keys set owner = 'else' where key = 'key-7'")
      }
      const meddled: Promise<void>[] = []
      const move = moveStore(from.db, to.db, Date.now, (progress) => void meddled.push(meddle(progress)))
      await assert.rejects(move, /"idempotency_keys" differs/)
      await Promise.all(meddled)
    }))
})
