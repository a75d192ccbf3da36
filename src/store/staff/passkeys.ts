// Passkeys of staff accounts, and the pending challenges of all accounts.

import type { Tx } from '../../platform/engine/db.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'
import { createPasskeyTable } from './passkey-table.ts'

const table = createPasskeyTable({ table: 'passkeys', type: 'passkey', owner: 'staff_id' })
export const { insert, byCredential, markUsed, revoke, ofOwner: ofStaff } = table

/** Stores a challenge, and removes expired ones. */
export const putChallenge = async (tx: Tx, challenge: string, ownerId: string | null, now: number, expiresAt: number): Promise<void> => {
  await tx.execute('delete from passkey_challenges where expires_at <= $1', [now])
  await insertRows(tx, 'passkey_challenges', [{ challenge, staff_id: ownerId, expires_at: expiresAt }])
}

/**
 * Deletes the challenge. Returns false if the account has no such open challenge. `ownerId` is null for a sign-in whose account is not
 * known yet.
 */
export const takeChallenge = async (tx: Tx, challenge: string, ownerId: string | null, now: number): Promise<boolean> =>
  (await tx.execute(`delete from passkey_challenges where challenge = $1 and coalesce(staff_id, '') = $2 and expires_at > $3`, [
    challenge,
    ownerId ?? '',
    now,
  ])) === 1
