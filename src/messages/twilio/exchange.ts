// Builds SMS requests to Twilio and parses the answers. Pure functions.

import { asInteger, asText } from '../../platform/remote/json.ts'
import { isLoopback } from '../../platform/remote/origin.ts'
import type { OutgoingMessage } from '../channel.ts'
import type { ReadAnswer } from '../http-outcome.ts'
import { later, never, sent, unreachable } from '../http-outcome.ts'

export type TwilioSettings = {
  accountSid: string
  /** The secret for signing in to Twilio's API and for verifying the signatures of callbacks. */
  authToken: string
  /** The sender: a phone number, a sender name, or the id of a messaging service (MG…). */
  from: string
  baseUrl: URL
}

const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/

/**
 * Whether Twilio can call the URL. Twilio refuses messages whose callback URL is not https. A simulator on this machine also accepts http.
 */
const isCallable = (url: string, { baseUrl }: TwilioSettings): boolean => isLoopback(baseUrl.hostname) || url.startsWith('https:')

export const buildSms = ({ to, text, statusCallbackUrl }: OutgoingMessage, settings: TwilioSettings): URLSearchParams =>
  new URLSearchParams({
    To: to,
    [MESSAGING_SERVICE.test(settings.from) ? 'MessagingServiceSid' : 'From']: settings.from,
    Body: text,
    ...(statusCallbackUrl === null || !isCallable(statusCallbackUrl, settings) ? {} : { StatusCallback: statusCallbackUrl }),
  })

/**
 * Error codes for a failed sign-in, or for a fault of the account or its number. The operator can correct these faults. 20429 is the rate
 * limit.
 */
const FOR_NOW = new Set([20003, 20005, 20429, 21212, 21603, 21606, 21611, 21612, 21703])

/** Codes for an invalid number (21211), and for numbers without SMS (21614, 21635, 30006). */
export const UNREACHABLE: ReadonlySet<number> = new Set([21211, 21614, 21635, 30006])

export const parseAnswer: ReadAnswer = (status, body) => {
  if (status >= 500) return null
  if (status >= 400) {
    const code = asInteger(body.code)
    const reason = `Twilio: ${code ?? status} ${asText(body.message) ?? ''}`.trim()
    if (code !== undefined && UNREACHABLE.has(code)) return unreachable(reason)
    return code !== undefined && FOR_NOW.has(code) ? later(reason) : null
  }
  const [sid, state] = [asText(body.sid), asText(body.status)]
  if (sid === undefined) return null
  if (state === 'failed' || state === 'undelivered')
    return never(`Twilio: ${asInteger(body.error_code) ?? ''} ${asText(body.error_message) ?? state}`)
  return sent(sid)
}
