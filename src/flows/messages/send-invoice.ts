// Sends an issued invoice on request, to its payer or to another email address. The preview shows the same message and saves nothing.

import type { Invoice } from '../../domain/billing/invoice.ts'
import { requireIssued } from '../../domain/billing/invoice.ts'
import { requireOwed } from '../../domain/billing/payment-link.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import { addressKey, readAddress } from '../../domain/messages/address.ts'
import { invoiceFacts } from '../../domain/messages/causes.ts'
import type { Standing } from '../../domain/messages/dispatch.ts'
import { refusalOf } from '../../domain/messages/dispatch.ts'
import type { Message } from '../../domain/messages/message.ts'
import { queuedAtOnce } from '../../domain/messages/message.ts'
import type { ChannelKind, Language } from '../../domain/messages/purpose.ts'
import { HOME_COUNTRIES } from '../../domain/messages/settings.ts'
import { invalidField, invalidTransition } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as customers from '../../store/customers/customers.ts'
import * as stops from '../../store/messages/message-stops.ts'
import * as unreachable from '../../store/messages/message-unreachable.ts'
import * as messages from '../../store/messages/messages.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { htmlOf, senderNameOf } from './outgoing.ts'
import { addressOf } from './queue-messages.ts'
import { templatesInUse } from './read-templates.ts'
import { renderMessage } from './render-message.ts'

/** `to`: null for the customer's own address; required if the business pays the invoice. `language`: null for the language of the payer. */
export type InvoiceAddressee = { channel: ChannelKind; to: string | null; language: Language | null }

export const sendInvoice = (deps: Deps, caller: Caller, id: string, addressee: InvoiceAddressee): Promise<Message> =>
  deps.db.transaction(caller, async (tx) => {
    const { message, refused } = await plan(deps, tx, caller, id, addressee)
    if (refused !== null) throw invalidTransition(refused)
    await messages.insert(tx, caller, [message])
    tx.afterCommit(() => deps.db.announce(messages.DUE_MESSAGES))
    return message
  })

export type InvoicePreview = {
  message: Message
  /** The reason why the message cannot be sent. Null if the message can be sent. */
  refused: string | null
  subject: string | null
  text: string
  html: string | null
}

export const previewInvoice = async (
  deps: Deps,
  caller: Caller,
  id: string,
  addressee: InvoiceAddressee,
  baseUrl: string,
): Promise<InvoicePreview> => {
  const { message, refused } = await plan(deps, deps.db, caller, id, addressee)
  const [operator, templates] = await Promise.all([operatorStore.find(deps.db), templatesInUse(deps.db)])
  const framing = { senderName: senderNameOf(caller.business, operator), operator, baseUrl }
  const rendered = renderMessage(templates(message).texts, [message.facts], { ...message, ...framing })
  const html = message.channel === 'email' ? htmlOf(message, rendered, framing) : null
  return { message, refused, subject: rendered.subject, text: rendered.text, html }
}

const plan = async (deps: Deps, db: Query, caller: Caller, id: string, addressee: InvoiceAddressee) => {
  const invoice = await invoices.load(db, caller, id)
  requireIssued(invoice)
  requireOwed(invoice)
  const customer = invoice.payerId === null ? null : await customers.load(db, caller, invoice.payerId)
  const message = messageOf(deps, caller, invoice, customer, addressee)
  const keys = [addressKey(message.channel, message.address)]
  const [[stop], lost] = await Promise.all([stops.ofAddresses(db, keys), unreachable.ofAddresses(db, keys)])
  const stoppedAt = stop?.channel === message.channel ? stop.stoppedAt : null
  const lostFor = caller.mode === 'test' ? null : (lost.find(({ channel }) => channel === message.channel)?.reason ?? null)
  return { message, refused: whyNot(deps, caller, message, customer, { stoppedAt, unreachable: lostFor }) }
}

const messageOf = (deps: Deps, caller: Caller, invoice: Invoice, customer: Customer | null, addressee: InvoiceAddressee): Message => {
  const { business } = caller
  const { channel } = addressee
  const name = customer === null ? business.name : fullName(customer) || customer.addressSuffix
  const language = addressee.language ?? customer?.messageLanguage ?? business.messages?.language ?? 'en'
  const { to: address, country } = addressFor(customer, addressee)
  const about = { customerId: invoice.payerId, packageId: null, invoiceId: invoice.id, paymentId: null }
  const recipient = customer === null ? ('contact' as const) : ('customer' as const)
  const facts = { ...invoiceFacts(invoice), business: business.name, name }
  const sent = { id: deps.newId('msg'), purpose: 'invoice_issued' as const, channel, recipient, address, name, language, country }
  return queuedAtOnce({ ...sent, ...about, facts }, nowFor(deps, caller))
}

/** SMS and WhatsApp to a customer go to the customer's own number only, because the consent is for that number. */
const addressFor = (customer: Customer | null, { channel, to }: InvoiceAddressee): { to: string; country: string | null } => {
  if (to === null) {
    if (customer === null) throw invalidField('to', 'is required, because the business itself pays this invoice')
    const own = addressOf(channel, customer)
    if (own.refused !== null) throw invalidTransition(own.refused)
    return own
  }
  if (customer !== null && channel !== 'email')
    throw invalidField('to', 'must be left out: the customer’s consent is for the customer’s own number')
  const address = readAddress(channel, to, HOME_COUNTRIES)
  if (!address) throw invalidField('to', channel === 'email' ? 'must be an email address' : 'must be a phone number such as +2348031234567')
  return address
}

const whyNot = (
  deps: Deps,
  { mode }: Caller,
  message: Message,
  customer: Customer | null,
  address: Pick<Standing, 'stoppedAt' | 'unreachable'>,
): string | null => {
  if (mode === 'live' && deps.channels[message.channel] === undefined) return 'This channel is not set up.'
  if (customer?.messageChannel === 'none') return 'The customer wants no messages.'
  return refusalOf(message, { customer, ...address })
}
