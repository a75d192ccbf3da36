// Shows a message that was sent, as its recipient sees it.

import type { Business } from '../../domain/businesses/business.ts'
import type { Message } from '../../domain/messages/message.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { Deps } from '../deps.ts'
import { htmlOf, senderNameOf } from './outgoing.ts'

/**
 * Returns the HTML of a sent email. Null for other channels. Also null if the text of the email is not stored, because the email went to
 * staff or was not sent yet.
 */
export const openMessage = async (deps: Deps, business: Business | null, message: Message, baseUrl: string): Promise<string | null> => {
  if (message.channel !== 'email' || message.text === null) return null
  const operator = await operatorStore.find(deps.db)
  const link = typeof message.facts.link === 'string' ? linkIn(message.text, baseUrl) : null
  const rendered = { subject: message.subject, text: message.text, link }
  return htmlOf(message, rendered, { senderName: senderNameOf(business, operator), operator, baseUrl })
}

/** Returns the first line of the text that is a URL. Null if no line is a URL. */
const linkIn = (text: string, baseUrl: string): string | null =>
  text.split('\n').find((line) => line.startsWith(baseUrl) || /^https?:\/\/\S+$/.test(line)) ?? null
