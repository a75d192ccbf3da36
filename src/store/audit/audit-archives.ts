// The store's list of audit archives, and the archive files that are read during verification.

import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { ArchiveSummary } from './archive-file.ts'
import { readArchive } from './archive-file.ts'
import type { AuditRecord, Author, RecordRow } from './audit.ts'
import { fromRow } from './audit.ts'
import type { SealedRecord } from './audit-seals.ts'
import type { ObjectKey } from './audit-walk.ts'
import { insertRecorded } from './audited-rows.ts'

export type Archive = {
  id: string
  firstSeal: number
  lastSeal: number
  records: number
  sealSum: string
  fileSha256: string
  publicKey: string
  createdAt: number
}

const { fromRow: archiveFrom, toRow } = columnsOf<Archive>()(
  'id, first_seal, last_seal, records, seal_sum, file_sha256, public_key, created_at',
)

export const list = async (db: Pick<Query, 'query'>): Promise<Archive[]> =>
  (await db.query<ReturnType<typeof toRow>>('select * from audit_archives order by first_seal')).map(archiveFrom)

export const insert = (tx: Tx, author: Author, archive: Archive): Promise<void> =>
  insertRecorded(tx, author, 'audit_archive', toRow(archive))

/** The numbers of the seals up to `last` that still have records in the store, in ascending order. */
export const sealsLeft = async (db: Pick<Query, 'query'>, last: number): Promise<number[]> =>
  (await db.query<{ seal: number }>('select distinct seal from audit_records where seal <= $1 order by seal', [last])).map(
    ({ seal }) => seal,
  )

/**
 * Deletes the records of a seal, and returns the number of deleted records. Keeps the last record of each object. Also keeps the records of
 * the store's origin, which show whether the store ever had a key.
 */
export const removeArchived = (tx: Tx, seal: number): Promise<number> =>
  tx.execute(
    `delete from audit_records where seal = $1 and object_type <> 'store' and exists (
       select 1 from audit_records as later where later.object_id = audit_records.object_id
         and later.business_id = audit_records.business_id and later.mode = audit_records.mode and later.version > audit_records.version)`,
    [seal],
  )

/** The records of archive files, loaded for verification. They are in a temporary database, because they may be too many for memory. */
export type OpenArchives = {
  summaries: readonly ArchiveSummary[]
  covers(seal: number): boolean
  recordsUnder(seal: number): SealedRecord[]
  /** The records of an object in the order of their versions. */
  recordsOf(key: ObjectKey): AuditRecord[]
  /** Every object with its last version, in batches. */
  objects(): Generator<(ObjectKey & { version: number })[]>
  close(): void
}

const OBJECTS_AT_ONCE = 500
const COLUMNS = 'business_id, mode, object_id, version, object_type, actor, request_id, changes, recorded_at, hash, seal'

/** Archived records have no MAC, because the signature of the file covers them. */
const archived = (row: object): AuditRecord => fromRow({ ...(row as RecordRow), mac: null })

export const openArchives = async (files: readonly string[]): Promise<OpenArchives> => {
  const directory = await mkdtemp(join(tmpdir(), 'waybill-archives-'))
  const database = new DatabaseSync(join(directory, 'archives.db'))
  const close = (): void => {
    database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  database.exec(`pragma journal_mode = off; pragma synchronous = off;
    create table records (business_id, mode, object_id, version, object_type, actor, request_id, changes, recorded_at, hash, seal,
      primary key (object_id, business_id, mode, version)) without rowid;
    create index ix_records_seal on records (seal); begin`)
  const insertRecord = database.prepare(`insert into records (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const summaries: ArchiveSummary[] = []
  try {
    for (const file of files)
      summaries.push(
        await readArchive(file, (line) => {
          if (!('record' in line)) return
          const { businessId, mode, objectId, version, objectType, actor, requestId, changes, recordedAt, hash, seal } = line.record
          insertRecord.run(businessId, mode, objectId, version, objectType, actor, requestId, changes, recordedAt, hash, seal)
        }),
      )
    database.exec('commit')
  } catch (error) {
    close()
    throw error
  }
  const underSeal = database.prepare('select * from records where seal = ?')
  const ofObject = database.prepare('select * from records where object_id = ? and business_id = ? and mode = ? order by version')
  const lastOfEach = database.prepare(
    'select object_id, business_id, mode, max(version) as version from records group by object_id, business_id, mode',
  )
  return {
    summaries,
    covers: (seal) => summaries.some(({ firstSeal, lastSeal }) => firstSeal <= seal && seal <= lastSeal),
    recordsUnder: (seal) => underSeal.all(seal).map(archived),
    recordsOf: ({ objectId, businessId, mode }) => ofObject.all(objectId, businessId, mode).map(archived),
    *objects() {
      let batch: (ObjectKey & { version: number })[] = []
      for (const row of lastOfEach.iterate() as Iterable<{ object_id: string; business_id: string; mode: string; version: number }>) {
        batch.push({ objectId: row.object_id, businessId: row.business_id, mode: row.mode, version: row.version })
        if (batch.length < OBJECTS_AT_ONCE) continue
        yield batch
        batch = []
      }
      yield batch
    },
    close,
  }
}
