// Second factors: time-based codes of an authenticator app, and recovery codes for when it is lost.

import { Secret, TOTP } from 'otpauth'

export type SecondFactor = {
  id: string
  /** A member of staff, or a person of businesses. */
  ownerId: string
  /** Base32; null without an authenticator app. */
  secret: string | null
  /** Null until the owner has entered a code. The factor is not required before that. */
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
/** The number of periods by which a code may differ from the current one, for inexact clocks and slow typing. */
const PERIODS_APART_MAX = 1

export const isInUse = (factor: SecondFactor | null): factor is SecondFactor & { secret: string } =>
  factor !== null && factor.secret !== null && factor.confirmedAt !== null

export const totpSecret = (random: Uint8Array<ArrayBuffer>): string => new Secret({ buffer: random.buffer }).base32

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...more, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) })

/** The otpauth: URI that authenticator apps read. */
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

/** Writes codes such as `ab12cd34-ef56gh78`, because two halves are easier to copy. */
export const shownRecoveryCode = (plain: string): string => `${plain.slice(0, plain.length / 2)}-${plain.slice(plain.length / 2)}`
