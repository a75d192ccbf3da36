// Adds rows from before the audit trail to it, and digests of secrets under the current key.

import { applied } from '../../domain/audit/audit.ts'
import type { Tx, Value } from '../engine/db.ts'
import type { Columns } from '../engine/rows.ts'
import { isKeyed, keyIdOf } from '../engine/secrets.ts'
import type { AuditedType, Author, Owner } from './audit.ts'
import { OPERATOR, recordChange, recordCreations, recordNext } from './audit.ts'
import { digestField, digestsOf, recordedOf } from './audited-rows.ts'
import { AUDITED_TABLES } from './audited-tables.ts'

/** Who puts rows on record that were there before the trail: theirs may begin at any version. */
export const BASELINE_ACTOR = 'audit-baseline'

const ROWS_AT_ONCE = 200

const idSql = (type: AuditedType): string => AUDITED_TABLES[type].idSql ?? `${AUDITED_TABLES[type].table}.id`

const ownerOf = (type: AuditedType, row: Columns): Owner =>
  AUDITED_TABLES[type].isScoped ? ({ businessId: row.business_id, mode: row.mode } as Owner) : OPERATOR

/** The secrets of a row as they are before encryption. Of one that no key reads, what `lost` puts in its place. */
const plainSecrets = (tx: Tx, type: AuditedType, owner: Owner, id: string, row: Columns, lost?: (id: string) => string): Columns => {
  const { digested = [], encrypted = [] } = AUDITED_TABLES[type]
  const read = (column: string): Value => {
    const stored = row[column] as string | null
    if (!stored || !encrypted.includes(column)) return stored
    const keyId = keyIdOf(stored)
    if (lost && keyId !== null && !tx.secrets.keyIds.includes(keyId)) return lost(id)
    return tx.secrets.decrypt({ businessId: owner.businessId, mode: owner.mode, objectId: id, column }, stored)
  }
  return Object.fromEntries(digested.map((column) => [column, read(column)]))
}

/** Every row of a kind that has no record at all. */
export const recordUnrecorded = async (tx: Tx, author: Author, type: AuditedType): Promise<void> => {
  const { table, isScoped, isVersioned } = AUDITED_TABLES[type]
  const own = `trail.object_id = ${idSql(type)} ${isScoped ? `and trail.business_id = ${table}.business_id and trail.mode = ${table}.mode` : ''}`
  for (;;) {
    const rows = await tx.query<Columns>(
      `select ${idSql(type)} as audited_id, ${table}.* from ${table}
       where not exists (select 1 from audit_records as trail where ${own}) limit ${ROWS_AT_ONCE}`,
    )
    if (rows.length === 0) return
    for (const { audited_id, ...row } of rows) {
      const [id, owner] = [audited_id as string, ownerOf(type, row)]
      const after = { ...recordedOf(type, row), ...digestsOf(tx, type, owner, id, plainSecrets(tx, type, owner, id, row)) }
      await recordCreations(tx, owner, author, [{ type, id, version: isVersioned ? (row.version as number) : 1, before: null, after }])
    }
  }
}

const recordedDigests = async (tx: Tx, owner: Owner, id: string): Promise<Readonly<Record<string, unknown>>> => {
  const rows = await tx.query<{ changes: string }>(
    'select changes from audit_records where object_id = $1 and business_id = $2 and mode = $3 order by version',
    [id, owner.businessId, owner.mode],
  )
  return rows.map(({ changes }) => JSON.parse(changes) as Record<string, unknown>).reduce(applied, {})
}

export type Acceptance = {
  /** Secrets without a digest are taken as they are: only before digests were on record. */
  none: boolean
  /** Digests that anybody could have made: only where there was no key. */
  unkeyed: boolean
  /** Given when the key is lost: then everything is taken as it is, and what cannot be read becomes what this says of the object. */
  lost?: (id: string) => string
}

/** Whether the records vouch for every secret of the row. One that was changed behind the program's back is left for verification to find. */
const isVouchedFor = (tx: Tx, type: AuditedType, owner: Owner, id: string, plain: Columns, state: object, accept: Acceptance): boolean =>
  accept.lost !== undefined ||
  (AUDITED_TABLES[type].digested ?? []).every((column) => {
    const digest = (state as Record<string, unknown>)[digestField(column)]
    if (typeof digest !== 'string') return accept.none
    if (!plain[column]) return digest === ''
    const place = { businessId: owner.businessId, mode: owner.mode, objectId: id, column }
    return tx.secrets.check(place, plain[column] as string, digest) === 'fits' && (accept.unkeyed || isKeyed(digest))
  })

/** Puts every secret of a kind that the records vouch for under the key of today: its digest, and itself where it is encrypted. */
export const renewSecrets = async (tx: Tx, author: Author, type: AuditedType, accept: Acceptance): Promise<void> => {
  const { table, digested } = AUDITED_TABLES[type]
  if (!digested) return
  for (let last = ''; ; ) {
    const rows = await tx.query<Columns>(
      `select ${idSql(type)} as audited_id, ${table}.* from ${table} where ${idSql(type)} > $1 order by ${idSql(type)} limit ${ROWS_AT_ONCE}`,
      [last],
    )
    if (rows.length === 0) return
    for (const { audited_id, ...row } of rows) {
      last = audited_id as string
      await renewRow(tx, author, type, last, row, accept)
    }
  }
}

const renewRow = async (tx: Tx, author: Author, type: AuditedType, id: string, row: Columns, accept: Acceptance): Promise<void> => {
  const { table, isScoped, isVersioned, encrypted = [] } = AUDITED_TABLES[type]
  const owner = ownerOf(type, row)
  const plain = plainSecrets(tx, type, owner, id, row, accept.lost)
  const state = await recordedDigests(tx, owner, id)
  if (!isVouchedFor(tx, type, owner, id, plain, state, accept)) return
  const digests = digestsOf(tx, type, owner, id, plain)
  const unencrypted = encrypted.filter((column) => row[column] && keyIdOf(row[column] as string) !== tx.secrets.keyId)
  if (unencrypted.length === 0 && Object.entries(digests).every(([field, digest]) => state[field] === digest)) return
  const params: Value[] = isScoped ? [owner.businessId, owner.mode, row.id!] : [row.id!]
  const sets = unencrypted.map((column) => {
    const place = { businessId: owner.businessId, mode: owner.mode, objectId: id, column }
    return `${column} = $${params.push(tx.secrets.encrypt(place, plain[column] as string))}`
  })
  if (isVersioned) sets.push('version = version + 1')
  const where = isScoped ? 'business_id = $1 and mode = $2 and id = $3' : 'id = $1'
  if (sets.length > 0) await tx.execute(`update ${table} set ${sets.join(', ')} where ${where}`, params)
  const change = { type, id, before: {}, after: digests }
  if (isVersioned) await recordChange(tx, owner, author, { ...change, version: (row.version as number) + 1 })
  else await recordNext(tx, owner, author, change)
}
