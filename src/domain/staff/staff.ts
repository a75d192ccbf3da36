// Staff rules: roles, passwords, and how long sessions, access tokens and set-up links are valid.

import { emailKey } from '../values/contact-keys.ts'
import type { Problems } from '../values/errors.ts'
import { isGuessable } from './guessable-password.ts'

export const ROLES = ['admin', 'accountant', 'cashier', 'warehouse', 'support'] as const
export type Role = (typeof ROLES)[number]

export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

export type Staff = {
  id: string
  email: string
  name: string
  role: Role
  passwordHash: string
  /** Ids of the sites that the account is limited to; null means all sites. */
  siteIds: readonly string[] | null
  createdAt: number
  deactivatedAt: number | null
}

export type Session = { id: string; staffId: string; userAgent: string | null; createdAt: number; seenAt: number }

export type AccessToken = {
  id: string
  staffId: string
  visiblePrefix: string
  label: string
  role: Role
  createdAt: number
  expiresAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

export type Invitation = {
  id: string
  email: string
  role: Role
  invitedBy: string
  createdAt: number
  expiresAt: number
  acceptedAt: number | null
  revokedAt: number | null
}

export type Passkey = {
  id: string
  /** Id of a member of staff, or of a portal user. */
  ownerId: string
  credentialId: string
  /** The public key in COSE format, encoded in base64url. */
  publicKey: string
  /** WebAuthn transports of the credential, such as usb or internal, separated by commas. */
  transports: string
  rpId: string
  label: string
  /** The signature counter of the authenticator. The counter helps to detect a cloned authenticator. */
  useCount: number
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** A session ends after this time without requests. The absolute limit below covers a long working day. */
export const SESSION_IDLE_MS = 2 * HOUR_MS
export const SESSION_ABSOLUTE_MS = 14 * HOUR_MS
export const SETUP_LINK_VALID_MS = DAY_MS
export const INVITATION_VALID_MS = 3 * DAY_MS
export const TOKEN_DAYS_DEFAULT = 90
export const TOKEN_DAYS_MAX = 366
/** How many active tokens one person may have. The number is limited because a password reset revokes all tokens of a person at once. */
export const TOKENS_MAX = 100
export const TOKENS_LISTED_MAX = 500

export const PASSWORD_MIN_CHARACTERS = 12
export const PASSWORD_MAX_CHARACTERS = 128
const EMAIL_MAX_CHARACTERS = 254
const NAME_MAX_CHARACTERS = 255

/** For each role, the other roles whose rights it includes. */
const INCLUDES: Readonly<Record<Role, readonly Role[]>> = {
  admin: ['accountant', 'cashier', 'warehouse', 'support'],
  accountant: ['cashier'],
  warehouse: ['support'],
  cashier: [],
  support: [],
}

/**
 * The role with fewer rights, or null if neither role includes the other. An access token has the lesser of its own and its owner's role.
 */
export const lesserRole = (one: Role, other: Role): Role | null => {
  if (one === other || INCLUDES[one].includes(other)) return other
  return INCLUDES[other].includes(one) ? one : null
}

export const sessionEndsAt = ({ createdAt, seenAt }: Pick<Session, 'createdAt' | 'seenAt'>): number =>
  Math.min(seenAt + SESSION_IDLE_MS, createdAt + SESSION_ABSOLUTE_MS)

export const tokenExpiresAt = (now: number, days: number): number => now + days * DAY_MS

export const checkEmail = (email: string, problems: Problems): void => {
  const text = email.trim()
  if (text.length > EMAIL_MAX_CHARACTERS || !/^[^\s@]+@[^\s@]+$/.test(text)) problems.add('email', 'must be an email address')
}

export const checkName = (name: string, problems: Problems): void => {
  const text = name.trim()
  if (text === '' || text.length > NAME_MAX_CHARACTERS) problems.add('name', `must have 1 to ${NAME_MAX_CHARACTERS} characters`)
}

/**
 * Passwords must be long, because long passwords are hard to guess. Common passwords are refused. Digits or special characters are not
 * required.
 */
export const checkPassword = (
  password: string,
  email: string,
  field: string,
  frequentPasswords: readonly string[],
  problems: Problems,
): void => {
  const characters = [...password].length
  if (characters < PASSWORD_MIN_CHARACTERS || characters > PASSWORD_MAX_CHARACTERS)
    problems.add(field, `must have ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters`)
  else if (emailKey(password) === emailKey(email)) problems.add(field, 'must not be the email address')
  else if (isGuessable(password, PASSWORD_MIN_CHARACTERS, frequentPasswords))
    problems.add(field, 'is too easy to guess: it must not be a common password, a keyboard pattern or a repetition')
}
