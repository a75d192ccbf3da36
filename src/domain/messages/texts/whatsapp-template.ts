// Builds the WhatsApp template of a text, and checks Meta's rules for templates. Meta must approve the template before the text can be sent.

import type { Language, Purpose, VariableName } from '../purpose.ts'
import type { Values } from './text-syntax.ts'
import { inLine, VARIABLE } from './text-syntax.ts'

const WHATSAPP_LANGUAGES: Record<Language, string> = { en: 'en', zh: 'zh_CN', fr: 'fr' }
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const HEX = 16

/** A hash of eight hexadecimal digits (FNV-1a). Collisions are unlikely among a few hundred texts. */
const fingerprint = (text: string): string => {
  let digest = FNV_OFFSET
  for (const byte of new TextEncoder().encode(text)) digest = Math.imul(digest ^ byte, FNV_PRIME)
  return (digest >>> 0).toString(HEX).padStart(8, '0')
}

/** Sent for a variable without a value, because WhatsApp refuses an empty parameter. */
const NO_VALUE = '-'

/** `language`: WhatsApp's code for the language. `in`: Waybill's code for the same language. */
export type WhatsAppTemplate = { name: string; language: string; in: Language; body: string; variables: readonly VariableName[] }

/**
 * The WhatsApp template of a text: the text with numbered parameters. The name of the template depends on the text, so an edited text gets
 * a new name and needs a new approval.
 */
export const whatsAppTemplate = (purpose: Purpose, language: Language, text: string, isSeveral = false): WhatsAppTemplate => {
  const variables: VariableName[] = []
  const plain = text.replaceAll(/\[\[|\]\]/g, '')
  const body = plain.replaceAll(VARIABLE, (_, name: VariableName) => {
    if (!variables.includes(name)) variables.push(name)
    return `{{${variables.indexOf(name) + 1}}}`
  })
  const name = `${purpose}${isSeveral ? '_several' : ''}_${fingerprint(body)}`
  return { name, language: WHATSAPP_LANGUAGES[language], in: language, body, variables }
}

export const whatsAppParameters = ({ variables }: WhatsAppTemplate, values: Values): string[] =>
  variables.map((name) => inLine(values[name] ?? '') || NO_VALUE)

const WORD = /[\p{L}\p{N}]/u
const LONG_GAP = /\n\n\n| {5}|\t/

/**
 * Returns the rule of Meta that the text breaks, or null. There must be a word before the first variable, between two variables and after
 * the last variable. A punctuation mark is not enough.
 */
export const mistakeForWhatsApp = (text: string): string | null => {
  const plain = text.replaceAll(/\[\[|\]\]/g, '')
  // Every second part that `split` returns is the name of a variable. These names are left out.
  const parts = plain.split(VARIABLE).filter((_, index) => index % 2 === 0)
  const [first, ...others] = parts
  const last = others.pop()
  if (last !== undefined) {
    if (!WORD.test(first!)) return 'must not begin with a variable: WhatsApp does not approve it'
    if (!WORD.test(last)) return 'must have a word after its last variable: WhatsApp does not approve it otherwise'
    if (!others.every((part) => WORD.test(part))) return 'must have a word between two variables: WhatsApp does not approve it otherwise'
  }
  return LONG_GAP.test(plain) ? 'must not contain tabs, three line breaks or five spaces in a row: WhatsApp does not approve it' : null
}
