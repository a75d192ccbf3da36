// Encrypts secrets again with the current key, and records new digests of the secrets in the audit trail.

import { applied } from '../../domain/audit/audit.ts'
import type { Tx, Value } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'
import { isKeyed, keyIdOf } from '../../platform/engine/secrets.ts'
import type { AuditedType, Author, Owner } from './audit.ts'
import { OPERATOR, recordChange, recordNext } from './audit.ts'
import { digestField, digestsOf } from './audited-rows.ts'
import { AUDITED_TABLES, idSql } from './audited-tables.ts'

const ROWS_AT_ONCE = 200

type ReplaceLost = (id: string) => string

const ownerOf = (type: AuditedType, row: Columns): Owner =>
  AUDITED_TABLES[type].isScoped ? ({ businessId: row.business_id, mode: row.mode } as Owner) : OPERATOR

const plainSecrets = (tx: Tx, type: AuditedType, owner: Owner, id: string, row: Columns, replaceLost?: ReplaceLost): Columns => {
  const { digested = [], encrypted = [] } = AUDITED_TABLES[type]
  const read = (column: string): Value => {
    const stored = row[column] as string | null
    if (!stored || !encrypted.includes(column)) return stored
    const keyId = keyIdOf(stored)
    if (replaceLost && keyId !== null && !tx.secrets.keyIds.includes(keyId)) return replaceLost(id)
    return tx.secrets.decrypt({ businessId: owner.businessId, mode: owner.mode, objectId: id, column }, stored)
  }
  return Object.fromEntries(digested.map((column) => [column, read(column)]))
}

const recordedDigests = async (tx: Tx, owner: Owner, id: string): Promise<Readonly<Record<string, unknown>>> => {
  const rows = await tx.query<{ changes: string }>(
    'select changes from audit_records where object_id = $1 and business_id = $2 and mode = $3 order by version',
    [id, owner.businessId, owner.mode],
  )
  return rows.map(({ changes }) => JSON.parse(changes) as Record<string, unknown>).reduce(applied, {})
}

/**
 * The objects whose secrets are renewed. "all": every object. "with digest": objects whose secrets match the recorded digests. "with keyed
 * digest": objects whose secrets match recorded digests that were made with a key.
 */
export type Acceptance = 'all' | 'with digest' | 'with keyed digest'

/**
 * Whether the secrets of an object are renewed. Unless `accept` is "all", an object with a secret that was changed outside the program is
 * left unchanged, so that verification still reports the change.
 */
const isAccepted = (tx: Tx, type: AuditedType, owner: Owner, id: string, plain: Columns, state: object, accept: Acceptance): boolean =>
  accept === 'all' ||
  (AUDITED_TABLES[type].digested ?? []).every((column) => {
    const digest = (state as Record<string, unknown>)[digestField(column)]
    if (typeof digest !== 'string') return false
    if (!plain[column]) return digest === ''
    const place = { businessId: owner.businessId, mode: owner.mode, objectId: id, column }
    return tx.secrets.check(place, plain[column] as string, digest) === 'fits' && (accept === 'with digest' || isKeyed(digest))
  })

/**
 * Renews the digests and the encrypted secrets of all objects of one kind. `replaceLost` makes a new secret for an object whose secret was
 * encrypted with a lost key.
 */
export const renewSecrets = async (
  tx: Tx,
  author: Author,
  type: AuditedType,
  accept: Acceptance,
  replaceLost?: ReplaceLost,
): Promise<void> => {
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
      await renewRow(tx, author, type, last, row, accept, replaceLost)
    }
  }
}

const renewRow = async (
  tx: Tx,
  author: Author,
  type: AuditedType,
  id: string,
  row: Columns,
  accept: Acceptance,
  replaceLost?: ReplaceLost,
): Promise<void> => {
  const { table, isScoped, isVersioned, encrypted = [] } = AUDITED_TABLES[type]
  const owner = ownerOf(type, row)
  const plain = plainSecrets(tx, type, owner, id, row, replaceLost)
  const state = await recordedDigests(tx, owner, id)
  if (!isAccepted(tx, type, owner, id, plain, state, accept)) return
  const digests = digestsOf(tx, type, owner, id, plain)
  const unencrypted = encrypted.filter((column) => row[column] && keyIdOf(row[column] as string) !== tx.secrets.keyId)
  if (unencrypted.length === 0 && Object.entries(digests).every(([field, digest]) => state[field] === digest)) return
  const params: Value[] = isScoped ? [owner.businessId, owner.mode, row.id!] : [row.id!]
  const sets = unencrypted.map((column) => {
    const place = { businessId: owner.businessId, mode: owner.mode, objectId: id, column }
    return `${column} = $${params.push(tx.secrets.encrypt(place, plain[column] as string))}`
  })
  if (isVersioned) sets.push('version = version + 1')
  const where = isScoped ? `${IN_SCOPE} and id = $3` : 'id = $1'
  if (sets.length > 0) await tx.execute(`update ${table} set ${sets.join(', ')} where ${where}`, params)
  const change = { type, id, before: {}, after: digests }
  if (isVersioned) await recordChange(tx, owner, author, { ...change, version: (row.version as number) + 1 })
  else await recordNext(tx, owner, author, change)
}
