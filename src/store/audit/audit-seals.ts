// Seals: each seal hashes a batch of audit records and the previous seal. The trail can therefore not be rewritten unnoticed.

import { createHash, hash } from 'node:crypto'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { AuditRecord, RecordRow } from './audit.ts'
import { fromRow as recordFromRow } from './audit.ts'

/** The maximum number of records per seal. Sealing this many records blocks all other writes to SQLite for a few milliseconds. */
export const SEAL_RECORDS_MAX = 500

export type Seal = { number: number; records: number; recordsHash: string; sealedAt: number; hash: string }

export type SealedRecord = Pick<AuditRecord, 'businessId' | 'mode' | 'objectId' | 'version' | 'hash'>

const { fromRow } = columnsOf<Seal>()('number, records, records_hash, sealed_at, hash')
const { list: SEALED_COLUMNS, fromRow: sealedFromRow } = columnsOf<SealedRecord>()('business_id, mode, object_id, version, hash')

type SealRow = Parameters<typeof fromRow>[0]
type SealedRow = Parameters<typeof sealedFromRow>[0]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Records are sorted here and not in SQL, because the database engines order text differently. A backup from one engine may be restored
 * into the other.
 */
const inOrder = (a: SealedRecord, b: SealedRecord): number =>
  compare(a.objectId, b.objectId) || compare(a.businessId, b.businessId) || compare(a.mode, b.mode) || a.version - b.version

export const hashRecords = (records: readonly SealedRecord[]): string => {
  const digest = createHash('sha256')
  for (const record of records.toSorted(inOrder)) {
    digest.update(`${JSON.stringify([record.businessId, record.mode, record.objectId, record.version, record.hash])}\n`)
  }
  return digest.digest('hex')
}

/** `previous` is the hash of the previous seal, or empty for the first seal. */
export const hashSeal = (previous: string, seal: Omit<Seal, 'hash'>): string =>
  hash('sha256', JSON.stringify([previous, seal.number, seal.records, seal.recordsHash, seal.sealedAt]), 'hex')

const latestSeal = (db: Query): Promise<Seal | null> => readRow(db, 'select * from audit_seals order by number desc limit 1', [], fromRow)

export const findSeal = (db: Pick<Query, 'query'>, number: number): Promise<Seal | null> =>
  readRow(db, 'select * from audit_seals where number = $1', [number], fromRow)

/** At most `limit` seals with a number above `number`, in ascending order. */
export const sealsAfter = async (db: Pick<Query, 'query'>, number: number, limit: number): Promise<Seal[]> =>
  (await db.query<SealRow>('select * from audit_seals where number > $1 order by number limit $2', [number, limit])).map(fromRow)

export const recordsUnder = async (db: Pick<Query, 'query'>, seal: number, limit: number): Promise<SealedRecord[]> => {
  const rows = await db.query<SealedRow>(`select ${SEALED_COLUMNS} from audit_records where seal = $1 limit $2`, [seal, limit])
  return rows.map(sealedFromRow)
}

/** The records of a seal, with all columns. The limit is one record above the maximum, so that a seal with too many records is noticed. */
export const sealedRecords = async (db: Pick<Query, 'query'>, seal: number): Promise<AuditRecord[]> =>
  (
    await db.query<RecordRow>('select * from audit_records where seal = $1 order by object_id, version limit $2', [
      seal,
      SEAL_RECORDS_MAX + 1,
    ])
  ).map(recordFromRow)

/** Seal numbers that occur in audit records although no such seal exists. At most ten, lowest first. */
export const unknownSeals = async (db: Pick<Query, 'query'>): Promise<number[]> =>
  (
    await db.query<{ seal: number }>(
      `select distinct seal from audit_records where seal is not null and seal not in (select number from audit_seals)
       order by seal limit 10`,
    )
  ).map(({ seal }) => seal)

const oldestUnsealed = async (tx: Tx): Promise<SealedRecord[]> => {
  const rows = await tx.query<SealedRow>(
    `select ${SEALED_COLUMNS} from audit_records where seal is null order by recorded_at limit ${SEAL_RECORDS_MAX}`,
  )
  return rows.map(sealedFromRow)
}

/** Puts the records under a seal. The SQL lists the key of each record, because the planner may choose a very slow plan for a subquery. */
const putUnder = async (tx: Tx, number: number, records: readonly SealedRecord[]): Promise<void> => {
  const params: Value[] = [number]
  const ids = [...new Set(records.map(({ objectId }) => objectId))].map((id) => `$${params.push(id)}`)
  const keys = records.map(({ businessId, mode, objectId, version }) => {
    const key = [objectId, businessId, mode].map((part) => `$${params.push(part)}`).join(', ')
    return `(${key}, cast($${params.push(version)} as bigint))`
  })
  const changed = await tx.execute(
    `update audit_records set seal = $1
     where object_id in (${ids.join(', ')}) and (object_id, business_id, mode, version) in (values ${keys.join(', ')})`,
    params,
  )
  if (changed !== records.length) throw new StaleWrite(`${records.length - changed} records of seal ${number} are gone`)
}

const hasUnsealed = async (tx: Tx): Promise<boolean> =>
  (await tx.query('select version from audit_records where seal is null limit 1')).length > 0

/**
 * Seals the next unsealed records. Returns null if there are no unsealed records, or if another server has just used the next seal number.
 */
export const sealNext = async (tx: Tx, now: number): Promise<Seal | null> => {
  // The latest seal is read before the records. If another server seals the records in between, that server has already claimed the next
  // seal number. The insert below then does nothing.
  const previous = await latestSeal(tx)
  if (!(await hasUnsealed(tx))) return null
  const number = (previous?.number ?? 0) + 1
  // Claims the number first, so that a second server stops here and changes nothing.
  const claimed = await tx.execute(
    `insert into audit_seals (number, records, records_hash, sealed_at, hash) values ($1, 0, '', $2, '') on conflict do nothing`,
    [number, now],
  )
  if (claimed === 0) return null
  const records = await oldestUnsealed(tx)
  await putUnder(tx, number, records)
  const sealed = { number, records: records.length, recordsHash: hashRecords(records), sealedAt: now }
  const seal: Seal = { ...sealed, hash: hashSeal(previous?.hash ?? '', sealed) }
  await tx.execute('update audit_seals set records = $2, records_hash = $3, hash = $4 where number = $1', [
    number,
    seal.records,
    seal.recordsHash,
    seal.hash,
  ])
  return seal
}

/** Seals every record that has no seal yet, and returns the latest seal. */
export const sealAll = async (tx: Tx, now: number): Promise<Seal | null> => {
  // The loop does not end when sealNext returns null, because another server may just have made the next seal.
  while (await hasUnsealed(tx)) await sealNext(tx, now)
  return latestSeal(tx)
}
