// How the store began: whether it was empty, and under which key its secrets are. The audit trail rests on it, and holds a record of it.

import type { Query } from '../engine/db.ts'
import type { Author } from './audit.ts'
import { changeRecorded, insertRecorded } from './audited-rows.ts'
import { AUDITED_TABLES } from './audited-tables.ts'

export type Origin = {
  /** How many audited rows were there already when the trail was begun; 0 says that every object has records from its first version. */
  rowsBefore: number
  secretKeyId: string | null
  createdAt: number
}

const ID = 'store'

export const find = async (db: Pick<Query, 'query'>): Promise<Origin | null> => {
  const [row] = await db.query<{ rows_before: number; secret_key_id: string | null; created_at: number }>('select * from store_origin')
  return row ? { rowsBefore: row.rows_before, secretKeyId: row.secret_key_id, createdAt: row.created_at } : null
}

export const insert = (tx: Query, author: Author, { rowsBefore, secretKeyId, createdAt }: Origin): Promise<void> =>
  insertRecorded(tx, author, 'store', { id: ID, rows_before: rowsBefore, secret_key_id: secretKeyId, created_at: createdAt })

export const setSecretKey = async (tx: Query, author: Author, secretKeyId: string | null): Promise<void> => {
  await changeRecorded(tx, author, 'store', { id: ID }, () => ({ secret_key_id: secretKeyId }))
}

export const countAudited = async (tx: Query): Promise<number> => {
  let rows = 0
  for (const { table } of Object.values(AUDITED_TABLES)) {
    const [counted] = await tx.query<{ count: number }>(`select count(*) as count from ${table}`)
    rows += counted!.count
  }
  return rows
}
