// Schemas of members under /ops/v1 and /portal/v1. Members are the people of a business who may sign in to the portal.

import { MEMBER_ROLES } from '../../domain/members/member.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const Role = () => Type.Enum(MEMBER_ROLES, { description: 'What the person may do in the portal' })

const Member = Type.Named('Member', {
  member_id: Type.Token('mbr'),
  user_id: Type.NullableToken('usr', { description: 'Null until the invitation is accepted' }),
  name: Type.String(),
  email: Type.String(),
  role: Role(),
  state: Type.Enum(['invited', 'active', 'expired'], { description: 'The first sign-in accepts an invitation' }),
  invited_at: Type.DateTime(),
  invitation_expires_at: Type.NullableDateTime({ description: 'Null for a person who accepted' }),
  last_signed_in_at: Type.NullableDateTime(),
  second_factor: Type.Boolean({ description: 'Whether sign-ins of the person need a code of an authenticator app' }),
})
export const MemberAnswer = Type.RefTo(Member)
export const MEMBER_SCHEMAS = [Member]

export const MEMBER_EXAMPLE = {
  member_id: 'mbr_01kqn2x4t8e6nvd0t2d5c1yq7w',
  user_id: 'usr_01kqn2x4t8e6nvd0t2d5c1yq7w',
  name: 'First Owner',
  email: 'owner@example.com',
  role: 'owner' as const,
  state: 'active' as const,
  invited_at: '2026-11-15T08:00:00.000Z',
  invitation_expires_at: null,
  last_signed_in_at: '2026-11-16T08:00:00.000Z',
  second_factor: false,
}

export const InviteMemberBody = Type.Body([{ email: 'owner@example.com', name: 'First Owner', role: 'owner' }], {
  email: Type.Text({ description: 'Codes to sign in are sent there' }),
  name: Type.Text(),
  role: Role(),
})
export const ChangeMemberBody = Type.Body([{ role: 'clerk' }], { role: Role() })
export const RemovedMemberAnswer = Type.Object({ member_id: Type.String(), removed: Type.Boolean() })

export const SignInLinkAnswer = Type.Object({
  link: Type.String({ description: 'Signs in once; in this answer, and never again' }),
  expires_at: Type.DateTime(),
})
export const ViewAsAnswer = Type.Object({
  url: Type.String({ description: 'Opens the portal once; in this answer, and never again' }),
  expires_at: Type.DateTime(),
})
