// Builds message requests to WhatsApp's Cloud API and parses the answers. Pure functions.

import type { JsonObject } from '../../platform/remote/json.ts'
import { asInteger, asList, asObject, asText } from '../../platform/remote/json.ts'
import type { OutgoingMessage } from '../channel.ts'
import type { ReadAnswer } from '../http-outcome.ts'
import { later, never, sent, unreachable } from '../http-outcome.ts'

export type WhatsAppSettings = {
  token: string
  phoneNumberId: string
  /** Meta signs callbacks with this key. If the key is null, no callbacks are accepted. */
  appSecret: string | null
  /** The token that Meta sends when it checks our callback URL. If the token is null, such checks are not answered. */
  verifyToken: string | null
  baseUrl: URL
}

export const API_VERSION = 'v24.0'

export const buildMessage = ({ id, to, text, template }: OutgoingMessage): object => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: to.replace(/^\+/, ''),
  // Meta returns this id with every status of the message.
  biz_opaque_callback_data: id,
  ...(template === null
    ? { type: 'text', text: { preview_url: false, body: text } }
    : { type: 'template', template: templateOf(template) }),
})

const templateOf = ({ name, language, parameters, copied }: NonNullable<OutgoingMessage['template']>): object => ({
  name,
  language: { code: language },
  components: [
    ...(parameters.length === 0 ? [] : [{ type: 'body', parameters: parameters.map(textParameter) }]),
    // In Meta's API, a button that copies a code has the same sub-type as a link: `url`.
    ...(copied === undefined ? [] : [{ type: 'button', sub_type: 'url', index: '0', parameters: [textParameter(copied)] }]),
  ],
})

const textParameter = (text: string): object => ({ type: 'text', text: parameterText(text) })

/** Replaces each run of whitespace with one space. WhatsApp refuses parameters with line breaks, tabs or more than four spaces in a row. */
const parameterText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Error codes for too many messages at once, for an outage, or for a message that Meta does not deliver for the time being (131048,
 * 131049).
 */
const RETRIED_LATER = [1, 2, 4, 80007, 130429, 131000, 131048, 131049, 131056]
/** Error codes for faults of the token, the permissions, the account or the payment. The operator can correct these faults. */
const OF_THE_ACCOUNT = [0, 3, 10, 190, 368, 131031, 131042]
const FOR_NOW = new Set([...RETRIED_LATER, ...OF_THE_ACCOUNT])

/** 131026: the number is not on WhatsApp, or its owner does not accept messages there. */
const UNREACHABLE = new Set([131026])
export const isUnreachable = (error: JsonObject | undefined): boolean => UNREACHABLE.has(asInteger(error?.code) ?? 0)

/**
 * An error in the body determines the outcome, whatever the HTTP status is. Error codes that are not in `FOR_NOW` mean that the message or
 * its recipient is refused for good.
 */
export const parseAnswer: ReadAnswer = (_status, body) => {
  const error = asObject(body.error)
  if (error) {
    const code = asInteger(error.code)
    if (code === undefined) return null
    const reason = reasonOf(error)
    if (isUnreachable(error)) return unreachable(reason)
    return FOR_NOW.has(code) ? later(reason) : never(reason)
  }
  const id = asText(asObject(asList(body.messages)[0])?.id)
  return id === undefined ? null : sent(id)
}

export const reasonOf = (error: JsonObject): string => {
  const details = asText(asObject(error.error_data)?.details) ?? asText(error.message) ?? asText(error.title)
  return `WhatsApp: ${asInteger(error.code) ?? ''} ${details ?? ''}`.trim()
}
