// The cookie of a session: sent over https only, unreadable for scripts, and not sent with requests from other sites.

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict'
const SECRET_MAX_CHARACTERS = 256

export type SessionCookie = {
  /** The Set-Cookie header that stores the secret of a session. */
  set(secret: string): string
  /** The Set-Cookie header that removes the cookie. */
  readonly none: string
  /** The secret in a Cookie header. Null if the header lacks this cookie, or if the value is too long to be a session secret. */
  read(header: string | undefined): string | null
}

/** `name` begins with `__Host-`, so that no other host of the same site can set the cookie. */
export const createSessionCookie = (name: `__Host-${string}`, maxAgeMs: number): SessionCookie => ({
  set: (secret) => `${name}=${secret}; Max-Age=${maxAgeMs / 1000}; ${ATTRIBUTES}`,
  none: `${name}=; Max-Age=0; ${ATTRIBUTES}`,
  read: (header) => {
    for (const pair of (header ?? '').split(';')) {
      const [key, value] = pair.split('=', 2)
      if (key!.trim() === name && value) return value.trim().length <= SECRET_MAX_CHARACTERS ? value.trim() : null
    }
    return null
  },
})
