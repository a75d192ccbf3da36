// One-time codes to sign in to the portal: how long they are valid, and how long to wait after wrong ones.

const MINUTE_MS = 60_000

/** With eight digits and the waits below, somebody who guesses for a year has a chance of one in a thousand to sign in to an account. */
const CODE_DIGITS = 8
export const CODE_RANDOM_BYTES = 8
export const CODE_VALID_MS = 10 * MINUTE_MS
/** The number of wrong tries after which a code is no longer valid. */
export const CODE_TRIES_MAX = 5
/** The most codes of an address that are valid at the same time. Requests for more send nothing. */
export const CODES_MAX = 3
/** Wrong codes of an address are forgotten this long after the last one. */
export const FAILURES_KEPT_MS = 24 * 60 * MINUTE_MS

/** The wait after each wrong code from this count on. It stays short, so that an attacker does not lock the owner out for long. */
const WAITS: readonly { from: number; ms: number }[] = [
  { from: 15, ms: 5 * MINUTE_MS },
  { from: 10, ms: 2 * MINUTE_MS },
  { from: 5, ms: MINUTE_MS },
]

export type SignInFailures = { failures: number; failedAt: number }

/** The time from which a code may be tried again. */
export const mayTryFrom = ({ failures, failedAt }: SignInFailures): number =>
  failedAt + (WAITS.find(({ from }) => failures >= from)?.ms ?? 0)

export const afterWrongCode = ({ failures, failedAt }: SignInFailures, now: number): SignInFailures => ({
  failures: (failedAt + FAILURES_KEPT_MS > now ? failures : 0) + 1,
  failedAt: now,
})

/** A random code. The bias is below 10^8 / 2^64. */
export const makeSignInCode = (random: Uint8Array): string =>
  (BigInt(`0x${random.toHex()}`) % 10n ** BigInt(CODE_DIGITS)).toString().padStart(CODE_DIGITS, '0')

/** The digits of a code as it was typed, perhaps with blanks or dashes; null if it cannot be a code. */
export const readSignInCode = (typed: string): string | null => {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return digits.length === CODE_DIGITS && /^\d+$/.test(digits) ? digits : null
}

/** Codes are shown in two halves, which are easier to copy. */
export const shownSignInCode = (code: string): string => `${code.slice(0, CODE_DIGITS / 2)} ${code.slice(CODE_DIGITS / 2)}`
