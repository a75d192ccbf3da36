// Idempotency keys: which request holds one, and the stored response.

import type { Query, Tx } from '../../platform/engine/db.ts'
import { insertCounted } from '../../platform/engine/rows.ts'
import type { SecretPlace } from '../../platform/engine/secrets.ts'
import { UnknownSecretKey } from '../../platform/engine/secrets.ts'

/** A business in a mode, or a member of staff. */
export type Holder = { holderId: string; mode: string }

export type StoredAnswer = { status: number; contentType: string; body: string }

/** The stored record of a key. Without an answer, the request is still running. `isDone`: the work of the request is committed. */
export type KeyRecord = {
  fingerprint: string
  owner: string
  createdAt: number
  lockedUntil: number
  isDone: boolean
  answer: StoredAnswer | null
}

/** The Idempotency-Key of a request. Flows record its digest with their work, so that a repeated request finds the work of the first. */
export type UnderKey = {
  /** The digest of the request and its key. */
  digest: string
  /** Whether an earlier request with this key committed, but got no answer. */
  isDone: boolean
  /** Work done before this time does not count as done under the key, because keys expire. */
  since: number
}

/** The HTTP status that is stored for committed work without an answer. */
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

/** Takes the key for this request. Returns false if another request has taken it. */
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

/** Takes over a key with an expired claim, whose request committed its work but got no answer. Returns false after a conflict. */
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

/** Marks the work as done. Call inside its transaction. Returns false if the key is answered, or another request holds it now. */
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

/** Like `remember`, for an answer that contains a secret, which is encrypted. */
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

/** Frees the key of a request that failed or expired. */
export const forget = async (tx: Tx, holder: Holder, key: string, owner: string): Promise<void> => {
  await tx.execute(`delete from idempotency_keys where ${ONE} and owner = $4`, [holder.holderId, holder.mode, key, owner])
}

/**
 * Frees the key of a request that committed nothing. If the request committed something, a later request may take the key over. Waits for a
 * commit that is under way.
 */
export const release = async (tx: Tx, { holderId, mode }: Holder, key: string, owner: string): Promise<void> => {
  const one = [holderId, mode, key, owner]
  if ((await tx.execute(`delete from idempotency_keys where ${ONE} and owner = $4 and status is null`, one)) > 0) return
  await tx.execute(`update idempotency_keys set locked_until = 0 where ${ONE} and owner = $4 and status = ${PROCESSING}`, one)
}

/** Deletes the records whose time is `olderThan` or earlier. Returns how many. */
export const prune = (tx: Tx, olderThan: number): Promise<number> =>
  tx.execute('delete from idempotency_keys where created_at <= $1', [olderThan])
