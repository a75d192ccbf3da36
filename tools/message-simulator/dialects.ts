// How each simulated provider is called, and how it answers.

import type { IncomingMessage } from 'node:http'
import type { JsonObject } from '../../src/platform/remote/json.ts'
import { asObject, asText } from '../../src/platform/remote/json.ts'

export const ACCOUNT = {
  termiiKey: 'TEST_TERMII_KEY',
  termiiSecret: 'test_termii_secret',
  africasTalkingKey: 'TEST_AT_KEY',
  africasTalkingSecret: 'test_at_callback_secret',
  twilioSid: 'AC00000000000000000000000000000000',
  twilioToken: 'test_twilio_token',
  whatsAppToken: 'TEST_WHATSAPP_TOKEN',
  whatsAppPhoneId: '100000000000001',
  whatsAppAppSecret: 'test_app_secret',
  whatsAppVerifyToken: 'TEST_VERIFY',
} as const

export type Provider = 'termii' | 'africastalking' | 'twilio' | 'whatsapp'

/**
 * `reference`: Waybill's id of the message, null if the request has none. `callbackUrl`: the callback address given with the message, or
 * null.
 */
export type Asked = { to: string; text: string; reference: string | null; callbackUrl: string | null }
export type Answer = [status: number, body: object]

export type Dialect = {
  provider: Provider
  path: RegExp
  isSignedIn(request: IncomingMessage, body: JsonObject): boolean
  read(body: JsonObject, form: URLSearchParams): Asked
  accepted(asked: Asked, id: string): Answer
  /** An answer with status 2xx and an error in its body. */
  refusedInside(asked: Asked): Answer
  rateLimited: Answer
  newId(count: number): string
}

const digits = (count: number, length: number): string => String(count).padStart(length, '0')

const termii: Dialect = {
  provider: 'termii',
  path: /^\/api\/sms\/send$/,
  isSignedIn: (_request, body) => body.api_key === ACCOUNT.termiiKey,
  read: ({ to, sms }) => ({ to: `+${asText(to) ?? ''}`, text: asText(sms) ?? '', reference: null, callbackUrl: null }),
  accepted: (_asked, id) => [200, { code: 'ok', message_id: id, message: 'Successfully Sent', balance: 9321.5, user: 'Test User' }],
  refusedInside: () => [200, { code: 'error', message: 'Invalid number' }],
  rateLimited: [429, { message: 'Too many requests' }],
  newId: (count) => `91228212705${digits(count, 8)}`,
}

const africasTalking: Dialect = {
  provider: 'africastalking',
  path: /^\/version1\/messaging$/,
  isSignedIn: ({ headers }) => headers.apikey === ACCOUNT.africasTalkingKey,
  read: (_body, form) => ({ to: form.get('to') ?? '', text: form.get('message') ?? '', reference: null, callbackUrl: null }),
  accepted: ({ to }, messageId) => [201, recipients({ statusCode: 101, number: to, status: 'Success', cost: 'NGN 4.0000', messageId })],
  refusedInside: ({ to }) => [
    201,
    recipients({ statusCode: 409, number: to, status: 'DoNotDisturbRejection', cost: '0', messageId: 'None' }),
  ],
  rateLimited: [429, {}],
  newId: (count) => `ATXid_${digits(count, 8)}`,
}
const recipients = (recipient: object) => ({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } })

const basic = `Basic ${Buffer.from(`${ACCOUNT.twilioSid}:${ACCOUNT.twilioToken}`).toString('base64')}`

const twilio: Dialect = {
  provider: 'twilio',
  path: /^\/2010-04-01\/Accounts\/AC0{32}\/Messages\.json$/,
  isSignedIn: ({ headers }) => headers.authorization === basic,
  read: (_body, form) => {
    const callbackUrl = form.get('StatusCallback')
    const reference = callbackUrl === null ? null : new URL(callbackUrl).searchParams.get('ref')
    return { to: form.get('To') ?? '', text: form.get('Body') ?? '', reference, callbackUrl }
  },
  accepted: ({ to, text }, sid) => [201, { sid, to, body: text, status: 'queued', num_segments: '1', price: null, error_code: null }],
  refusedInside: ({ to }) => [
    201,
    { sid: 'SM0', to, status: 'failed', error_code: 30007, error_message: 'Message filtered', num_segments: '1', price: null },
  ],
  rateLimited: [429, { code: 20429, message: 'too many requests', status: 429 }],
  newId: (count) => `SM${digits(count, 32)}`,
}

const graphError = (code: number, details: string) => ({
  error: {
    message: `(#${code})`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: 'TEST',
  },
})

const whatsApp: Dialect = {
  provider: 'whatsapp',
  path: /^\/v\d+\.0\/100000000000001\/messages$/,
  isSignedIn: ({ headers }) => headers.authorization === `Bearer ${ACCOUNT.whatsAppToken}`,
  read: (body) => ({
    to: `+${asText(body.to) ?? ''}`,
    text: asText(asObject(body.text)?.body) ?? JSON.stringify(body.template),
    reference: asText(body.biz_opaque_callback_data) ?? null,
    callbackUrl: null,
  }),
  accepted: ({ to }, id) => {
    const number = to.slice(1)
    return [200, { messaging_product: 'whatsapp', contacts: [{ input: number, wa_id: number }], messages: [{ id }] }]
  },
  refusedInside: () => [200, graphError(131026, 'not deliverable')],
  rateLimited: [429, graphError(130429, 'throughput reached')],
  newId: (count) => `wamid.${Buffer.from(digits(count, 12)).toString('base64')}`,
}
export const DIALECTS: readonly Dialect[] = [termii, africasTalking, twilio, whatsApp]
