// Converts messages and message settings to the JSON of /ops/v1, and parses message settings.

import type { Business } from '../../domain/businesses/business.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { MessageSettings } from '../../domain/messages/settings.ts'
import { sendsAny } from '../../domain/messages/settings.ts'
import type * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { Attempt } from '../../store/messages/message-attempts.ts'
import type { SentMessage } from '../../store/messages/messages.ts'
import type { AttemptAnswer, SettingsAnswer, SettingsBody, WireOpsMessage } from './ops-schemas.ts'
import { presentMessage } from './v1-present.ts'

export const presentOpsMessage = (businesses: readonly Business[], { businessId, mode, message }: SentMessage): WireOpsMessage => {
  const business = businesses.find(({ id }) => id === businessId)
  return {
    ...presentMessage(message, mode),
    business: business ? { business_id: business.id, name: business.name, prefix: business.prefix } : null,
    template_version: message.templateVersion,
    about: aboutOf(message),
    provider: message.provider,
    provider_id: message.providerId,
    attempted_at: nullableInstant(message.attemptedAt),
    dismissed_at: nullableInstant(message.dismissedAt),
    dismissed_by: message.dismissedBy,
    dismissed_reason: message.dismissedReason,
  }
}

const aboutOf = ({ facts }: Message): string | null => {
  const number = facts.parcel_number ?? facts.invoice_number ?? facts.receipt_number
  return number === undefined ? null : String(number)
}

export const presentAttempt = ({ number, provider, attemptedAt, outcome, answer }: Attempt): Type.Static<typeof AttemptAnswer> => ({
  number,
  provider,
  attempted_at: instant(attemptedAt),
  outcome,
  answer,
})

const OFF: MessageSettings = { senderName: null, customers: [], contacts: [], channel: null, language: 'en' }

export const presentSettings = (settings: MessageSettings | null): Type.Static<typeof SettingsAnswer> => {
  const { senderName, customers, contacts, channel, language, freeDaysNotice = 0, readyOnArrival = false } = settings ?? OFF
  return {
    is_on: settings !== null && sendsAny(settings),
    sender_name: senderName,
    customers: [...customers],
    contacts: contacts.map((contact) => ({ ...contact, purposes: [...contact.purposes] })),
    channel,
    language,
    free_days_notice: freeDaysNotice,
    ready_on_arrival: readyOnArrival,
  }
}

export const readMessageSettings = (body: Type.Static<typeof SettingsBody>): MessageSettings => ({
  senderName: body.sender_name?.trim() || null,
  customers: body.customers,
  contacts: body.contacts,
  channel: body.channel ?? null,
  language: body.language,
  freeDaysNotice: body.free_days_notice ?? 0,
  readyOnArrival: body.ready_on_arrival ?? false,
})
