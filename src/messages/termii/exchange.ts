// The body of a message to Termii, and its answer. Pure.

import { asText } from '../../platform/remote/json.ts'
import type { OutgoingMessage } from '../channel.ts'
import type { ReadAnswer } from '../http-outcome.ts'
import { later, never, sent } from '../http-outcome.ts'

export type TermiiSettings = {
  apiKey: string
  /** The key with which the provider signs callbacks. If it is null, no callbacks are accepted. */
  secretKey: string | null
  senderId: string
  /** Termii gives each account its own origin. */
  baseUrl: URL
}

/** The route for notices. The other route, `generic`, sends nothing at night and nothing to numbers on do-not-disturb. */
const ROUTE = 'dnd'

export const buildSms = ({ to, text }: OutgoingMessage, { apiKey, senderId }: TermiiSettings): object => ({
  api_key: apiKey,
  to: to.replace(/^\+/, ''),
  from: senderId,
  sms: text,
  type: 'plain',
  channel: ROUTE,
})

/** Words by which Termii reports an empty balance or an unknown sender id, for which it has no codes. The operator can correct these. */
const OF_THE_ACCOUNT = /balance|sender|api.?key|unauthori[sz]ed|country inactive/i

export const parseAnswer: ReadAnswer = (status, body) => {
  const [message, code] = [asText(body.message), asText(body.code)]
  if (status < 300 && (code === undefined ? asText(body.message_id) !== undefined : code === 'ok')) return sent(body.message_id)
  if (status >= 500 || message === undefined || /success/i.test(message)) return null
  if (OF_THE_ACCOUNT.test(message)) return later(`Termii: ${message}`)
  // An answer with an error is a refusal, even if its HTTP status says success.
  return status < 300 ? never(`Termii: ${message}`) : null
}
