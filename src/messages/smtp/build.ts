// Converts a message to an email: headers, text and HTML. Pure functions.

import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMessage } from '../channel.ts'
import type { DkimKey, SmtpSettings } from './connection.ts'

/** Matches a single address without display name or line breaks. Finer checks are left to the recipient's mail server. */
const ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u
const ADDRESS_MAX_CHARACTERS = 254

export const isMailAddress = (text: string): boolean => text.length <= ADDRESS_MAX_CHARACTERS && ADDRESS.test(text)

/**
 * The headers that DKIM signs. One-click unsubscription requires that List-Unsubscribe and List-Unsubscribe-Post are signed (RFC 8058).
 * Nodemailer's default list lacks List-Unsubscribe-Post.
 */
const SIGNED_HEADERS = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'Auto-Submitted',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':')

const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** The Message-ID is the same in every attempt, so that a mail server can recognise a duplicate. */
const messageIdOf = ({ id }: OutgoingMessage, from: string): string => `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`

/** Returns null if `to` is not exactly one valid email address. */
export const buildMail = (message: OutgoingMessage, { from, dkim }: Pick<SmtpSettings, 'from' | 'dkim'>): SendMailOptions | null => {
  if (!isMailAddress(message.to)) return null
  return {
    from: { name: withoutControls(message.senderName), address: from },
    to: { name: '', address: message.to },
    subject: withoutControls(message.subject ?? ''),
    messageId: messageIdOf(message, from),
    text: message.text,
    ...(message.html === null ? {} : { html: message.html }),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscription(message.unsubscribeUrl) },
    ...(dkim === null ? {} : { dkim: signing(dkim) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const unsubscription = (url: string | null): Record<string, string> =>
  url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const signing = (key: DkimKey) => ({ ...key, headerFieldNames: SIGNED_HEADERS })
