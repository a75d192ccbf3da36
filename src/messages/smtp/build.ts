// A message as an e-mail: headers, text and HTML. Pure.

import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMessage } from '../channel.ts'
import type { DkimKey, SmtpSettings } from './connection.ts'

/** A single address without a display name and line breaks. The receiving server checks the rest. */
const ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u
const ADDRESS_MAX_CHARACTERS = 254

export const isMailAddress = (text: string): boolean => text.length <= ADDRESS_MAX_CHARACTERS && ADDRESS.test(text)

/**
 * The headers that DKIM signs. Nodemailer's own list lacks List-Unsubscribe-Post, and one-click unsubscription needs both List-Unsubscribe
 * headers signed (RFC 8058).
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

/** Returns null if the recipient's address is invalid, or more than one. */
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
