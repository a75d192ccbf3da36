// Invites people to the portal of a business, changes their roles and removes them.

import type { Member, MemberRole, User } from '../../domain/members/member.ts'
import { MEMBERS_MAX, memberState, requireOtherOwner } from '../../domain/members/member.ts'
import { checkEmail, checkName } from '../../domain/staff/staff.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { invalidField, invalidTransition, Problems } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { MemberOfBusiness } from '../../store/members/members.ts'
import * as members from '../../store/members/members.ts'
import * as users from '../../store/members/users.ts'
import { loadBusiness } from '../businesses/change-business.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'

export type NewMember = { email: string; name: string; role: MemberRole }

const PORTAL = '/portal'

/**
 * Invites a person, who accepts by signing in. Renews an earlier invitation that the person has not accepted yet. The answer does not
 * reveal whether the person already had an account. `business`: token or prefix of the business.
 */
export const inviteMember = async (deps: Deps, author: Author, business: string, request: NewMember): Promise<MemberOfBusiness> => {
  const problems = new Problems()
  checkEmail(request.email, problems)
  checkName(request.name, problems)
  problems.throwIfAny()
  const { id: businessId, name: businessName, messages } = await loadBusiness(deps.db, business)
  // Exclusive, because two concurrent invitations of a new person would otherwise create two accounts.
  return deps.db.exclusively(author, async (tx) => {
    const user = (await users.findByEmail(tx, request.email)) ?? (await insertUser(deps, tx, author, request))
    const others = await members.lockAll(tx, businessId)
    const member = await invite(deps, tx, author, { businessId, user, others }, request)
    const to = { email: user.email, name: member.name, language: messages?.language ?? 'en' }
    await queueStaffMessage(deps, tx, 'portal_invitation', to, { business: businessName, link: PORTAL })
    return { member, user: { email: user.email, name: user.name, hasSecondFactor: false } }
  })
}

const insertUser = async (deps: Deps, tx: Tx, author: Author, { email, name }: NewMember): Promise<User> => {
  const noPhone = { phone: null, phoneKey: null, phoneConfirmedAt: null }
  const user: User = { id: deps.newId('usr'), email: emailKey(email), name: name.trim(), ...noPhone, createdAt: deps.clock() }
  await users.insert(tx, author, user)
  return user
}

type Invited = { businessId: string; user: User; others: readonly Member[] }

const invite = async (deps: Deps, tx: Tx, author: Author, { businessId, user, others }: Invited, request: NewMember): Promise<Member> => {
  const now = deps.clock()
  const name = request.name.trim()
  const known = others.find(({ userId }) => userId === user.id)
  if (known && known.acceptedAt !== null) throw invalidField('email', 'belongs to a person of this business already')
  const renewed = { role: request.role, name, invitedBy: author.actor, invitedAt: now }
  if (known) {
    await members.change(tx, author, known.id, renewed)
    return { ...known, ...renewed }
  }
  if (others.length >= MEMBERS_MAX) throw invalidTransition(`A business has at most ${MEMBERS_MAX} people: remove one first.`)
  const none = { acceptedAt: null, removedAt: null, lastSignedInAt: null }
  const member: Member = { id: deps.newId('mbr'), businessId, userId: user.id, ...renewed, ...none, createdAt: now }
  await members.insert(tx, author, member)
  return member
}

const otherOwners = (all: readonly Member[], id: string): number =>
  all.filter((member) => member.id !== id && member.role === 'owner' && member.acceptedAt !== null).length

/**
 * `isByOperator`: whether the operator makes the change. The operator may demote even the last owner, because the operator can invite a new
 * owner.
 */
export const changeMember = (
  deps: Deps,
  author: Author,
  businessId: string,
  id: string,
  { role, isByOperator = false }: { role: MemberRole; isByOperator?: boolean },
): Promise<MemberOfBusiness> =>
  deps.db.transaction(author, async (tx) => {
    const all = await members.lockAll(tx, businessId)
    const { member, user } = await members.load(tx, businessId, id)
    if (memberState(member, deps.clock()) === 'expired') throw invalidTransition('The invitation has expired: invite the person again.')
    if (role !== 'owner' && !isByOperator) requireOtherOwner(member, otherOwners(all, id))
    await members.change(tx, author, id, { role })
    return { member: { ...member, role }, user }
  })

/** Removes a person from the business. The person's open sessions lose access to this business at once. */
export const removeMember = (
  deps: Deps,
  author: Author,
  businessId: string,
  id: string,
  { isByOperator = false }: { isByOperator?: boolean } = {},
): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    const all = await members.lockAll(tx, businessId)
    const { member } = await members.load(tx, businessId, id)
    if (!isByOperator) requireOtherOwner(member, otherOwners(all, id))
    await members.change(tx, author, id, { removedAt: deps.clock() })
  })
