// Templates: the texts of one purpose on one channel in all languages, and the checks that find mistakes in these texts.

import type { Problems } from '../../values/errors.ts'
import type { ChannelKind, Language, Purpose } from '../purpose.ts'
import { LANGUAGES, PURPOSE_NAMES, rulesOf, SEVERAL } from '../purpose.ts'
import { OPTIONAL_PART, VARIABLE, variablesIn } from './text-syntax.ts'
import { mistakeForWhatsApp } from './whatsapp-template.ts'

/**
 * The texts of one purpose on one channel, in one language. Only emails have subjects. `severalSubject` and `severalText` are for messages
 * about several parcels.
 */
export type TemplateText = {
  subject?: string
  text: string
  severalSubject?: string
  severalText?: string
}
export type TemplateTexts = Readonly<Record<Language, TemplateText>>

/** Version 0 is the built-in template. */
export type Template = { version: number; texts: TemplateTexts }

export type Part = keyof TemplateText
const SUBJECT_MAX_CHARACTERS = 150
const TEXT_MAX_CHARACTERS: Record<ChannelKind, number> = { email: 4_000, sms: 600, whatsapp: 1_024 }

/**
 * The channels on which the texts of a purpose can be edited. WhatsApp texts with sign-in codes cannot be edited, because Meta prescribes
 * them.
 */
const channelsOf = (purpose: Purpose): readonly ChannelKind[] => {
  const { channels, whatsAppCategory } = rulesOf(purpose)
  return whatsAppCategory === 'authentication' ? channels.filter((channel) => channel !== 'whatsapp') : channels
}

export type TemplateKey = { purpose: Purpose; channel: ChannelKind }
export const TEMPLATE_KEYS: readonly TemplateKey[] = PURPOSE_NAMES.flatMap((purpose) =>
  channelsOf(purpose).map((channel) => ({ purpose, channel })),
)

/** The parts of a template for this purpose and channel, such as subject and text. */
export const partsOf = ({ purpose, channel }: TemplateKey): readonly Part[] => {
  const isGathered = rulesOf(purpose).gatherMs > 0
  if (channel === 'email') return isGathered ? ['subject', 'text', 'severalSubject', 'severalText'] : ['subject', 'text']
  return isGathered ? ['text', 'severalText'] : ['text']
}
const ALL_PARTS: readonly Part[] = ['subject', 'text', 'severalSubject', 'severalText']

const isSubject = (part: Part): boolean => part === 'subject' || part === 'severalSubject'
export const maxCharacters = (part: Part, channel: ChannelKind): number =>
  isSubject(part) ? SUBJECT_MAX_CHARACTERS : TEXT_MAX_CHARACTERS[channel]

/** The variables that a part of a template may use, and the variables that it must use. */
export const variablesOf = (purpose: Purpose, part: Part): Pick<ReturnType<typeof rulesOf>, 'variables' | 'optional' | 'needed'> =>
  part === 'severalSubject' || part === 'severalText' ? SEVERAL : rulesOf(purpose)

/** `field` is the path of the texts in the request. Every mistake in every language is reported. */
export const checkTexts = (key: TemplateKey, texts: TemplateTexts, field: string, problems: Problems): void => {
  for (const language of LANGUAGES)
    for (const part of ALL_PARTS) checkPart(key, part, texts[language][part], `${field}.${language}.${snake(part)}`, problems)
}

const snake = (part: string): string => part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const checkPart = (key: TemplateKey, part: Part, text: string | undefined, field: string, problems: Problems): void => {
  if (!partsOf(key).includes(part)) {
    if (text !== undefined) problems.add(field, 'must be left out: messages of this purpose have no such text')
    return
  }
  const mistake = mistakeIn(key.channel, part, text ?? '')
  if (mistake !== null) problems.add(field, mistake)
  else checkVariables(variablesOf(key.purpose, part), part, text!, (message) => problems.add(field, message))
}

const mistakeIn = (channel: ChannelKind, part: Part, text: string): string | null => {
  const sure = text.replaceAll(OPTIONAL_PART, '')
  const max = maxCharacters(part, channel)
  if (text.trim() === '') return 'is required'
  if (text.length > max) return `must have at most ${max} characters`
  if (isSubject(part) && /\p{C}/u.test(text)) return 'must be one line'
  if (/\[\[|\]\]/.test(sure)) return 'must close every [[ with ]], one not inside another'
  if (/\{\{|\}\}/.test(text.replaceAll(VARIABLE, ''))) return 'must write variables as {{name}}'
  return channel === 'whatsapp' ? mistakeForWhatsApp(text) : null
}

const checkVariables = (
  { variables, optional, needed }: ReturnType<typeof variablesOf>,
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
