// Inserts and updates rows together with their audit records.

import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'
import type { AuditedType, Author, Owner } from './audit.ts'
import { OPERATOR, recordNext } from './audit.ts'
import type { AuditedTable } from './audited-tables.ts'
import { AUDITED_TABLES } from './audited-tables.ts'

const KEY_COLUMNS = ['business_id', 'mode', 'id', 'version']

/** Whether audit records contain a column. Key columns are left out, because a record already identifies its object and version. */
export const isRecorded = ({ isScoped, isVersioned, unrecorded, secrets = {} }: AuditedTable, column: string): boolean => {
  if (isScoped ? KEY_COLUMNS.includes(column) : column === 'id' || (isVersioned && column === 'version')) return false
  return !unrecorded.includes(column) && secrets[column] === undefined
}

/** The columns of a row that are written to audit records. */
export const recordedOf = (type: AuditedType, row: Columns): Columns =>
  Object.fromEntries(Object.entries(row).filter(([name]) => isRecorded(AUDITED_TABLES[type], name)))

/** For each changed secret, the time of the change. Secrets themselves are never recorded. */
export const secretsChanged = (type: AuditedType, changes: Columns, at: number): Columns =>
  Object.fromEntries(
    Object.entries(AUDITED_TABLES[type].secrets ?? {})
      .filter(([column]) => column in changes)
      .map(([, fact]) => [fact, at]),
  )

const DIGEST = /_digest$/

/** Whether a field of a record is a digest. Digests are hidden from readers of the trail. */
export const isDigest = (field: string): boolean => DIGEST.test(field)

export const digestField = (column: string): string => `${column}_digest`

/** Digests of the secrets among these columns. The secrets must not be encrypted yet. An empty secret has an empty digest. */
export const digestsOf = (tx: Pick<Query, 'secrets'>, type: AuditedType, owner: Owner, id: string, columns: Columns): Columns => {
  const digests: Columns = {}
  for (const column of AUDITED_TABLES[type].digested ?? []) {
    if (!(column in columns)) continue
    const place = { businessId: owner.businessId, mode: owner.mode, objectId: id, column }
    digests[digestField(column)] = columns[column] ? tx.secrets.digest(place, columns[column] as string) : ''
  }
  return digests
}

const record = (tx: Tx, author: Author, type: AuditedType, id: string, before: Columns | null, after: Columns, changes: Columns) =>
  recordNext(tx, OPERATOR, author, {
    type,
    id,
    before: before && recordedOf(type, before),
    after: { ...recordedOf(type, after), ...secretsChanged(type, changes, author.at), ...digestsOf(tx, type, OPERATOR, id, changes) },
  })

/** The columns as they are stored, with encrypted secrets. */
const written = (tx: Pick<Query, 'secrets'>, type: AuditedType, id: string, columns: Columns): Columns => {
  const stored = { ...columns }
  for (const column of AUDITED_TABLES[type].encrypted ?? []) {
    if (columns[column]) stored[column] = tx.secrets.encrypt({ ...OPERATOR, objectId: id, column }, columns[column] as string)
  }
  return stored
}

/**
 * Inserts a row into a table without versions, and writes the audit record. The row must belong to the operator. `id`: the id of the
 * object, if it differs from the id of the row.
 */
export const insertRecorded = async (tx: Tx, author: Author, type: AuditedType, row: Columns, id = row.id as string): Promise<void> => {
  await insertRows(tx, AUDITED_TABLES[type].table, [written(tx, type, id, row)])
  await record(tx, author, type, id, null, row, row)
}

/**
 * Locks the row with this key, and writes the changes that `decide` returns. Returns the changed row, or null if there is no such row or
 * `decide` returns null. Without the lock, the audit record could be based on outdated values.
 */
export const changeRecorded = async <R extends object>(
  tx: Tx,
  author: Author,
  type: AuditedType,
  key: Columns,
  decide: (row: R) => Columns | null,
  id = key.id as string,
): Promise<R | null> => {
  const { table } = AUDITED_TABLES[type]
  const values = Object.values(key)
  const where = Object.keys(key)
    .map((name, index) => `${name} = $${index + 1}`)
    .join(' and ')
  const [row] = await tx.query<R>(`update ${table} set id = id where ${where} returning *`, values)
  const changes = row ? decide(row) : null
  if (!row || !changes) return null
  const before = row as Columns
  const stored = written(tx, type, id, changes)
  const changing = Object.entries(changes).filter(([name]) => before[name] !== stored[name])
  const after = { ...before, ...changes }
  if (changing.length === 0) return after as R
  const sets = changing.map(([name], index) => `${name} = $${values.length + index + 1}`).join(', ')
  await tx.execute(`update ${table} set ${sets} where ${where}`, [...values, ...changing.map(([name]): Value => stored[name]!)])
  await record(tx, author, type, id, before, after, Object.fromEntries(changing))
  return after as R
}
