// Converts people of businesses to JSON.

import { MEMBER_INVITATION_VALID_MS, memberState } from '../../domain/members/member.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { MemberOfBusiness } from '../../store/members/members.ts'

/** An invitation shows what the inviting person wrote, so that it does not tell whether the address had an account before. */
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
