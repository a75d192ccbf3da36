// Queues the messages that events cause, in the transaction that saves the events. Reads nothing for a business that has messages switched off.

import { taxPercentFor } from '../../domain/billing/tax.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import type { DomainEvent } from '../../domain/events/event.ts'
import { readAddress } from '../../domain/messages/address.ts'
import type { Cause } from '../../domain/messages/causes.ts'
import { causesOf, purposesOf, withdrawalsOf } from '../../domain/messages/causes.ts'
import type { Message, NewMessage } from '../../domain/messages/message.ts'
import { queued } from '../../domain/messages/message.ts'
import type { ChannelKind } from '../../domain/messages/purpose.ts'
import type { MessageSettings } from '../../domain/messages/settings.ts'
import { HOME_COUNTRIES } from '../../domain/messages/settings.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { calendarDate } from '../../domain/values/calendar.ts'
import { ngnText, taxOf, toKobo } from '../../domain/values/kobo.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as priceList from '../../store/billing/price-list.ts'
import * as customers from '../../store/customers/customers.ts'
import * as messages from '../../store/messages/messages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'

const UNTRUE = 'It was no longer true.'

export const queueMessages = async (deps: Deps, tx: Tx, caller: Caller, happened: readonly DomainEvent[]): Promise<void> => {
  const { messages: settings } = caller.business
  if (settings === null) return
  for (const { column, id, purposes } of withdrawalsOf(happened)) await messages.withdraw(tx, caller, { column, id }, purposes, UNTRUE)
  if (!purposesOf(happened).some((purpose) => wants(settings, purpose))) return
  const causes = causesOf(happened, await readKnown(deps, tx, caller, happened)).filter(({ purpose }) => wants(settings, purpose))
  await queueCauses(deps, tx, caller, settings, causes)
}

export const wants = ({ customers: ofCustomers, contacts }: MessageSettings, purpose: Cause['purpose']): boolean =>
  ofCustomers.includes(purpose) || contacts.some(({ purposes }) => purposes.includes(purpose))

/** Queues a message for each cause and recipient. Call this in the transaction that records what happened. */
export const queueCauses = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  settings: MessageSettings,
  causes: readonly Cause[],
): Promise<Message[]> => {
  const ids = causes.map(({ about }) => about.customerId).filter((id) => id !== null)
  const known = await customers.byIds(tx, caller, [...new Set(ids)])
  const now = nowFor(deps, caller)
  const scope = `${caller.businessId} ${caller.mode}`
  const rows = causes.flatMap((cause) => {
    const { business } = caller
    const customer = cause.about.customerId === null ? undefined : known.get(cause.about.customerId)
    const facts = { ...cause.facts, business: business.name }
    const toCustomer =
      customer && settings.customers.includes(cause.purpose) ? customerMessage(deps, settings, cause, customer, facts) : null
    const toContacts = settings.contacts
      .filter(({ purposes }) => purposes.includes(cause.purpose))
      .map((contact) => contactMessage(deps, cause, contact, facts))
    return [...(toCustomer ? [toCustomer] : []), ...toContacts].map((message) =>
      withReason(queued(scope, message.message, now), message.refused),
    )
  })
  if (rows.length === 0) return []
  await messages.insert(tx, caller, rows)
  tx.afterCommit(() => deps.db.announce(messages.DUE_MESSAGES))
  return rows
}

type Planned = { message: NewMessage; refused: string | null }

/** Suppresses a message that has no usable address. The message still appears in the list, so that somebody can correct the address. */
const withReason = (message: Message, refused: string | null): Message =>
  refused === null ? message : { ...message, state: 'suppressed', reason: refused }

const customerMessage = (
  deps: Deps,
  settings: MessageSettings,
  { purpose, about }: Cause,
  customer: Customer,
  facts: Cause['facts'],
): Planned | null => {
  const channel = customer.messageChannel ?? settings.channel
  if (channel === null || channel === 'none') return null
  const { to, country, refused } = addressOf(channel, customer)
  const name = fullName(customer) || customer.addressSuffix
  const language = customer.messageLanguage ?? settings.language
  const message = { id: deps.newId('msg'), purpose, channel, recipient: 'customer' as const, address: to, name, language, country }
  return { message: { ...message, ...about, facts: { ...facts, name } }, refused }
}

export const addressOf = (
  channel: ChannelKind,
  { email, mobile, originCountry }: Customer,
): { to: string; country: string | null; refused: string | null } => {
  const given = channel === 'email' ? email : mobile
  const what = channel === 'email' ? 'email address' : 'mobile number'
  if (given === null || given.trim() === '') return { to: '', country: null, refused: `The customer has no ${what}.` }
  const address = readAddress(channel, given, [...HOME_COUNTRIES, ...(originCountry === null ? [] : [originCountry])])
  return address ? { ...address, refused: null } : { to: '', country: null, refused: `The customer’s ${what} cannot be used.` }
}

const contactMessage = (
  deps: Deps,
  { purpose, about }: Cause,
  contact: MessageSettings['contacts'][number],
  facts: Cause['facts'],
): Planned => {
  const { name, channel, address, language } = contact
  const country = readAddress(channel, address, HOME_COUNTRIES)?.country ?? null
  const message = { id: deps.newId('msg'), purpose, channel, recipient: 'contact' as const, address, name, language, country }
  return { message: { ...message, ...about, facts: { ...facts, name } }, refused: null }
}

/** Reads prices and packages if the events need them. */
const readKnown = async (deps: Deps, tx: Tx, caller: Caller, happened: readonly DomainEvent[]) => {
  const finalised = happened.flatMap((event) => (event.type === 'quote.price_finalised' ? [event.data] : []))
  const received = happened.flatMap((event) => (event.type === 'package.received' && event.data.quoteId ? [event.data.quoteId] : []))
  const unread = [...new Set(received)].filter((id) => !finalised.some((quote) => quote.id === id))
  const [read, parcels, rates] = await Promise.all([
    quotes.loadAll(tx, caller, unread),
    finalised.length === 0 ? [] : parcelsOf(tx, caller, finalised),
    finalised.length + received.length === 0 ? [] : priceList.taxRates(tx),
  ])
  const priced = new Map([...finalised, ...read].map((quote) => [quote.id, quote]))
  const now = nowFor(deps, caller)
  const priceOf = (id: string): string | null => {
    const quote = priced.get(id)
    return quote ? priceWithTax(rates, quote, now) : null
  }
  return { today: calendarDate(now, caller.business.timeZone), parcels, priceOf }
}

export const priceWithTax = (rates: Awaited<ReturnType<typeof priceList.taxRates>>, quote: Quote, now: number): string | null => {
  const rate = quote.selectedRate
  if (rate?.currency !== 'NGN') return null
  const net = toKobo(rate.amount)
  const percent = taxPercentFor(rates, { kind: 'freight', direction: quote.lane.direction, at: now })
  return ngnText(net + taxOf(net, percent))
}

const parcelsOf = (tx: Tx, caller: Caller, finalised: readonly Quote[]): Promise<Package[]> =>
  packages.ofQuotes(
    tx,
    caller,
    finalised.map(({ id }) => id),
  )
