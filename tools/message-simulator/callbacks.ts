// The callbacks of each simulated provider, signed as the provider signs them.

import { signTermiiBody } from '../../src/messages/termii/callback.ts'
import { signTwilioForm } from '../../src/messages/twilio/callback.ts'
import { signWhatsAppBody } from '../../src/messages/whatsapp/callback.ts'
import type { Asked, Provider } from './dialects.ts'
import { ACCOUNT } from './dialects.ts'

export type AcceptedMessage = Asked & { provider: Provider; id: string }
export type ReportedStatus = 'sent' | 'delivered' | 'failed'
export type SignedCallback = { url: string; headers: Record<string, string>; body: string }

/** `hooks`: the public URL of Waybill, without `/hooks/…`. */
export const reportOf = (message: AcceptedMessage, status: ReportedStatus, hooks: string): SignedCallback => {
  const { provider, id, to, text } = message
  switch (provider) {
    case 'termii':
      return termii(hooks, { type: 'outbound', message_id: id, receiver: to.slice(1), message: text, cost: '4.5', status: SAID[status] })
    case 'africastalking':
      return africasTalking(hooks, { id, status: AT_STATUS[status], phoneNumber: to, ...(status === 'failed' ? FAILED : {}) })
    case 'twilio':
      return twilio(message.callbackUrl ?? `${hooks}/hooks/twilio`, { MessageSid: id, MessageStatus: status, SmsStatus: status, To: to })
    case 'whatsapp':
      return whatsApp(hooks, {
        statuses: [{ id, status, timestamp: '1794999600', recipient_id: to.slice(1), biz_opaque_callback_data: message.reference }],
      })
    default:
      return provider satisfies never
  }
}

/** The callback for a text that somebody sends to the operator's number. */
export const textFrom = (provider: Provider, from: string, text: string, hooks: string): SignedCallback => {
  switch (provider) {
    case 'termii':
      return termii(hooks, { type: 'inbound', message_id: '1', sender: from.slice(1), receiver: '1', message: text })
    case 'africastalking':
      return africasTalking(hooks, { from, to: '20880', text, id: 'in1', linkId: 'l1' })
    case 'twilio':
      return twilio(`${hooks}/hooks/twilio`, { MessageSid: 'SM1', SmsStatus: 'received', From: from, Body: text })
    case 'whatsapp':
      return whatsApp(hooks, {
        messages: [{ from: from.slice(1), id: 'wamid.IN', timestamp: '1794999000', type: 'text', text: { body: text } }],
      })
    default:
      return provider satisfies never
  }
}

/** A copy of the callback with a wrong secret or signature, as from a sender who does not know the secret. */
export const forged = ({ url, headers, body }: SignedCallback): SignedCallback => ({
  url: url.replace(/secret=.*/, 'secret=guessed'),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.includes('signature') ? value.replace(/.{4}$/, 'aaaa') : value]),
  ),
  body,
})

const SAID: Readonly<Record<ReportedStatus, string>> = {
  sent: 'Message Sent',
  delivered: 'DELIVERED | Message delivered to handset',
  failed: 'Message Failed',
}
const AT_STATUS: Readonly<Record<ReportedStatus, string>> = { sent: 'Sent', delivered: 'Success', failed: 'Failed' }
const FAILED = { failureReason: 'UserIsInactive' }

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const termii = (hooks: string, content: object): SignedCallback => {
  const body = JSON.stringify(content)
  const signature = signTermiiBody(Buffer.from(body), ACCOUNT.termiiSecret)
  return { url: `${hooks}/hooks/termii`, headers: { ...JSON_TYPE, 'x-termii-signature': signature }, body }
}

const africasTalking = (hooks: string, form: Record<string, string>): SignedCallback => ({
  url: `${hooks}/hooks/africastalking?secret=${ACCOUNT.africasTalkingSecret}`,
  headers: FORM_TYPE,
  body: new URLSearchParams(form).toString(),
})

const twilio = (url: string, form: Record<string, string>): SignedCallback => ({
  url,
  headers: { ...FORM_TYPE, 'x-twilio-signature': signTwilioForm(url, form, ACCOUNT.twilioToken) },
  body: new URLSearchParams(form).toString(),
})

const whatsApp = (hooks: string, value: object): SignedCallback => {
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '100000000000002', changes }] })
  const signature = signWhatsAppBody(Buffer.from(body), ACCOUNT.whatsAppAppSecret)
  return { url: `${hooks}/hooks/whatsapp`, headers: { ...JSON_TYPE, 'x-hub-signature-256': signature }, body }
}
