// Converts portal users, their sessions and memberships, and the members of businesses to JSON.

import type { PortalSession } from '../../domain/members/member.ts'
import { MEMBER_INVITATION_VALID_MS, memberState, portalSessionEndsAt } from '../../domain/members/member.ts'
import type { Membership } from '../../flows/members/read-memberships.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { MemberOfBusiness } from '../../store/members/members.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import { presentAddress } from '../businesses/ops-present.ts'

export const presentPortalSession = (session: PortalSession, currentId: string) => ({
  session_id: session.id,
  user_agent: session.userAgent,
  created_at: instant(session.createdAt),
  seen_at: instant(session.seenAt),
  ends_at: instant(portalSessionEndsAt(session)),
  current: session.id === currentId,
})

export const presentUser = ({ id, name, email, phone, phoneConfirmedAt }: Omit<SessionHolder, 'session'>) => ({
  user_id: id,
  name,
  email,
  phone,
  phone_confirmed_at: nullableInstant(phoneConfirmedAt),
})

export const presentMe = (person: SessionHolder, memberships: readonly Membership[]) => ({
  user: presentUser(person),
  session: presentPortalSession(person.session, person.session.id),
  view_as: person.session.staffId === null ? null : { staff_name: person.name },
  businesses: memberships.map(({ business, role }) => ({
    business_id: business.id,
    name: business.name,
    prefix: business.prefix,
    role,
    time_zone: business.timeZone,
    last_mile: business.lastMile,
    parcel_customer_account: business.parcelCustomerAccount,
    own_address: presentAddress(business.ownAddress),
    modes: ['test' as const, 'live' as const],
  })),
})

/**
 * Before acceptance, shows the name that the inviting person entered. An existing account's own name would reveal that the address has an
 * account.
 */
export const presentMember = ({ member, user }: MemberOfBusiness, now: number) => {
  const isAccepted = member.acceptedAt !== null
  return {
    member_id: member.id,
    user_id: isAccepted ? member.userId : null,
    name: isAccepted ? user.name : member.name,
    email: user.email,
    role: member.role,
    state: memberState(member, now),
    invited_at: instant(member.invitedAt),
    invitation_expires_at: isAccepted ? null : instant(member.invitedAt + MEMBER_INVITATION_VALID_MS),
    last_signed_in_at: nullableInstant(member.lastSignedInAt),
    second_factor: isAccepted && user.hasSecondFactor,
  }
}
