// Builds SMS requests to Termii and parses the answers. Pure functions.

import { asText } from '../../platform/remote/json.ts'
import type { OutgoingMessage } from '../channel.ts'
import type { ReadAnswer } from '../http-outcome.ts'
import { later, never, sent } from '../http-outcome.ts'

export type TermiiSettings = {
  apiKey: string
  /** Termii signs callbacks with this key. If the key is null, no callbacks are accepted. */
  secretKey: string | null
  senderId: string
  /** Each Termii account has its own base URL. */
  baseUrl: URL
}

/**
 * The route for service messages. The other route, `generic`, delivers nothing at night and nothing to numbers on the do-not-disturb list.
 */
const ROUTE = 'dnd'

export const buildSms = ({ to, text }: OutgoingMessage, { apiKey, senderId }: TermiiSettings): object => ({
  api_key: apiKey,
  to: to.replace(/^\+/, ''),
  from: senderId,
  sms: text,
  type: 'plain',
  channel: ROUTE,
})

/**
 * Words in Termii's error messages that show a fault of the account, such as an empty balance or an unknown sender ID. Termii has no codes
 * for these faults. The operator can correct them.
 */
const OF_THE_ACCOUNT = /balance|sender|api.?key|unauthori[sz]ed|country inactive/i

export const parseAnswer: ReadAnswer = (status, body) => {
  const [message, code] = [asText(body.message), asText(body.code)]
  if (status < 300 && (code === undefined ? asText(body.message_id) !== undefined : code === 'ok')) return sent(body.message_id)
  if (status >= 500 || message === undefined || /success/i.test(message)) return null
  if (OF_THE_ACCOUNT.test(message)) return later(`Termii: ${message}`)
  // An answer with an error is a refusal, even if its HTTP status says success.
  return status < 300 ? never(`Termii: ${message}`) : null
}
