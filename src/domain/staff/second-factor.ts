// Second factors: time-based codes of an authenticator app, and recovery codes in case the app is lost.

import { Secret, TOTP } from 'otpauth'

export type SecondFactor = {
  id: string
  /** Id of a member of staff, or of a portal user. */
  ownerId: string
  /** The authenticator app's secret, in base32. Null if the owner has no authenticator app. */
  secret: string | null
  /** When the owner confirmed the factor by entering a code; null before that. An unconfirmed factor is not required at sign-in. */
  confirmedAt: number | null
  recoveryCodes: readonly string[]
  lastPeriod: number | null
  createdAt: number
}

/** The length that RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_BYTES = 10
const PERIOD_S = 30
/** How many periods a code may be early or late. This allows for inexact clocks and slow typing. */
const PERIODS_APART_MAX = 1

export const isInUse = (factor: SecondFactor | null): factor is SecondFactor & { secret: string } =>
  factor !== null && factor.secret !== null && factor.confirmedAt !== null

export const totpSecret = (random: Uint8Array<ArrayBuffer>): string => new Secret({ buffer: random.buffer }).base32

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...more, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) })

/** The `otpauth:` URI that authenticator apps read. */
export const totpAddress = (secret: string, issuer: string, label: string): string => totpOf(secret, { issuer, label }).toString()

/** Returns the time period of a valid code. Null if the code is wrong, or if a code of this or a later period was already used. */
export const periodOf = (
  { secret, lastPeriod }: Pick<SecondFactor, 'lastPeriod'> & { secret: string },
  code: string,
  now: number,
): number | null => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: PERIODS_APART_MAX })
  if (delta === null) return null
  const period = Math.floor(now / 1000 / PERIOD_S) + delta
  return lastPeriod !== null && period <= lastPeriod ? null : period
}

export const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase()

export const isTotpCode = (plain: string): boolean => /^\d{6}$/.test(plain)

/** Puts a hyphen in the middle of a recovery code, as in `ab12cd34-ef56gh78`, so that the code is easier to copy. */
export const shownRecoveryCode = (plain: string): string => `${plain.slice(0, plain.length / 2)}-${plain.slice(plain.length / 2)}`
