// Shows a message that was sent, as its recipient sees it.

import type { Business } from '../../domain/businesses/business.ts'
import type { Message } from '../../domain/messages/message.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { Deps } from '../deps.ts'
import { htmlOf, senderNameOf } from './outgoing.ts'

/** The HTML of a sent e-mail. Null for other channels, and for e-mails whose text is not stored: to staff, or not sent yet. */
export const openMessage = async (deps: Deps, business: Business | null, message: Message, baseUrl: string): Promise<string | null> => {
  if (message.channel !== 'email' || message.text === null) return null
  const operator = await operatorStore.find(deps.db)
  const link = typeof message.facts.link === 'string' ? linkIn(message.text, baseUrl) : null
  const rendered = { subject: message.subject, text: message.text, link }
  return htmlOf(message, rendered, { senderName: senderNameOf(business, operator), operator, baseUrl })
}

/** The link of the text, which stands on a line of its own. */
const linkIn = (text: string, baseUrl: string): string | null =>
  text.split('\n').find((line) => line.startsWith(baseUrl) || /^https?:\/\/\S+$/.test(line)) ?? null
