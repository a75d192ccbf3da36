// Idempotency keys: which request holds a key, and the response stored under the key.

import type { Query, Tx } from '../../platform/engine/db.ts'
import { insertCounted } from '../../platform/engine/rows.ts'
import type { SecretPlace } from '../../platform/engine/secrets.ts'
import { UnknownSecretKey } from '../../platform/engine/secrets.ts'

/** The client that sent a key: a business in one mode, or a member of staff. */
export type Holder = { holderId: string; mode: string }

export type StoredAnswer = { status: number; contentType: string; body: string }

/**
 * The stored record of a key. `isDone`: whether the work of the request is committed. `answer`: the stored response. Null if no response is
 * stored, or if the stored response cannot be decrypted.
 */
export type KeyRecord = {
  fingerprint: string
  owner: string
  createdAt: number
  lockedUntil: number
  isDone: boolean
  answer: StoredAnswer | null
}

/**
 * The Idempotency-Key of a request. Flows store `digest` with their work, so that a repeated request finds the work of the first request.
 */
export type UnderKey = {
  /** The digest of the request and its key. */
  digest: string
  /** True if an earlier request with this key committed its work without storing a response. */
  isDone: boolean
  /** Keys expire. Work done before this time belongs to an earlier use of the key and does not count. */
  since: number
}

/** Stored as the HTTP status of a key whose work is committed but whose response is not stored yet. */
const PROCESSING = 102

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

/** Reserves the key for this request. Returns false if another request already holds the key. */
export const take = async (
  tx: Tx,
  holder: Holder,
  key: string,
  given: { fingerprint: string; owner: string; lockedUntil: number; now: number },
): Promise<boolean> =>
  (await insertCounted(
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

/**
 * Takes over a key from the request `from`, whose lease has expired. Returns false if `from` no longer holds the key, has committed no
 * work, or has stored its response.
 */
export const takeOver = async (
  tx: Tx,
  { holderId, mode }: Holder,
  key: string,
  from: string,
  { owner, lockedUntil }: { owner: string; lockedUntil: number },
): Promise<boolean> =>
  (await tx.execute(`update idempotency_keys set owner = $5, locked_until = $6 where ${ONE} and owner = $4 and status = ${PROCESSING}`, [
    holderId,
    mode,
    key,
    from,
    owner,
    lockedUntil,
  ])) === 1

export const find = async (db: Query, holder: Holder, key: string): Promise<KeyRecord | null> => {
  const rows = await db.query<KeyRow>(
    `select fingerprint, owner, created_at, locked_until, status, content_type, body from idempotency_keys where ${ONE}`,
    [holder.holderId, holder.mode, key],
  )
  const row = rows[0]
  if (!row) return null
  const { fingerprint, owner, created_at: createdAt, locked_until: lockedUntil, status } = row
  const isAnswered = status !== null && status !== PROCESSING
  const body = isAnswered ? readBody(db, holder, key, row.body ?? '') : null
  const answer = isAnswered && body !== null ? { status, contentType: row.content_type ?? '', body } : null
  return { fingerprint, owner, createdAt, lockedUntil, isDone: status !== null, answer }
}

/**
 * Marks the work under the key as done. Call this inside the transaction that does the work. Returns false if the response is already
 * stored, or if another request holds the key now.
 */
export const markDone = async (tx: Tx, { holderId, mode }: Holder, key: string, owner: string): Promise<boolean> => {
  const sql = `update idempotency_keys set status = ${PROCESSING} where ${ONE} and owner = $4 and (status is null or status = ${PROCESSING})`
  return (await tx.execute(sql, [holderId, mode, key, owner])) === 1
}

export const remember = async (tx: Tx, holder: Holder, key: string, owner: string, answer: StoredAnswer): Promise<void> => {
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

/** Like `remember`, but encrypts the response, because it contains a secret. */
export const rememberSecret: typeof remember = (tx, holder, key, owner, answer) =>
  remember(tx, holder, key, owner, { ...answer, body: tx.secrets.encrypt(placeOf(holder, key), answer.body) })

const placeOf = ({ holderId, mode }: Holder, key: string): SecretPlace => ({ businessId: holderId, mode, objectId: key, column: 'body' })

/** The stored body. Null if its encryption key is missing, for example after a restore without the key. */
const readBody = (db: Query, holder: Holder, key: string, stored: string): string | null => {
  try {
    return db.secrets.decrypt(placeOf(holder, key), stored)
  } catch (error) {
    if (error instanceof UnknownSecretKey) return null
    throw error
  }
}

/** Deletes the record of a key that has expired or whose request failed. The key can then be used again. */
export const forget = async (tx: Tx, holder: Holder, key: string, owner: string): Promise<void> => {
  await tx.execute(`delete from idempotency_keys where ${ONE} and owner = $4`, [holder.holderId, holder.mode, key, owner])
}

/**
 * Deletes the key if its request committed nothing. If the request committed work, a later request can take over the key. Waits for a
 * commit that is in progress.
 */
export const release = async (tx: Tx, { holderId, mode }: Holder, key: string, owner: string): Promise<void> => {
  const one = [holderId, mode, key, owner]
  if ((await tx.execute(`delete from idempotency_keys where ${ONE} and owner = $4 and status is null`, one)) > 0) return
  await tx.execute(`update idempotency_keys set locked_until = 0 where ${ONE} and owner = $4 and status = ${PROCESSING}`, one)
}

/** Deletes records that were created at `olderThan` or earlier. Returns the number of deleted records. */
export const prune = (tx: Tx, olderThan: number): Promise<number> =>
  tx.execute('delete from idempotency_keys where created_at <= $1', [olderThan])
