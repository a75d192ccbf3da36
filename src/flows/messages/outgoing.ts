// Builds the message that a channel sends.

import type { Business } from '../../domain/businesses/business.ts'
import type { Message } from '../../domain/messages/message.ts'
import { FRAME_WORDS } from '../../domain/messages/texts/built-in-texts.ts'
import type { Operator } from '../../domain/operator/operator.ts'
import type { OutgoingMessage } from '../../messages/channel.ts'
import { emailHtml } from './email-frame.ts'
import type { Rendered } from './render-message.ts'

const NO_NAME = 'Waybill'

export const senderNameOf = (business: Pick<Business, 'name' | 'messages'> | null, operator: Pick<Operator, 'name'> | null): string =>
  business?.messages?.senderName ?? operator?.name ?? business?.name ?? NO_NAME

export type Framing = { senderName: string; operator: Pick<Operator, 'name' | 'logoSha256'> | null; baseUrl: string }

/** The properties of a message that decide how it looks. A message without an id has no unsubscribe link. */
export type Framed = Pick<Message, 'recipient' | 'channel' | 'language'> & { id: string | null }

const unsubscribeUrl = ({ id, recipient, channel }: Framed, baseUrl: string): string | null =>
  id === null || recipient === 'staff' || channel !== 'email' ? null : `${baseUrl}/unsubscribe/${id}`

export const htmlOf = (message: Framed, rendered: Pick<Rendered, 'subject' | 'text' | 'link'>, framing: Framing): string => {
  const { senderName, operator, baseUrl } = framing
  const words = FRAME_WORDS[message.language]
  const unsubscribe = unsubscribeUrl(message, baseUrl)
  const logo = operator?.logoSha256 ?? null
  return emailHtml({
    language: message.language,
    subject: rendered.subject ?? '',
    text: rendered.text,
    link: rendered.link === null ? null : { url: rendered.link, label: message.recipient === 'staff' ? words.open : words.track },
    operatorName: operator?.name ?? senderName,
    logoUrl: logo === null ? null : `${baseUrl}/logo/${logo}.png`,
    unsubscribe: unsubscribe === null ? null : { url: unsubscribe, label: words.unsubscribe },
  })
}

export const outgoing = (message: Message, rendered: Rendered, framing: Framing): OutgoingMessage => ({
  id: message.id,
  to: message.address,
  subject: rendered.subject,
  text: withUnsubscribe(message, rendered.text, framing.baseUrl),
  html: message.channel === 'email' ? htmlOf(message, rendered, framing) : null,
  template: rendered.template,
  unsubscribeUrl: unsubscribeUrl(message, framing.baseUrl),
  senderName: framing.senderName,
  statusCallbackUrl: `${framing.baseUrl}/hooks/${message.provider}?ref=${message.id}`,
})

const withUnsubscribe = (message: Message, text: string, baseUrl: string): string => {
  const url = unsubscribeUrl(message, baseUrl)
  return url === null ? text : `${text}\n\n--\n${FRAME_WORDS[message.language].unsubscribe}: ${url}`
}
