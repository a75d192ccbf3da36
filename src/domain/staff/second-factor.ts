// Second factors: time-based codes of an authenticator app, and recovery codes for when it is lost.

import { Secret, TOTP } from 'otpauth'

/** What a server knows of an account's second factor. */
export type SecondFactor = {
  id: string
  staffId: string
  /** Base32; null where there is none. */
  secret: string | null
  /** Null until its owner has shown a code: it is not asked for before that. */
  confirmedAt: number | null
  /** Hashes of those that are left. */
  recoveryCodes: readonly string[]
  lastPeriod: number | null
  createdAt: number
}

/** As RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_BYTES = 10
const PERIOD_S = 30
/** Phones are a little slow or fast, and people take a while to type. */
const PERIODS_APART_MAX = 1

export const isInUse = (factor: SecondFactor | null): factor is SecondFactor & { secret: string } =>
  factor !== null && factor.secret !== null && factor.confirmedAt !== null

export const totpSecret = (random: Uint8Array<ArrayBuffer>): string => new Secret({ buffer: random.buffer }).base32

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...more, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) })

/** The address that authenticator apps read. */
export const totpAddress = (secret: string, issuer: string, label: string): string => totpOf(secret, { issuer, label }).toString()

/** The period that the code is of; null for a wrong code, and for one of a period that was used before. */
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

/** As people type them: any case, with or without blanks and dashes. */
export const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase()

export const isTotpCode = (plain: string): boolean => /^\d{6}$/.test(plain)

/** `ab12cd34-ef56gh78`: in two halves, so that it is easier to copy. */
export const shownRecoveryCode = (plain: string): string => `${plain.slice(0, plain.length / 2)}-${plain.slice(plain.length / 2)}`
