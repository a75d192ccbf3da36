// Staff sessions, one row per session. A row is deleted when its session ends.

import type { Session, Staff } from '../../domain/staff/staff.ts'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '../../domain/staff/staff.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'
import { announceChanges, SESSIONS_ENDED } from '../audit/change-feed.ts'
import type { StaffRow } from './staff.ts'
import { fromRow as staffFromRow } from './staff.ts'

const { fromRow, toRow } = columnsOf<Session>()('id, staff_id, user_agent, created_at, seen_at')
type SessionRow = ReturnType<typeof toRow>

export const insert = async (tx: Tx, session: Session, hash: string): Promise<void> => {
  await insertRows(tx, 'staff_sessions', [{ ...toRow(session), hash }])
}

const NOT_EXPIRED = 'staff_sessions.seen_at > $2 and staff_sessions.created_at > $3'
const expiryLimits = (now: number): [number, number] => [now - SESSION_IDLE_MS, now - SESSION_ABSOLUTE_MS]

/**
 * Finds a session and its holder by the session's hash. Null if the session has ended or expired, or if the holder's account is not active.
 */
export const findHolder = async (db: Query, hash: string, now: number): Promise<{ session: Session; staff: Staff } | null> => {
  const rows = await db.query<StaffRow & { session_id: string; user_agent: string | null; session_created_at: number; seen_at: number }>(
    `select staff.*, staff_sessions.id as session_id, staff_sessions.user_agent, staff_sessions.created_at as session_created_at,
       staff_sessions.seen_at
     from staff_sessions join staff on staff.id = staff_sessions.staff_id
     where staff_sessions.hash = $1 and staff.deactivated_at is null and ${NOT_EXPIRED}`,
    [hash, ...expiryLimits(now)],
  )
  const row = rows[0]
  if (!row) return null
  const session = fromRow({ ...row, id: row.session_id, staff_id: row.id, created_at: row.session_created_at })
  return { session, staff: staffFromRow(row) }
}

/** Sessions that have not expired, newest first. */
export const list = async (db: Query, staffId: string, now: number): Promise<Session[]> => {
  const rows = await db.query<SessionRow>(
    `select * from staff_sessions where staff_id = $1 and ${NOT_EXPIRED} order by created_at desc, id desc`,
    [staffId, ...expiryLimits(now)],
  )
  return rows.map(fromRow)
}

export const markSeen = async (tx: Tx, id: string, now: number): Promise<void> => {
  await tx.execute('update staff_sessions set seen_at = $2 where id = $1 and seen_at < $2', [id, now])
}

/** Ends a session. Returns false if this person has no such session. */
export const end = async (tx: Tx, staffId: string, id: string): Promise<boolean> => {
  announceChanges(tx, [{ type: SESSIONS_ENDED, id: staffId }])
  return isId('ses', id) && (await tx.execute('delete from staff_sessions where staff_id = $1 and id = $2', [staffId, id])) === 1
}

export const endAll = async (tx: Tx, staffId: string, except = ''): Promise<void> => {
  announceChanges(tx, [{ type: SESSIONS_ENDED, id: staffId }])
  await tx.execute('delete from staff_sessions where staff_id = $1 and id <> $2', [staffId, except])
}

export const prune = async (tx: Tx, now: number): Promise<void> => {
  await tx.execute('delete from staff_sessions where seen_at <= $1 or created_at <= $2', expiryLimits(now))
}
