// Converts a mail server's answer, or a connection failure, to a send outcome. Pure functions.

import type { SendOutcome } from '../channel.ts'
import { safeReason } from '../channel.ts'

/** The fields of Nodemailer's errors that `outcomeOf` uses. */
export type SmtpError = { code?: string | undefined; responseCode?: number | undefined; response?: string | undefined; message: string }

/** Statuses of a mail server that rejects our sign-in. The operator can correct the sign-in, so the message may be sent later. */
const SIGN_IN_REFUSED = new Set([530, 534, 535, 538])
/** Error codes of messages that Nodemailer itself refuses before it sends anything. */
const REFUSED_HERE = new Set(['EENVELOPE', 'EMESSAGE'])

/** Enhanced status codes (RFC 3463) for a wrong address, an address that has moved, or a closed mailbox. */
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)\b/

/** `isContentSent`: whether any content of the message may have left this machine. */
export const outcomeOf = (error: SmtpError, isContentSent: boolean, secrets: readonly string[]): SendOutcome => {
  const reason = safeReason(error.response ?? error.message, secrets)
  const status = error.responseCode ?? 0
  if (error.code === 'EAUTH' || SIGN_IN_REFUSED.has(status)) return { kind: 'refused', reason, isPermanent: false }
  if (status >= 400 && status < 500) return { kind: 'refused', reason, isPermanent: false }
  if (status >= 500 && status < 600)
    return { kind: 'refused', reason, isPermanent: true, ...(NO_MAILBOX.test(reason) ? { isUnreachable: true as const } : {}) }
  if (isContentSent) return { kind: 'unknown', reason }
  return { kind: 'refused', reason, isPermanent: REFUSED_HERE.has(error.code ?? '') }
}
