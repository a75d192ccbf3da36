// Templates: texts with variables as {{name}}. A part between [[ and ]] is left out if a variable in it has no value.

import type { Problems } from '../values/errors.ts'
import type { Language, Purpose, VariableName } from './purpose.ts'
import { LANGUAGES, rulesOf, SEVERAL } from './purpose.ts'

/** `text` is for e-mail, `short` for SMS and WhatsApp. The last three are for several parcels at once. */
export type TemplateText = {
  subject: string
  text: string
  short: string
  severalSubject?: string
  severalText?: string
  severalShort?: string
}
export type TemplateTexts = Readonly<Record<Language, TemplateText>>

export type Part = keyof TemplateText
const MAX_CHARACTERS: Record<Part, number> = {
  subject: 150,
  text: 4_000,
  short: 600,
  severalSubject: 150,
  severalText: 4_000,
  severalShort: 600,
}
const ONE_PARCEL: readonly Part[] = ['subject', 'text', 'short']
const SEVERAL_PARCELS: readonly Part[] = ['severalSubject', 'severalText', 'severalShort']

/** The parts that the texts of a purpose have. Staff get e-mail only. */
export const partsOf = (purpose: Purpose): readonly Part[] => {
  const { to, gatherMs } = rulesOf(purpose)
  if (to === 'staff') return ['subject', 'text']
  return gatherMs > 0 ? [...ONE_PARCEL, ...SEVERAL_PARCELS] : ONE_PARCEL
}

const isOfSeveral = (part: Part): boolean => SEVERAL_PARCELS.includes(part)
const isSubject = (part: Part): boolean => part === 'subject' || part === 'severalSubject'

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g
const OPTIONAL_PART = /\[\[([^[\]]*)\]\]/g

const variablesIn = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name!)

/** `field` is the path of the texts in the request. Every mistake in every language is reported. */
export const checkTexts = (purpose: Purpose, texts: TemplateTexts, field: string, problems: Problems): void => {
  for (const language of LANGUAGES)
    for (const part of partsOf(purpose))
      checkPart(purpose, part, texts[language][part] ?? '', `${field}.${language}.${snake(part)}`, problems)
}

const snake = (part: string): string => part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const checkPart = (purpose: Purpose, part: Part, text: string, field: string, problems: Problems): void => {
  const mistake = mistakeIn(part, text)
  if (mistake !== null) problems.add(field, mistake)
  else checkVariables(isOfSeveral(part) ? SEVERAL : rulesOf(purpose), part, text, (message) => problems.add(field, message))
}

const mistakeIn = (part: Part, text: string): string | null => {
  const sure = text.replaceAll(OPTIONAL_PART, '')
  if (text.trim() === '') return 'is required'
  if (text.length > MAX_CHARACTERS[part]) return `must have at most ${MAX_CHARACTERS[part]} characters`
  if (isSubject(part) && /\p{C}/u.test(text)) return 'must be one line'
  if (/\[\[|\]\]/.test(sure)) return 'must close every [[ with ]], one not inside another'
  return /\{\{|\}\}/.test(text.replaceAll(VARIABLE, '')) ? 'must write variables as {{name}}' : null
}

const checkVariables = (
  { variables, optional, needed }: Pick<ReturnType<typeof rulesOf>, 'variables' | 'optional' | 'needed'>,
  part: Part,
  text: string,
  report: (message: string) => void,
): void => {
  const known: readonly string[] = [...variables, ...optional]
  const mayLack: readonly string[] = optional
  const used = variablesIn(text)
  for (const name of used)
    if (!known.includes(name)) report(`has no value for {{${name}}}: use ${known.map((each) => `{{${each}}}`).join(', ')}`)
  for (const name of variablesIn(text.replaceAll(OPTIONAL_PART, '')))
    if (mayLack.includes(name)) report(`must have {{${name}}} between [[ and ]], because it may be unknown`)
  for (const name of isSubject(part) ? [] : needed) if (!used.includes(name)) report(`must contain {{${name}}}`)
}

export type Values = Partial<Record<VariableName, string>>

/** Makes a value safe to insert: line breaks and other control characters become spaces. */
const inLine = (value: string): string => value.replaceAll(/\p{C}+/gu, ' ').trim()

const fill = (text: string, values: Values): string => text.replaceAll(VARIABLE, (_, name: VariableName) => inLine(values[name] ?? ''))

export const render = (text: string, values: Values): string => {
  const chosen = text
    .split('\n')
    .map((line) => {
      const shown = line.replaceAll(OPTIONAL_PART, (_, inner: string) =>
        variablesIn(inner).every((name) => values[name as VariableName]) ? inner : '',
      )
      return shown.trim() === '' && line.trim() !== '' ? null : shown
    })
    .filter((line) => line !== null)
  return fill(chosen.join('\n'), values).trim()
}

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

/** WhatsApp refuses an empty parameter. */
const NO_VALUE = '-'

export type WhatsAppTemplate = { name: string; language: string; body: string; variables: readonly VariableName[] }

/**
 * The template to be approved by WhatsApp: the short text with numbered parameters. Its name changes with its text, so that an edited
 * text is never sent under an approval of another one.
 */
export const whatsAppTemplate = (purpose: Purpose, language: Language, short: string, isSeveral = false): WhatsAppTemplate => {
  const variables: VariableName[] = []
  const plain = short.replaceAll(/\[\[|\]\]/g, '')
  const body = plain.replaceAll(VARIABLE, (_, name: VariableName) => {
    if (!variables.includes(name)) variables.push(name)
    return `{{${variables.indexOf(name) + 1}}}`
  })
  const name = `${purpose}${isSeveral ? '_several' : ''}_${fingerprint(body)}`
  return { name, language: WHATSAPP_LANGUAGES[language], body, variables }
}

export const whatsAppParameters = ({ variables }: WhatsAppTemplate, values: Values): string[] =>
  variables.map((name) => inLine(values[name] ?? '') || NO_VALUE)
