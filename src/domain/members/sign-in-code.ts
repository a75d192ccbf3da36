// One-time codes to sign in to the portal: how long a code is valid, and how long a person must wait after wrong codes.

const MINUTE_MS = 60_000

/**
 * The waits below allow an attacker about 100,000 guesses a year. With eight digits, the chance that a guess matches a given valid code is
 * one in 100 million.
 */
const CODE_DIGITS = 8
export const CODE_RANDOM_BYTES = 8
export const CODE_VALID_MS = 10 * MINUTE_MS
/** The number of wrong tries after which a code is no longer valid. */
export const CODE_TRIES_MAX = 5
/** How many codes of one address can be valid at the same time. If the address has this many, a request for another code sends nothing. */
export const CODES_MAX = 3
/** The count of wrong codes of an address restarts at zero this long after the last wrong code. */
export const FAILURES_KEPT_MS = 24 * 60 * MINUTE_MS

/**
 * The wait after a wrong code, if at least `from` wrong codes were typed. The longest wait is short, so that an attacker cannot lock out
 * the owner of the address for long.
 */
const WAITS: readonly { from: number; ms: number }[] = [
  { from: 15, ms: 5 * MINUTE_MS },
  { from: 10, ms: 2 * MINUTE_MS },
  { from: 5, ms: MINUTE_MS },
]

export type SignInFailures = { failures: number; failedAt: number }

/** The earliest time at which another code may be tried. */
export const mayTryFrom = ({ failures, failedAt }: SignInFailures): number =>
  failedAt + (WAITS.find(({ from }) => failures >= from)?.ms ?? 0)

export const afterWrongCode = ({ failures, failedAt }: SignInFailures, now: number): SignInFailures => ({
  failures: (failedAt + FAILURES_KEPT_MS > now ? failures : 0) + 1,
  failedAt: now,
})

/** A random code. The remainder makes some codes more likely than others, but only by a share of about 10^8 / 2^64. */
export const makeSignInCode = (random: Uint8Array): string =>
  (BigInt(`0x${random.toHex()}`) % 10n ** BigInt(CODE_DIGITS)).toString().padStart(CODE_DIGITS, '0')

/** Returns the digits of a typed code, without blanks and dashes. Null if the text cannot be a code. */
export const readSignInCode = (typed: string): string | null => {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return digits.length === CODE_DIGITS && /^\d+$/.test(digits) ? digits : null
}

/** Codes are shown in two halves, which are easier to copy. */
export const shownSignInCode = (code: string): string => `${code.slice(0, CODE_DIGITS / 2)} ${code.slice(CODE_DIGITS / 2)}`
