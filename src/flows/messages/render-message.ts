// Renders a message with its template: subject, text, the link for the button of an email, and the parameters of a WhatsApp template.

import type { ChannelKind, Language, Purpose } from '../../domain/messages/purpose.ts'
import { rulesOf } from '../../domain/messages/purpose.ts'
import type { TemplateTexts } from '../../domain/messages/texts/template.ts'
import type { Values } from '../../domain/messages/texts/text-syntax.ts'
import { render } from '../../domain/messages/texts/text-syntax.ts'
import { whatsAppParameters, whatsAppTemplate } from '../../domain/messages/texts/whatsapp-template.ts'
import type { Facts } from '../../domain/messages/values.ts'
import { gatheredFacts, valuesOf } from '../../domain/messages/values.ts'

export type Rendered = {
  subject: string | null
  text: string
  /** The link that an email shows as a button. */
  link: string | null
  template: { name: string; language: string; parameters: string[]; copied?: string } | null
}

export type ToRender = { purpose: Purpose; channel: ChannelKind; language: Language; senderName: string; baseUrl: string }

/** Renders a message. If `facts` has the facts of several messages, the text is about several parcels. */
export const renderMessage = (texts: TemplateTexts, facts: readonly Facts[], message: ToRender): Rendered => {
  const { purpose, channel, language, senderName, baseUrl } = message
  const isSeveral = facts.length > 1
  const values: Values = {
    ...valuesOf(isSeveral ? gatheredFacts(facts, language) : (facts[0] ?? {}), language, baseUrl),
    sender: senderName,
  }
  const { subject, text, severalSubject, severalText } = texts[language]
  const chosen = isSeveral ? severalText! : text
  const written = render(chosen, values)
  if (channel === 'email') {
    const heading = render((isSeveral ? severalSubject : subject)!, values)
    return { subject: heading, text: written, link: values.link ?? null, template: null }
  }
  if (channel === 'sms') return { subject: null, text: written, link: null, template: null }
  const approved = whatsAppTemplate(purpose, language, chosen, isSeveral)
  const isCode = rulesOf(purpose).whatsAppCategory === 'authentication'
  const parameters = whatsAppParameters(approved, values)
  const template = { name: approved.name, language: approved.language, parameters, ...(isCode ? { copied: values.code! } : {}) }
  return { subject: null, text: written, link: null, template }
}
