// Recipients of messages: the settings of a business, and the preferences of a customer.

import type { Problems } from '../values/errors.ts'
import { readAddress } from './address.ts'
import { CONTACTS_MAX } from './limits.ts'
import type { ChannelKind, Language, Purpose } from './purpose.ts'
import { CHANNELS } from './purpose.ts'

/** A person or mailbox of the business itself. */
type Contact = { name: string; channel: ChannelKind; address: string; language: Language; purposes: readonly Purpose[] }

export type MessageSettings = {
  /** The sender name that recipients see. Null: recipients see the name of the operator. */
  senderName: string | null
  /** The purposes of the messages that parcel customers get. */
  customers: readonly Purpose[]
  contacts: readonly Contact[]
  /** The channel for customers who have not chosen a channel. Null: such customers get no messages. */
  channel: ChannelKind | null
  /** The language for customers who have not chosen a language. */
  language: Language
  /**
   * A message announces the last free day of storage this many days ahead, and another is sent on the day itself. Zero or absent: only the
   * message on the day itself is sent.
   */
  freeDaysNotice?: number
  /** Whether packages become ready for collection as soon as their shipment has arrived. Absent or false: staff mark packages as ready. */
  readyOnArrival?: boolean
}

export const FREE_DAYS_NOTICE_MAX = 30
const NAME_MAX_CHARACTERS = 100
export const HOME_COUNTRIES = ['NG']

export type Consent = { channel: ChannelKind; givenAt: number; how: string }

/** `none`: the customer wants no messages. */
export const CHANNEL_CHOICES = [...CHANNELS, 'none'] as const
export type ChannelChoice = (typeof CHANNEL_CHOICES)[number]

/** True if anybody gets any messages under these settings. */
export const sendsAny = ({ customers, contacts }: Pick<MessageSettings, 'customers' | 'contacts'>): boolean =>
  customers.length > 0 || contacts.some(({ purposes }) => purposes.length > 0)

/** Checks the settings, and returns them with normalised addresses. */
export const checkMessageSettings = (settings: MessageSettings, problems: Problems): MessageSettings => {
  checkName('sender_name', settings.senderName ?? 'Waybill', problems)
  if (settings.contacts.length > CONTACTS_MAX) problems.add('contacts', `must have at most ${CONTACTS_MAX} entries`)
  return { ...settings, contacts: settings.contacts.map((contact, index) => checkContact(contact, `contacts[${index}]`, problems)) }
}

const checkContact = (contact: Contact, field: string, problems: Problems): Contact => {
  checkName(`${field}.name`, contact.name, problems)
  const address = readAddress(contact.channel, contact.address, HOME_COUNTRIES)
  if (!address)
    problems.add(
      `${field}.address`,
      contact.channel === 'email' ? 'must be an email address' : 'must be a phone number such as +2348031234567',
    )
  return { ...contact, name: contact.name.trim(), address: address?.to ?? contact.address }
}

const checkName = (field: string, name: string, problems: Problems): void => {
  if (name.trim() === '' || name.length > NAME_MAX_CHARACTERS) problems.add(field, `must have 1 to ${NAME_MAX_CHARACTERS} characters`)
  if (/[\p{C}<>"]/u.test(name)) problems.add(field, 'must not contain line breaks, quotes, < or >')
}
