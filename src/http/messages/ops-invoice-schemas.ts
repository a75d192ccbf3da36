// Schemas of sending an invoice under /ops/v1.

import { CHANNELS, LANGUAGES } from '../../domain/messages/purpose.ts'
import * as Type from '../../platform/http/schemas/type.ts'

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
