// Sessions in the portal, stored as hashes of their secrets.

import type { PortalSession } from '../../domain/members/member.ts'
import { PORTAL_ABSOLUTE_MS, PORTAL_IDLE_MS, VIEW_AS_VALID_MS } from '../../domain/members/member.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'

const { fromRow, toRow } = columnsOf<PortalSession>()('id, user_id, staff_id, business_id, user_agent, created_at, seen_at')
type SessionRow = ReturnType<typeof toRow>

export const insert = async (tx: Tx, session: PortalSession, hash: string): Promise<void> => {
  await insertRows(tx, 'user_sessions', [{ ...toRow(session), hash }])
}

const NOT_EXPIRED = `((user_sessions.user_id is not null and user_sessions.seen_at > $2 and user_sessions.created_at > $3)
  or (user_sessions.staff_id is not null and user_sessions.created_at > $4))`
const expiryLimits = (now: number): [number, number, number] => [now - PORTAL_IDLE_MS, now - PORTAL_ABSOLUTE_MS, now - VIEW_AS_VALID_MS]

/** The person who uses a session: a member of client businesses, or an admin who sees the portal as the business does. */
export type SessionHolder = {
  session: PortalSession
  id: string
  name: string
  email: string
  phone: string | null
  phoneConfirmedAt: number | null
}

type HolderRow = SessionRow & {
  holder_id: string
  name: string
  email: string
  phone: string | null
  phone_confirmed_at: number | null
}

/** Finds the holder of a session that has not expired. Members of staff are found only if they are active admins. */
export const findHolder = async (db: Query, hash: string, now: number): Promise<SessionHolder | null> => {
  const [row] = await db.query<HolderRow>(
    `select user_sessions.*, coalesce(users.id, staff.id) as holder_id, coalesce(users.name, staff.name) as name,
       coalesce(users.email, staff.email) as email, users.phone, users.phone_confirmed_at
     from user_sessions
     left join users on users.id = user_sessions.user_id
     left join staff on staff.id = user_sessions.staff_id and staff.deactivated_at is null and staff.role = 'admin'
     where user_sessions.hash = $1 and coalesce(users.id, staff.id) is not null and ${NOT_EXPIRED}`,
    [hash, ...expiryLimits(now)],
  )
  if (!row) return null
  const { holder_id: id, name, email, phone, phone_confirmed_at: phoneConfirmedAt } = row
  return { session: fromRow(row), id, name, email, phone, phoneConfirmedAt }
}

/** The sessions of a person that have not expired, newest first. */
export const list = async (db: Query, userId: string, now: number): Promise<PortalSession[]> => {
  const rows = await db.query<SessionRow>(
    `select * from user_sessions where user_id = $1 and ${NOT_EXPIRED} order by created_at desc, id desc`,
    [userId, ...expiryLimits(now)],
  )
  return rows.map(fromRow)
}

export const markSeen = async (tx: Tx, id: string, now: number): Promise<void> => {
  await tx.execute('update user_sessions set seen_at = $2 where id = $1 and seen_at < $2', [id, now])
}

/** Ends a session of a member, or of an admin who looks at the portal. Returns false if `holderId` has no such session. */
export const end = async (tx: Tx, holderId: string, id: string): Promise<boolean> =>
  isId('ses', id) && (await tx.execute('delete from user_sessions where (user_id = $1 or staff_id = $1) and id = $2', [holderId, id])) === 1

export const endAll = async (tx: Tx, userId: string, except = ''): Promise<void> => {
  await tx.execute('delete from user_sessions where user_id = $1 and id <> $2', [userId, except])
}

export const prune = async (tx: Tx, now: number): Promise<void> => {
  await tx.execute('delete from user_sessions where seen_at <= $1 or created_at <= $2', [now - PORTAL_IDLE_MS, now - PORTAL_ABSOLUTE_MS])
}
