// Passkeys of staff accounts, and the pending challenges.

import type { Passkey } from '../../domain/staff/staff.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

const {
  list: columns,
  fromRow,
  toRow,
} = columnsOf<Passkey>()(
  'id, staff_id, credential_id, public_key, transports, rp_id, label, use_count, created_at, last_used_at, revoked_at',
)
type PasskeyRow = ReturnType<typeof toRow>

export const insert = (tx: Tx, author: Author, passkey: Passkey): Promise<void> => insertRecorded(tx, author, 'passkey', toRow(passkey))

/** Passkeys that are not revoked, oldest first. */
export const ofStaff = async (db: Query, staffId: string): Promise<Passkey[]> => {
  const sql = `select ${columns} from passkeys where staff_id = $1 and revoked_at is null order by created_at, id`
  return (await db.query<PasskeyRow>(sql, [staffId])).map(fromRow)
}

export const byCredential = async (db: Query, credentialId: string): Promise<Passkey | null> => {
  const sql = `select ${columns} from passkeys where credential_id = $1 and revoked_at is null`
  const [row] = await db.query<PasskeyRow>(sql, [credentialId])
  return row ? fromRow(row) : null
}

/** Stores the use of a passkey. Returns false if the passkey was used or revoked since it was read. */
export const markUsed = async (tx: Tx, { id, useCount }: Passkey, newCount: number, now: number): Promise<boolean> =>
  (await tx.execute('update passkeys set use_count = $3, last_used_at = $4 where id = $1 and use_count = $2 and revoked_at is null', [
    id,
    useCount,
    newCount,
    now,
  ])) === 1

export const revoke = async (tx: Tx, author: Author, staffId: string, id: string, now: number): Promise<boolean> => {
  if (!isId('pky', id)) return false
  const key = { id, staff_id: staffId }
  const decide = (row: PasskeyRow) => (row.revoked_at === null ? { revoked_at: now } : null)
  return (await changeRecorded<PasskeyRow>(tx, author, 'passkey', key, decide)) !== null
}

/** Stores a challenge, and removes expired ones. */
export const putChallenge = async (tx: Tx, challenge: string, staffId: string | null, now: number, expiresAt: number): Promise<void> => {
  await tx.execute('delete from passkey_challenges where expires_at <= $1', [now])
  await insertRows(tx, 'passkey_challenges', [{ challenge, staff_id: staffId, expires_at: expiresAt }])
}

/** Removes the challenge. Returns whether it was open for this account, or for a sign-in if `staffId` is null. */
export const takeChallenge = async (tx: Tx, challenge: string, staffId: string | null, now: number): Promise<boolean> =>
  (await tx.execute(`delete from passkey_challenges where challenge = $1 and coalesce(staff_id, '') = $2 and expires_at > $3`, [
    challenge,
    staffId ?? '',
    now,
  ])) === 1
