// The session cookie: HttpOnly, Secure, SameSite, and bound to this host.

import { SESSION_ABSOLUTE_MS } from '../../domain/staff/staff.ts'
import { SESSION_COOKIE } from './access.ts'

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict'

export const sessionCookie = (secret: string): string => `${SESSION_COOKIE}=${secret}; Max-Age=${SESSION_ABSOLUTE_MS / 1000}; ${ATTRIBUTES}`

export const NO_SESSION_COOKIE = `${SESSION_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`

export const readSessionCookie = (header: string | undefined): string | null => {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.split('=', 2)
    if (name!.trim() === SESSION_COOKIE && value) return value.trim()
  }
  return null
}
