// Schemas of messages, and an example message.

import { MESSAGE_STATES } from '../../domain/messages/message.ts'
import { CHANNELS, LANGUAGES, PURPOSE_NAMES } from '../../domain/messages/purpose.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams, Mode } from '../values/fields.ts'
import { customerQuery, statusQuery } from '../values/v1-list-filters.ts'

export const MessageParams = idParams('msg', 'Message token')

const STATES = [
  '`queued`: waits for its time',
  '`sending`: the provider is being called',
  '`sent`: the provider accepted it',
  '`delivered`: the provider says so',
  '`failed`: refused or not deliverable; `reason` says why',
  '`suppressed`: not sent, because the recipient does not want it, cannot be reached, or it came too late',
  '`unknown`: it may have been sent; a person decides',
  '`withdrawn`: no longer true before it was sent',
].join('. ')

export const messageFields = {
  message_id: Type.Token('msg'),
  status: Type.Enum(MESSAGE_STATES, { title: 'MessageStatus', description: STATES }),
  purpose: Type.Enum(PURPOSE_NAMES, { title: 'MessagePurpose' }),
  channel: Type.Enum(CHANNELS, { title: 'ChannelKind' }),
  recipient: Type.Enum(['customer', 'contact', 'staff'], { description: 'A parcel customer, or a contact of the business itself' }),
  to: Type.String({ description: 'Email address or phone number as it was when the message was queued; empty if there was none' }),
  name: Type.String(),
  language: Type.Enum(LANGUAGES, { title: 'MessageLanguage' }),
  mode: Mode(),
  parcel_customer_id: Type.NullableToken('pcus'),
  parcel_id: Type.NullableToken('pkg'),
  invoice_id: Type.NullableToken('inv'),
  payment_id: Type.NullableToken('pay'),
  subject: Type.NullableString({ description: 'Subject of an e-mail; null until it is sent' }),
  text: Type.NullableString({ description: 'Text as it was sent; null until then' }),
  reason: Type.NullableString({ description: 'Why it was not sent, or is sent later' }),
  attempts: Type.Integer(),
  cost: Type.NullableString({ description: 'The price that the provider reported, if it did' }),
  cost_currency: Type.NullableString(),
  part_of_id: Type.NullableToken('msg', { description: 'The message about several parcels that was sent in place of this one' }),
  resend_of_id: Type.NullableToken('msg', { description: 'The message that this one repeats' }),
  due_at: Type.DateTime({ description: 'The earliest time at which it is sent' }),
  created_at: Type.DateTime(),
  sent_at: Type.NullableDateTime(),
  delivered_at: Type.NullableDateTime(),
}
const Message = Type.Named('Message', messageFields)
export const MessageAnswer = Type.RefTo(Message)
export type WireMessage = Type.Static<typeof Message>

export const FullMessageAnswer = Type.Titled('FullMessage', {
  ...messageFields,
  html: Type.NullableString({ description: 'An email as its recipient sees it; null for others, and until it is sent' }),
})

export const MessagesQuery = Type.Object({
  ...statusQuery(MESSAGE_STATES),
  parcel_id: Type.Optional(Type.Text({ description: 'Package token' })),
  ...customerQuery,
  ...pageQuery,
})

export const MESSAGE_SCHEMAS = [Message]

export const MESSAGE: WireMessage = {
  message_id: 'msg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  status: 'failed',
  purpose: 'parcel_received',
  channel: 'sms',
  recipient: 'customer',
  to: '+2348031234567',
  name: 'Sample Trader',
  language: 'en',
  mode: 'test',
  parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  invoice_id: null,
  payment_id: null,
  subject: null,
  text: 'Sample Forwarders: parcel 8ZKQ-4M7T has arrived at our warehouse, 2.5 kg. https://waybill.example/track/8ZKQ-4M7T',
  reason: 'The number is not in use.',
  attempts: 1,
  cost: '4.00',
  cost_currency: 'NGN',
  part_of_id: null,
  resend_of_id: null,
  due_at: '2026-11-16T11:05:12.000Z',
  created_at: '2026-11-16T10:05:12.000Z',
  sent_at: '2026-11-16T11:05:13.000Z',
  delivered_at: null,
}
