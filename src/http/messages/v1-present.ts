// Converts messages to JSON.

import type { Message } from '../../domain/messages/message.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { WireMessage } from './v1-schemas.ts'

export const presentMessage = (message: Message, mode: Mode): WireMessage => ({
  message_id: message.id,
  status: message.state,
  purpose: message.purpose,
  channel: message.channel,
  recipient: message.recipient,
  to: message.address,
  name: message.name,
  language: message.language,
  mode,
  parcel_customer_id: message.customerId,
  parcel_id: message.packageId,
  invoice_id: message.invoiceId,
  payment_id: message.paymentId,
  subject: message.subject,
  text: message.text,
  reason: message.reason,
  attempts: message.attempts,
  cost: message.costAmount,
  cost_currency: message.costCurrency,
  part_of_id: message.partOfId,
  resend_of_id: message.resendOfId,
  due_at: instant(message.dueAt),
  created_at: instant(message.createdAt),
  sent_at: nullableInstant(message.sentAt),
  delivered_at: nullableInstant(message.deliveredAt),
})
