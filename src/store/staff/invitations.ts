// Invitations to join the staff. Each invitation is a link that works once. Only the hash of the link is stored.

import type { Invitation } from '../../domain/staff/staff.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { fromDuty, withDuty } from './duties.ts'

const plain = columnsOf<Invitation>()('id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at')
type InvitationRow = ReturnType<typeof plain.toRow>
const columns = `${plain.list}, duty`
const fromRow = (row: InvitationRow): Invitation => plain.fromRow(fromDuty(row))

export const insert = (tx: Tx, author: Author, invitation: Invitation, hash: string): Promise<void> =>
  insertRecorded(tx, author, 'staff_invitation', { ...withDuty(plain.toRow(invitation)), hash })

const OPEN = 'accepted_at is null and revoked_at is null'

/** Invitations that can still be accepted, newest first. */
export const listOpen = async (db: Query, now: number): Promise<Invitation[]> => {
  const sql = `select ${columns} from staff_invitations where ${OPEN} and expires_at > $1 order by created_at desc, id desc`
  return (await db.query<InvitationRow>(sql, [now])).map(fromRow)
}

export const findOpen = (db: Query, hash: string, now: number): Promise<Invitation | null> => {
  const sql = `select ${columns} from staff_invitations where hash = $1 and ${OPEN} and expires_at > $2`
  return readRow(db, sql, [hash, now], fromRow)
}

const isOpen = (row: InvitationRow, now: number): boolean => row.accepted_at === null && row.revoked_at === null && row.expires_at > now

/** Accepts an invitation. Returns false if the invitation is no longer open. Only one of two concurrent calls succeeds. */
export const accept = async (tx: Tx, author: Author, id: string, now: number): Promise<boolean> => {
  const decide = (row: InvitationRow) => (isOpen(row, now) ? { accepted_at: now } : null)
  return (await changeRecorded<InvitationRow>(tx, author, 'staff_invitation', { id }, decide)) !== null
}

export const revoke = async (tx: Tx, author: Author, id: string, now: number): Promise<boolean> => {
  if (!isId('ivt', id)) return false
  const decide = (row: InvitationRow) => (isOpen(row, now) ? { revoked_at: now } : null)
  return (await changeRecorded<InvitationRow>(tx, author, 'staff_invitation', { id }, decide)) !== null
}

/** Revokes all open invitations that one person made, or that one email address received. */
export const revokeAll = async (tx: Tx, author: Author, of: { invitedBy: string } | { email: string }, now: number): Promise<void> => {
  const [column, value] = 'email' in of ? ['email', of.email] : ['invited_by', of.invitedBy]
  const rows = await tx.query<{ id: string }>(`select id from staff_invitations where ${column} = $1 and ${OPEN} order by id`, [value])
  for (const { id } of rows) await revoke(tx, author, id, now)
}
