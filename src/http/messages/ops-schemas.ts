// Schemas of messages under /ops/v1: message settings of a business, message lists for staff, and requests to send an invoice.

import { CONTACTS_MAX } from '../../domain/messages/limits.ts'
import { MESSAGE_STATES } from '../../domain/messages/message.ts'
import { CHANNELS, CUSTOMER_PURPOSES, LANGUAGES, PURPOSE_NAMES } from '../../domain/messages/purpose.ts'
import { FREE_DAYS_NOTICE_MAX } from '../../domain/messages/settings.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { ATTEMPTS_MAX } from '../../store/messages/message-attempts.ts'
import { statusQuery } from '../values/v1-list-filters.ts'
import { MESSAGE, messageFields } from './v1-schemas.ts'

const Purposes = (description: string) =>
  Type.Array(Type.Enum(CUSTOMER_PURPOSES), { maxItems: CUSTOMER_PURPOSES.length, uniqueItems: true, description })

const settingsFields = {
  sender_name: Type.NullableText({ description: 'The sender that recipients read; null is the operator’s name' }),
  customers: Purposes('Purposes that go to parcel customers'),
  contacts: Type.Array(
    Type.Object({
      name: Type.Text(),
      channel: Type.Enum(CHANNELS),
      address: Type.Text({ description: 'Email address, or phone number' }),
      language: Type.Enum(LANGUAGES),
      purposes: Purposes('Purposes that go to this contact'),
    }),
    { maxItems: CONTACTS_MAX, description: 'People and mailboxes of the business itself' },
  ),
  channel: Type.NullableEnum(CHANNELS, { description: 'For customers who chose none; null sends them nothing' }),
  language: Type.Enum(LANGUAGES, { description: 'For customers who chose none' }),
  free_days_notice: Type.Integer({
    minimum: 0,
    maximum: FREE_DAYS_NOTICE_MAX,
    description: '`free_days_end` is sent so many days before the last free day, and on that day; 0: on that day only',
  }),
  ready_on_arrival: Type.Boolean({
    description: 'Packages are ready for collection as soon as their shipment has arrived; false: staff make them ready',
  }),
}

export const SettingsBody = Type.Body(
  [{ sender_name: null, customers: ['parcel_received', 'arrived'], contacts: [], channel: 'email', language: 'en' }],
  {
    ...settingsFields,
    sender_name: Type.Optional(settingsFields.sender_name),
    channel: Type.Optional(settingsFields.channel),
    free_days_notice: Type.Optional(settingsFields.free_days_notice),
    ready_on_arrival: Type.Optional(settingsFields.ready_on_arrival),
  },
)
export const SettingsAnswer = Type.Object({
  is_on: Type.Boolean({ description: 'Whether messages of this business are sent at all' }),
  ...settingsFields,
})

export const SETTINGS_EXAMPLE = {
  is_on: true,
  sender_name: null,
  customers: ['parcel_received' as const, 'arrived' as const],
  contacts: [
    {
      name: 'Import desk',
      channel: 'email' as const,
      address: 'imports@example.com',
      language: 'en' as const,
      purposes: ['arrived' as const],
    },
  ],
  channel: 'email' as const,
  language: 'en' as const,
  free_days_notice: 2,
  ready_on_arrival: false,
}

export const OpsMessageAnswer = Type.Object({
  ...messageFields,
  business: Type.Unsafe<{ business_id: string; name: string; prefix: string } | null>({
    type: ['object', 'null'],
    description: 'Null for messages to staff',
    required: ['business_id', 'name', 'prefix'],
    properties: { business_id: { type: 'string' }, name: { type: 'string' }, prefix: { type: 'string' } },
  }),
  template_version: Type.NullableInteger({ description: 'The version of its template; 0 is part of Waybill; null until it is sent' }),
  about: Type.NullableString({ description: 'The number of the parcel, invoice or receipt' }),
  provider: Type.NullableString({ description: '`test` in test mode, which calls no provider' }),
  provider_id: Type.NullableString({ description: 'The provider’s id of the message' }),
  attempted_at: Type.NullableDateTime({ description: 'When a provider was last called' }),
  dismissed_at: Type.NullableDateTime(),
  dismissed_by: Type.NullableString(),
  dismissed_reason: Type.NullableString(),
})
export const AttemptAnswer = Type.Object({
  number: Type.Integer(),
  provider: Type.NullableString(),
  attempted_at: Type.DateTime(),
  outcome: Type.Enum(['sent', 'refused', 'unknown']),
  answer: Type.NullableString({ description: 'The reason in the provider’s words; its id of the message if it accepted it' }),
})
export const ATTEMPT_EXAMPLE: Type.Static<typeof AttemptAnswer> = {
  number: 1,
  provider: 'termii',
  attempted_at: '2026-11-16T11:05:12.000Z',
  outcome: 'refused',
  answer: 'Insufficient balance.',
}
export type WireOpsMessage = Type.Static<typeof OpsMessageAnswer>
export const FullOpsMessageAnswer = Type.Object({
  ...OpsMessageAnswer.properties,
  html: Type.NullableString({ description: 'An email as its recipient sees it' }),
  provider_answers: Type.Array(AttemptAnswer, { maxItems: ATTEMPTS_MAX, description: 'Each call of a provider, oldest first' }),
})

export const DismissBody = Type.Body([{ reason: 'Told the customer by phone' }], { reason: Type.Text() })

export const OPS_MESSAGE_EXAMPLE: WireOpsMessage = {
  ...MESSAGE,
  mode: 'live',
  business: { business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w', name: 'Sample Imports', prefix: 'SMP' },
  template_version: 0,
  about: '8ZKQ-4M7T',
  provider: 'termii',
  provider_id: null,
  attempted_at: '2026-11-16T11:05:12.000Z',
  dismissed_at: null,
  dismissed_by: null,
  dismissed_reason: null,
}

export const OpsMessagesQuery = Type.Object({
  mode: Type.Optional(Type.Enum(['test', 'live'], { default: 'live' })),
  business: Type.Optional(Type.Text({ description: 'Token or prefix of a business' })),
  ...statusQuery(MESSAGE_STATES),
  needs_attention: Type.Optional(Type.Boolean({ description: 'Failed and unknown ones that nobody has dismissed' })),
  channel: Type.Optional(Type.Enum(CHANNELS)),
  purpose: Type.Optional(Type.Enum(PURPOSE_NAMES)),
  q: Type.Optional(
    Type.Text({ description: 'Part of the recipient’s name or address, or of the number of the parcel, invoice or receipt' }),
  ),
  customer_id: Type.Optional(Type.Text()),
  package_id: Type.Optional(Type.Text()),
  invoice_id: Type.Optional(Type.Text()),
  ...pageQuery,
})

export const SendBody = Type.Body([{ channel: 'email' }], {
  channel: Type.Enum(CHANNELS),
  to: Type.Optional(
    Type.NullableText({ description: 'Another email address; an address of the business, if it pays. By default the customer’s own' }),
  ),
  language: Type.Optional(Type.NullableEnum(LANGUAGES, { description: 'By default the one of the customer or the business' })),
})

export const InvoicePreviewAnswer = Type.Object({
  to: Type.String(),
  name: Type.String(),
  language: Type.Enum(LANGUAGES),
  refused: Type.NullableString({ description: 'Why it cannot be sent' }),
  subject: Type.NullableString({ description: 'Of an email' }),
  text: Type.String(),
  html: Type.NullableString({ description: 'An email as its recipient sees it' }),
})

export const PREVIEW_EXAMPLE: Type.Static<typeof InvoicePreviewAnswer> = {
  to: '+2348031234567',
  name: 'Sample Trader',
  language: 'en',
  refused: 'The customer did not agree to messages on this channel.',
  subject: null,
  text: 'Sample Forwarders: invoice INV-2026-000123, NGN 29,750.00, due 30 November 2026.',
  html: null,
}
