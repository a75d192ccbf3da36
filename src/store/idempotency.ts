// Idempotency keys: who is answering a request that carries one, and the answer that was given.

import type { Query } from './db.ts'
import { insert as insertRows } from './rows.ts'

/** Whose key it is: a business in a mode, or a member of staff. */
export type Holder = { holderId: string; mode: string }

export type StoredAnswer = { status: number; contentType: string; body: string }

/** The record of a key: running while `answer` is null. */
export type KeyRecord = { fingerprint: string; owner: string; createdAt: number; lockedUntil: number; answer: StoredAnswer | null }

type KeyRow = {
  fingerprint: string
  owner: string
  created_at: number
  locked_until: number
  status: number | null
  content_type: string | null
  body: string | null
}

const ONE = 'holder_id = $1 and mode = $2 and key = $3'

/** Takes the key for this request; false when somebody has it. */
export const take = async (
  tx: Query,
  holder: Holder,
  key: string,
  given: { fingerprint: string; owner: string; lockedUntil: number; now: number },
): Promise<boolean> =>
  (await insertRows(
    tx,
    'idempotency_keys',
    [
      {
        holder_id: holder.holderId,
        mode: holder.mode,
        key,
        fingerprint: given.fingerprint,
        owner: given.owner,
        locked_until: given.lockedUntil,
        created_at: given.now,
      },
    ],
    'on conflict (holder_id, mode, key) do nothing',
  )) === 1

export const find = async (db: Query, holder: Holder, key: string): Promise<KeyRecord | null> => {
  const rows = await db.query<KeyRow>(
    `select fingerprint, owner, created_at, locked_until, status, content_type, body from idempotency_keys where ${ONE}`,
    [holder.holderId, holder.mode, key],
  )
  const row = rows[0]
  if (!row) return null
  const answer = row.status === null ? null : { status: row.status, contentType: row.content_type ?? '', body: row.body ?? '' }
  return { fingerprint: row.fingerprint, owner: row.owner, createdAt: row.created_at, lockedUntil: row.locked_until, answer }
}

export const remember = async (tx: Query, holder: Holder, key: string, owner: string, answer: StoredAnswer): Promise<void> => {
  await tx.execute(`update idempotency_keys set status = $5, content_type = $6, body = $7 where ${ONE} and owner = $4`, [
    holder.holderId,
    holder.mode,
    key,
    owner,
    answer.status,
    answer.contentType,
    answer.body,
  ])
}

/** Frees the key of a request that failed, grew old, or whose server died before it answered. */
export const forget = async (tx: Query, holder: Holder, key: string, owner: string): Promise<void> => {
  await tx.execute(`delete from idempotency_keys where ${ONE} and owner = $4`, [holder.holderId, holder.mode, key, owner])
}

/** Removes what is as old as a moment, or older; returns how many. */
export const prune = (tx: Query, olderThan: number): Promise<number> =>
  tx.execute('delete from idempotency_keys where created_at <= $1', [olderThan])
