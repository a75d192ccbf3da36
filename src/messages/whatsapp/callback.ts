// Parses callbacks of WhatsApp's Cloud API: statuses and texts from recipients. Pure functions.

import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../platform/remote/json.ts'
import { asList, asObject, asText, parseJson } from '../../platform/remote/json.ts'
import type { Callback, CallbackRequest, InboundText, StatusReport } from '../channel.ts'
import { safeReason } from '../channel.ts'
import { isSame } from '../signature.ts'
import { isUnreachable, reasonOf } from './exchange.ts'

const SIGNATURE_HEADER = 'x-hub-signature-256'

export const signWhatsAppBody = (rawBody: Uint8Array, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`

const STATUSES: Readonly<Record<string, StatusReport['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  failed: 'failed',
}

/** Reads a callback, which may have several entries, changes and statuses. */
export const readWhatsAppCallback = ({ headers, rawBody }: CallbackRequest, appSecret: string): Callback | null => {
  if (!isSame(headers[SIGNATURE_HEADER], signWhatsAppBody(rawBody, appSecret))) return null
  const values = objects(asObject(parseJson(rawBody))?.entry)
    .flatMap(({ changes }) => objects(changes))
    .map(({ value }) => asObject(value))
    .filter((value) => value !== undefined)
  return {
    reports: values.flatMap(({ statuses }) => objects(statuses)).flatMap((said) => reportOf(said) ?? []),
    texts: values.flatMap(({ messages }) => objects(messages)).flatMap((said) => textOf(said) ?? []),
  }
}

const objects = (value: unknown): JsonObject[] =>
  asList(value)
    .map(asObject)
    .filter((entry) => entry !== undefined)

const reportOf = (said: JsonObject): StatusReport | null => {
  const [providerId, name] = [asText(said.id), asText(said.status)]
  const status = name !== undefined && Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined
  if (!providerId || !status) return null
  const [error] = objects(said.errors)
  const messageId = asText(said.biz_opaque_callback_data)
  const seconds = Number(asText(said.timestamp))
  return {
    providerId,
    ...(messageId === undefined ? {} : { messageId }),
    status,
    reason: status === 'failed' ? safeReason(error ? reasonOf(error) : 'WhatsApp: failed', []) : null,
    ...(status === 'failed' && isUnreachable(error) ? { isUnreachable: true as const } : {}),
    at: Number.isSafeInteger(seconds) && seconds > 0 ? seconds * 1000 : null,
    cost: null,
  }
}

/**
 * Null if the message has no text or no phone number. Senders with a WhatsApp username have no number. Waybill never sends messages to
 * them, so their requests to stop messages can be ignored.
 */
const textOf = (said: JsonObject): InboundText | null => {
  const from = asText(said.from)
  const text = asText(asObject(said.text)?.body) ?? asText(asObject(said.button)?.text)
  return from !== undefined && /^\d{5,15}$/.test(from) && text !== undefined ? { from: `+${from}`, text } : null
}
