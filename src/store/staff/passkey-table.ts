// The passkeys of one kind of account: staff accounts, or the accounts of business users.

import type { Passkey } from '../../domain/staff/staff.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { AuditedType, Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

const plain = columnsOf<Omit<Passkey, 'ownerId'>>()(
  'id, credential_id, public_key, transports, rp_id, label, use_count, created_at, last_used_at, revoked_at',
)
type PlainRow = ReturnType<typeof plain.toRow>

type Owned = { table: 'passkeys' | 'user_passkeys'; type: AuditedType; owner: 'staff_id' | 'user_id' }

export const createPasskeyTable = ({ table, type, owner }: Owned) => {
  const columns = `${plain.list}, ${owner} as owner_id`
  const fromRow = ({ owner_id: ownerId, ...row }: PlainRow & { owner_id: string }): Passkey => ({ ...plain.fromRow(row), ownerId })
  return {
    insert: (tx: Tx, author: Author, passkey: Passkey): Promise<void> =>
      insertRecorded(tx, author, type, { ...plain.toRow(passkey), [owner]: passkey.ownerId }),

    /** Passkeys that are not revoked, oldest first. */
    ofOwner: async (db: Query, ownerId: string): Promise<Passkey[]> => {
      const sql = `select ${columns} from ${table} where ${owner} = $1 and revoked_at is null order by created_at, id`
      return (await db.query<PlainRow & { owner_id: string }>(sql, [ownerId])).map(fromRow)
    },

    byCredential: async (db: Query, credentialId: string): Promise<Passkey | null> => {
      const sql = `select ${columns} from ${table} where credential_id = $1 and revoked_at is null`
      return readRow(db, sql, [credentialId], fromRow)
    },

    /** Saves that a passkey was used. Returns false if the passkey has been used or revoked since it was read. */
    markUsed: async (tx: Tx, { id, useCount }: Passkey, newCount: number, now: number): Promise<boolean> => {
      const sql = `update ${table} set use_count = $3, last_used_at = $4 where id = $1 and use_count = $2 and revoked_at is null`
      return (await tx.execute(sql, [id, useCount, newCount, now])) === 1
    },

    revoke: async (tx: Tx, author: Author, ownerId: string, id: string, now: number): Promise<boolean> => {
      if (!isId('pky', id)) return false
      const decide = (row: PlainRow) => (row.revoked_at === null ? { revoked_at: now } : null)
      return (await changeRecorded<PlainRow>(tx, author, type, { id, [owner]: ownerId }, decide)) !== null
    },
  }
}
