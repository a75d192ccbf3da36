// API keys, stored as hashes with a visible prefix.

import { Rejection } from '../../domain/values/errors.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { loadRow } from '../values/rows-by-token.ts'
import { holdersChanged } from './holder-changes.ts'

/** `quote` keys can read prices and manage customers, but cannot book, cancel or hold parcels. */
export type KeyScope = 'full' | 'quote'

export type ApiKey = {
  id: string
  businessId: string
  mode: Mode
  hash: string
  visiblePrefix: string
  label: string | null
  scope: KeyScope
  createdAt: number
  /** The time of the last use, written at most once a minute. */
  lastUsedAt: number | null
  /** Set on rotation. Until this time, both this key and its replacement work. */
  expiresAt: number | null
  replacesKeyId: string | null
  revokedAt: number | null
}

const { fromRow, toRow } = columnsOf<ApiKey>()(
  'id, business_id, mode, hash, visible_prefix, label, scope, created_at, last_used_at, expires_at, replaces_key_id, revoked_at',
)
type ApiKeyRow = ReturnType<typeof toRow>

export const insert = (tx: Tx, author: Author, key: ApiKey): Promise<void> => insertRecorded(tx, author, 'api_key', toRow(key))

/** The keys of this business and mode, oldest first, including revoked keys. */
export const listInMode = async (db: Query, { businessId, mode }: Scope): Promise<ApiKey[]> => {
  const sql = `select * from api_keys where ${IN_SCOPE} order by created_at, id`
  return (await db.query<ApiKeyRow>(sql, [businessId, mode])).map(fromRow)
}

export const list = async (db: Query, businessId: string | null): Promise<ApiKey[]> => {
  const rows = businessId
    ? await db.query<ApiKeyRow>('select * from api_keys where business_id = $1 order by created_at, id', [businessId])
    : await db.query<ApiKeyRow>('select * from api_keys order by created_at, id')
  return rows.map(fromRow)
}

/** Throws NOT_FOUND if the key belongs to another business or mode. */
export const requireInScope = async (db: Query, { businessId, mode }: Scope, id: string): Promise<void> => {
  const key = await load(db, id)
  if (key.businessId !== businessId || key.mode !== mode) throw new Rejection('NOT_FOUND', 'No such key.')
}

export const load = async (db: Query, id: string): Promise<ApiKey> => fromRow(await loadRow<ApiKeyRow>(db, 'key', id))

export const setLabel = async (tx: Tx, author: Author, id: string, label: string | null): Promise<void> => {
  await changeRecorded(tx, author, 'api_key', { id }, () => ({ label }))
}

/** Makes a key expire at `at`. Returns false if the key is revoked, or was rotated before. */
export const expire = async (tx: Tx, author: Author, id: string, at: number): Promise<boolean> => {
  holdersChanged(tx)
  const expired = await changeRecorded<ApiKeyRow>(tx, author, 'api_key', { id }, (key) =>
    key.revoked_at === null && key.expires_at === null ? { expires_at: at } : null,
  )
  return expired !== null
}

export const markUsed = async (tx: Tx, id: string, now: number, unlessSince: number): Promise<void> => {
  await tx.execute('update api_keys set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)', [
    id,
    now,
    unlessSince,
  ])
}

/** Revokes a key. Returns false if there is no such key, or it is revoked already. */
export const revoke = async (tx: Tx, author: Author, id: string, now: number): Promise<boolean> => {
  holdersChanged(tx)
  const changes = (key: ApiKeyRow) => (key.revoked_at === null ? { revoked_at: now } : null)
  return (await changeRecorded<ApiKeyRow>(tx, author, 'api_key', { id }, changes)) !== null
}
