// Parses Termii's callbacks: delivery reports and texts from recipients. Pure functions.

import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../platform/remote/json.ts'
import { asObject, asText, parseJson } from '../../platform/remote/json.ts'
import type { Callback, CallbackRequest, StatusReport } from '../channel.ts'
import { safeReason } from '../channel.ts'
import { isSame } from '../signature.ts'

const SIGNATURE_HEADER = 'x-termii-signature'
const NOTHING: Callback = { reports: [], texts: [] }

export const signTermiiBody = (rawBody: Uint8Array, secretKey: string, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac('sha512', secretKey).update(rawBody).digest(encoding)

/** Accepts hexadecimal and base64, because Termii does not document the encoding of its signatures. */
const isSigned = (rawBody: Uint8Array, signature: unknown, secretKey: string): boolean =>
  typeof signature === 'string' &&
  (isSame(signature.toLowerCase(), signTermiiBody(rawBody, secretKey)) || isSame(signature, signTermiiBody(rawBody, secretKey, 'base64')))

export const readTermiiCallback = ({ headers, rawBody }: CallbackRequest, secretKey: string): Callback | null => {
  if (!isSigned(rawBody, headers[SIGNATURE_HEADER], secretKey)) return null
  const told = asObject(parseJson(rawBody))
  if (!told) return NOTHING
  if (told.type === 'inbound') return inboundOf(told)
  const report = reportOf(told)
  return report ? { reports: [report], texts: [] } : NOTHING
}

const inboundOf = ({ sender, message }: JsonObject): Callback => {
  const [from, text] = [asText(sender)?.replaceAll(/\D/g, ''), asText(message)]
  return from && text ? { reports: [], texts: [{ from: `+${from}`, text }] } : NOTHING
}

/** The first words of status texts. Termii's status is a sentence, and only its first words are documented. */
const STATUSES: readonly [RegExp, StatusReport['status']][] = [
  [/^delivered/i, 'delivered'],
  [/^(message )?sent/i, 'sent'],
  [/^((message )?failed|dnd|rejected|expired|undelivered)/i, 'failed'],
]

const reportOf = (told: JsonObject): StatusReport | null => {
  const [providerId, said] = [asText(told.message_id), asText(told.status)]
  const status = STATUSES.find(([start]) => said !== undefined && start.test(said))?.[1]
  if (!providerId || !said || !status) return null
  const amount = asText(told.cost)
  const cost = amount !== undefined && /^\d+(\.\d+)?$/.test(amount) ? { amount, currency: 'NGN' } : null
  // `at` is null, because Termii's `sent_at` has no time zone.
  return { providerId, status, reason: status === 'failed' ? safeReason(said, []) : null, at: null, cost }
}
