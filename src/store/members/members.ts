// Members of each business, including invited people who have not accepted yet.

import type { Member, MemberRole, User } from '../../domain/members/member.ts'
import { MEMBER_INVITATION_VALID_MS } from '../../domain/members/member.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

const { list, fromRow, toRow } = columnsOf<Member>()(
  'id, business_id, user_id, role, name, invited_by, invited_at, accepted_at, removed_at, last_signed_in_at, created_at',
)
type MemberRow = ReturnType<typeof toRow>

const columns = list
  .split(', ')
  .map((column) => `members.${column}`)
  .join(', ')

export const insert = (tx: Tx, author: Author, member: Member): Promise<void> => insertRecorded(tx, author, 'member', toRow(member))

/** A member, with the email and name of the person's account, and whether the account uses an authenticator app. */
export type MemberOfBusiness = { member: Member; user: Pick<User, 'email' | 'name'> & { hasSecondFactor: boolean } }

type JoinedRow = MemberRow & { email: string; user_name: string; factor_id: string | null }

const joined = ({ email, user_name: name, factor_id, ...row }: JoinedRow): MemberOfBusiness => ({
  member: fromRow(row),
  user: { email, name, hasSecondFactor: factor_id !== null },
})

const JOINED = `select ${columns}, users.email, users.name as user_name, user_second_factors.id as factor_id
  from members join users on users.id = members.user_id
  left join user_second_factors on user_second_factors.user_id = members.user_id and user_second_factors.confirmed_at is not null`

/** The people of a business, invitations included, oldest first. */
export const listOf = async (db: Query, businessId: string): Promise<MemberOfBusiness[]> => {
  const sql = `${JOINED} where members.business_id = $1 and members.removed_at is null order by members.created_at, members.id`
  return (await db.query<JoinedRow>(sql, [businessId])).map(joined)
}

const noMember = (): Rejection => new Rejection('NOT_FOUND', 'No such person of this business.')

export const load = async (db: Query, businessId: string, id: string): Promise<MemberOfBusiness> => {
  const sql = `${JOINED} where members.id = $1 and members.business_id = $2 and members.removed_at is null`
  const [row] = isId('mbr', id) ? await db.query<JoinedRow>(sql, [id, businessId]) : []
  if (!row) throw noMember()
  return joined(row)
}

/** Locks and returns the people of a business, so that changes to its owners happen one after another. */
export const lockAll = async (tx: Tx, businessId: string): Promise<Member[]> => {
  const sql = 'update members set id = id where business_id = $1 and removed_at is null returning *'
  return (await tx.query<MemberRow>(sql, [businessId])).map(fromRow)
}

type Changes = Partial<Pick<Member, 'role' | 'name' | 'invitedBy' | 'invitedAt' | 'removedAt'>>

export const change = async (
  tx: Tx,
  author: Author,
  id: string,
  { role, name, invitedBy, invitedAt, removedAt }: Changes,
): Promise<void> => {
  await changeRecorded(tx, author, 'member', { id }, () => ({
    ...(role === undefined ? {} : { role }),
    ...(name === undefined ? {} : { name }),
    ...(invitedBy === undefined ? {} : { invited_by: invitedBy }),
    ...(invitedAt === undefined ? {} : { invited_at: invitedAt }),
    ...(removedAt === undefined ? {} : { removed_at: removedAt }),
  }))
}

/**
 * SQL condition for usable memberships: not removed, in a business whose portal is on, and either accepted or with an invitation that has
 * not expired.
 */
const USABLE = `members.removed_at is null and (members.accepted_at is not null or members.invited_at > $2)
  and exists (select 1 from businesses where businesses.id = members.business_id and businesses.portal_off_since is null)`

/** The usable memberships of a person, oldest first. Open invitations are included, because signing in accepts them. */
export const usableOf = async (db: Query, userId: string, now: number): Promise<Member[]> => {
  const sql = `select ${list} from members where user_id = $1 and ${USABLE} order by created_at, id`
  return (await db.query<MemberRow>(sql, [userId, now - MEMBER_INVITATION_VALID_MS])).map(fromRow)
}

/** The role of a person in a business. Null if the person has not accepted the invitation, or if the portal of the business is off. */
export const roleOf = async (db: Query, userId: string, businessId: string): Promise<MemberRole | null> => {
  const sql = `select members.role from members join businesses on businesses.id = members.business_id
    where members.business_id = $1 and members.user_id = $2 and members.removed_at is null and members.accepted_at is not null
      and businesses.portal_off_since is null`
  const [row] = await db.query<{ role: MemberRole }>(sql, [businessId, userId])
  return row?.role ?? null
}

/** True if the person has accepted an invitation to a business whose portal is on. */
export const hasBusiness = async (db: Query, userId: string): Promise<boolean> => {
  const sql = `select members.id from members join businesses on businesses.id = members.business_id
    where members.user_id = $1 and members.removed_at is null and members.accepted_at is not null and businesses.portal_off_since is null
    limit 1`
  return (await db.query(sql, [userId])).length > 0
}

/** True if the person has accepted an invitation to a business other than `businessId`. */
export const worksElsewhere = async (db: Query, userId: string, businessId: string): Promise<boolean> => {
  const sql = 'select id from members where user_id = $1 and business_id <> $2 and removed_at is null and accepted_at is not null limit 1'
  return (await db.query(sql, [userId, businessId])).length > 0
}

export const hasPortal = async (db: Query, businessId: string): Promise<boolean> =>
  (await db.query('select id from businesses where id = $1 and portal_off_since is null', [businessId])).length > 0

/** Saves the sign-in time in each membership, and accepts the invitations that are still open. */
export const markSignedIn = async (tx: Tx, author: Author, memberships: readonly Member[], now: number): Promise<void> => {
  for (const { id, acceptedAt } of memberships) {
    if (acceptedAt === null) await changeRecorded(tx, author, 'member', { id }, () => ({ accepted_at: now }))
    await tx.execute('update members set last_signed_in_at = $2 where id = $1', [id, now])
  }
}
