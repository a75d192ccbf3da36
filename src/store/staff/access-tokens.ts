// Personal access tokens, stored as hashes with a visible prefix.

import type { AccessToken, Role, Staff } from '../../domain/staff/staff.ts'
import { TOKENS_LISTED_MAX } from '../../domain/staff/staff.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { countRows } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { fromDuty, withDuty } from './duties.ts'
import type { StaffRow } from './staff.ts'
import { fromRow as staffFromRow } from './staff.ts'

const plain = columnsOf<AccessToken>()('id, staff_id, visible_prefix, label, role, created_at, expires_at, last_used_at, revoked_at')
type TokenRow = ReturnType<typeof plain.toRow>
const fromRow = (row: TokenRow): AccessToken => plain.fromRow(fromDuty(row))

export const insert = (tx: Tx, author: Author, token: AccessToken, hash: string): Promise<void> =>
  insertRecorded(tx, author, 'access_token', { ...withDuty(plain.toRow(token)), hash })

/** Finds the holder of an access token by the token's hash. Null if the token is not valid, or if the holder's account is not active. */
export const findHolder = async (
  db: Query,
  hash: string,
  now: number,
): Promise<{ tokenId: string; tokenRole: Role; staff: Staff } | null> => {
  const rows = await db.query<StaffRow & { token_id: string; token_role: Role }>(
    `select staff.*, access_tokens.id as token_id, case when access_tokens.role = 'support' then coalesce(access_tokens.duty, 'support') else access_tokens.role end as token_role
     from access_tokens join staff on staff.id = access_tokens.staff_id
     where access_tokens.hash = $1 and access_tokens.revoked_at is null and access_tokens.expires_at > $2 and staff.deactivated_at is null`,
    [hash, now],
  )
  const row = rows[0]
  return row ? { tokenId: row.token_id, tokenRole: row.token_role, staff: staffFromRow(row) } : null
}

/**
 * The tokens of a person, newest first. If there are more than `TOKENS_LISTED_MAX`, revoked tokens are left out first, and then the tokens
 * that expire soonest.
 */
export const list = async (db: Query, staffId: string): Promise<AccessToken[]> => {
  const rows = await db.query<TokenRow>(
    `select * from (
       select * from access_tokens where staff_id = $1
       order by case when revoked_at is null then 0 else 1 end, expires_at desc, id desc limit ${TOKENS_LISTED_MAX}
     ) as listed order by created_at desc, id desc`,
    [staffId],
  )
  return rows.map(fromRow)
}

export const countInUse = (db: Query, staffId: string, now: number): Promise<number> =>
  countRows(db, 'access_tokens where staff_id = $1 and revoked_at is null and expires_at > $2', [staffId, now])

/** Revokes a token. Returns false if this person has no such token, or if the token is already revoked. */
export const revoke = async (tx: Tx, author: Author, staffId: string, id: string, now: number): Promise<boolean> => {
  if (!isId('pat', id)) return false
  const key = { id, staff_id: staffId }
  const revoked = await changeRecorded<TokenRow>(tx, author, 'access_token', key, (token) =>
    token.revoked_at === null ? { revoked_at: now } : null,
  )
  return revoked !== null
}

export const revokeAll = async (tx: Tx, author: Author, staffId: string, now: number): Promise<void> => {
  const tokens = await tx.query<{ id: string }>('select id from access_tokens where staff_id = $1 and revoked_at is null order by id', [
    staffId,
  ])
  for (const { id } of tokens) await revoke(tx, author, staffId, id, now)
}

export const markUsed = async (tx: Tx, id: string, now: number, unlessSince: number): Promise<void> => {
  await tx.execute('update access_tokens set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)', [
    id,
    now,
    unlessSince,
  ])
}
