// People of client businesses: their roles, and how long invitations, sign-in links and sessions are valid.

import type { Problems } from '../values/errors.ts'
import { invalidTransition } from '../values/errors.ts'

export const MEMBER_ROLES = ['owner', 'clerk', 'accountant', 'developer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** A person. One person may belong to several businesses. */
export type User = {
  id: string
  email: string
  name: string
  phone: string | null
  /**
   * The phone number in E.164 form. Null until the person has confirmed the number with a code. After that, the person can receive sign-in
   * codes on this number.
   */
  phoneKey: string | null
  phoneConfirmedAt: number | null
  createdAt: number
}

/** A person's membership in a business. Until `acceptedAt` is set, it is only an invitation. */
export type Member = {
  id: string
  businessId: string
  userId: string
  role: MemberRole
  /** The name in the invitation. After the person has accepted, the name of the person's account is shown instead. */
  name: string
  invitedBy: string
  invitedAt: number
  acceptedAt: number | null
  removedAt: number | null
  lastSignedInAt: number | null
  createdAt: number
}

/**
 * A session in the portal. If `staffId` is set, an admin of the operator uses the session to view the portal as the business `businessId`.
 */
export type PortalSession = {
  id: string
  userId: string | null
  staffId: string | null
  businessId: string | null
  userAgent: string | null
  createdAt: number
  seenAt: number
}

/**
 * A link that opens one portal session. The session is for a person of the business, or for an admin of the operator who views the portal
 * as the business.
 */
export type SignInLink = {
  id: string
  userId: string | null
  staffId: string | null
  businessId: string
  createdBy: string
  createdAt: number
  expiresAt: number
  usedAt: number | null
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const MEMBER_INVITATION_VALID_MS = 14 * DAY_MS
export const SIGN_IN_LINK_VALID_MS = DAY_MS
/** A person's session ends after this long without requests. It also ends `PORTAL_ABSOLUTE_MS` after the person signed in. */
export const PORTAL_IDLE_MS = 7 * DAY_MS
export const PORTAL_ABSOLUTE_MS = 30 * DAY_MS
/**
 * How long an admin of the operator can view the portal as a business. The link that starts the view is valid for `VIEW_AS_LINK_VALID_MS`.
 */
export const VIEW_AS_VALID_MS = 30 * MINUTE_MS
export const VIEW_AS_LINK_VALID_MS = 5 * MINUTE_MS
/** How many people a business may have. Invitations count as people. */
export const MEMBERS_MAX = 200

const PHONE_MAX_CHARACTERS = 40

export const portalSessionEndsAt = ({ createdAt, seenAt, staffId }: Pick<PortalSession, 'createdAt' | 'seenAt' | 'staffId'>): number =>
  staffId === null ? Math.min(seenAt + PORTAL_IDLE_MS, createdAt + PORTAL_ABSOLUTE_MS) : createdAt + VIEW_AS_VALID_MS

export type MemberState = 'invited' | 'active' | 'expired'

export const memberState = ({ acceptedAt, invitedAt }: Pick<Member, 'acceptedAt' | 'invitedAt'>, now: number): MemberState => {
  if (acceptedAt !== null) return 'active'
  return invitedAt + MEMBER_INVITATION_VALID_MS > now ? 'invited' : 'expired'
}

/**
 * Throws if `member` is the last owner, because without an owner nobody in the business could invite people. Owners who have not accepted
 * their invitation do not count.
 */
export const requireOtherOwner = (member: Pick<Member, 'role' | 'acceptedAt'>, otherOwners: number): void => {
  if (member.role === 'owner' && member.acceptedAt !== null && otherOwners === 0)
    throw invalidTransition('This is the last owner of the business: make another person an owner first.')
}

export const checkPhone = (phone: string, problems: Problems): void => {
  const digits = phone.replaceAll(/\D/g, '')
  if (phone.length > PHONE_MAX_CHARACTERS || digits.length < 5) problems.add('phone', 'must be a telephone number')
}
