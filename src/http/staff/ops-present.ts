// Converts staff, sessions and access tokens to JSON, without secrets and hashes.

import type { AccessToken, Session, Staff } from '../../domain/staff/staff.ts'
import { sessionEndsAt } from '../../domain/staff/staff.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'

export const presentStaff = (staff: Staff) => ({
  staff_id: staff.id,
  email: staff.email,
  name: staff.name,
  role: staff.role,
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
