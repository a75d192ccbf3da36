// Converts staff, sessions, access tokens and passkeys to JSON. Leaves out secrets and hashes.

import type { AccessToken, Passkey, Session, Staff } from '../../domain/staff/staff.ts'
import { sessionEndsAt } from '../../domain/staff/staff.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'

export const presentStaff = (staff: Staff) => ({
  staff_id: staff.id,
  email: staff.email,
  name: staff.name,
  role: staff.role,
  sites: staff.siteIds && [...staff.siteIds],
  status: staff.deactivatedAt === null ? ('active' as const) : ('inactive' as const),
  created_at: instant(staff.createdAt),
  deactivated_at: nullableInstant(staff.deactivatedAt),
})

export const presentSession = (session: Session, currentId: string) => ({
  session_id: session.id,
  user_agent: session.userAgent,
  created_at: instant(session.createdAt),
  seen_at: instant(session.seenAt),
  ends_at: instant(sessionEndsAt(session)),
  current: session.id === currentId,
})

export const presentToken = (token: AccessToken) => ({
  access_token_id: token.id,
  label: token.label,
  role: token.role,
  begins: token.visiblePrefix,
  created_at: instant(token.createdAt),
  expires_at: instant(token.expiresAt),
  last_used_at: nullableInstant(token.lastUsedAt),
  revoked_at: nullableInstant(token.revokedAt),
})

export const presentPasskey = ({ id, label, rpId, createdAt, lastUsedAt }: Passkey) => ({
  passkey_id: id,
  label,
  host: rpId,
  created_at: instant(createdAt),
  last_used_at: nullableInstant(lastUsedAt),
})

export const PASSKEY_EXAMPLE = {
  passkey_id: 'pky_01kqn2x4t8e6nvd0t2d5c1yq7w',
  label: 'Phone',
  host: 'freight.example.com',
  created_at: '2026-11-15T08:00:00.000Z',
  last_used_at: null,
}
