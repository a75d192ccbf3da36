// Builds SMS requests to Africa's Talking and parses the answers. Pure functions.

import type { JsonObject } from '../../platform/remote/json.ts'
import { asInteger, asList, asObject, asText } from '../../platform/remote/json.ts'
import type { MessageCost, OutgoingMessage, SendOutcome } from '../channel.ts'
import type { ReadAnswer } from '../http-outcome.ts'
import { later, never, sent, unknown, unreachable } from '../http-outcome.ts'

export type AfricasTalkingSettings = {
  apiKey: string
  username: string
  /** The account's sender ID. If it is null, messages come from a number that Africa's Talking shares among its accounts. */
  senderId: string | null
  /**
   * A secret in the callback URL. It is needed because Africa's Talking does not sign its callbacks. If it is null, no callbacks are
   * accepted.
   */
  callbackSecret: string | null
  baseUrl: URL
}

export const buildSms = ({ to, text }: OutgoingMessage, { username, senderId }: AfricasTalkingSettings): URLSearchParams =>
  new URLSearchParams({ username, to, message: text, ...(senderId === null ? {} : { from: senderId }), enqueue: '1' })

/** A successful HTTP status does not prove that the message was accepted. Only the recipient's entry in the answer shows that. */
export const parseAnswer =
  (to: string): ReadAnswer =>
  (status, body) => {
    const data = asObject(body.SMSMessageData)
    if (!data || status >= 400) return null
    const recipients = asList(data.Recipients).map(asObject)
    const found = recipients.find((entry) => entry?.number === to) ?? (recipients.length === 1 ? recipients[0] : undefined)
    if (found) return recipientOutcome(found)
    const said = asText(data.Message)
    // If the answer lists no recipients, the request was refused because of the account, for example with InvalidSenderId.
    return recipients.length === 0 && said !== undefined ? later(`Africa’s Talking: ${said}`) : null
  }

const ACCEPTED = new Set([100, 101, 102])
/**
 * Codes of refusals that may be temporary. The cause is usually the account or sender ID, which the operator can correct. 502 is a refusal
 * by the gateway.
 */
const FOR_NOW = new Set([401, 402, 405, 407, 502])
const INVALID_NUMBER = 403
const FOR_GOOD = new Set([404, 406, 409])

const recipientOutcome = (entry: JsonObject): SendOutcome => {
  const code = asInteger(entry.statusCode) ?? 0
  const reason = `Africa’s Talking: ${code} ${asText(entry.status) ?? ''}`.trim()
  if (ACCEPTED.has(code)) return sent(entry.messageId === 'None' ? null : entry.messageId, costOf(entry.cost))
  if (FOR_NOW.has(code)) return later(reason)
  if (code === INVALID_NUMBER) return unreachable(reason)
  if (FOR_GOOD.has(code)) return never(reason)
  return unknown(reason)
}

/** Reads a cost such as "NGN 4.0000". */
const costOf = (said: unknown): MessageCost | null => {
  const [, currency, amount] = /^([A-Z]{3}) (\d+(?:\.\d+)?)$/.exec(asText(said) ?? '') ?? []
  return currency && amount ? { amount, currency } : null
}
