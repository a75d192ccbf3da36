// API keys as stored: a hash, and the visible beginning by which people recognise them.

import type { Mode } from '../domain/business.ts'
import type { Query } from './db.ts'
import { insert as insertRows } from './rows.ts'

export type ApiKey = {
  id: string
  businessId: string
  mode: Mode
  hash: string
  visiblePrefix: string
  label: string | null
  createdAt: number
  revokedAt: number | null
}

type ApiKeyRow = {
  id: string
  business_id: string
  mode: Mode
  hash: string
  visible_prefix: string
  label: string | null
  created_at: number
  revoked_at: number | null
}

export const insert = async (tx: Query, key: ApiKey): Promise<void> => {
  await insertRows(tx, 'api_keys', [
    {
      id: key.id,
      business_id: key.businessId,
      mode: key.mode,
      hash: key.hash,
      visible_prefix: key.visiblePrefix,
      label: key.label,
      created_at: key.createdAt,
      revoked_at: key.revokedAt,
    },
  ])
}

export const list = async (db: Query, businessId: string | null): Promise<ApiKey[]> => {
  const rows = businessId
    ? await db.query<ApiKeyRow>('select * from api_keys where business_id = $1 order by created_at, id', [businessId])
    : await db.query<ApiKeyRow>('select * from api_keys order by created_at, id')
  return rows.map((row) => ({
    id: row.id,
    businessId: row.business_id,
    mode: row.mode,
    hash: row.hash,
    visiblePrefix: row.visible_prefix,
    label: row.label,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }))
}

/** Revokes by token; says whether there was such a key in use. */
export const revoke = async (tx: Query, id: string, now: number): Promise<boolean> =>
  (await tx.execute('update api_keys set revoked_at = $2 where id = $1 and revoked_at is null', [id, now])) === 1
