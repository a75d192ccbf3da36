// Converts message templates to the JSON of /ops/v1, and parses their texts.

import type { Language } from '../../domain/messages/purpose.ts'
import { neededTemplates } from '../../domain/messages/texts/approval.ts'
import { exampleParameters } from '../../domain/messages/texts/sample-facts.ts'
import type { Part, TemplateKey, TemplateText, TemplateTexts } from '../../domain/messages/texts/template.ts'
import { maxCharacters, partsOf, variablesOf } from '../../domain/messages/texts/template.ts'
import type { Preview, Previews } from '../../flows/messages/preview-template.ts'
import type { ListedTemplate, OpenedTemplate } from '../../flows/messages/read-templates.ts'
import { BUILT_IN_VERSION } from '../../flows/messages/read-templates.ts'
import type * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { ListedTemplateAnswer, PreviewAnswer, SaveBody, TemplateAnswer } from './ops-template-schemas.ts'

type WireTexts = Type.Static<typeof SaveBody>['texts']

export const presentListed = ({
  purpose,
  channel,
  version,
  writtenAt,
  writtenBy,
}: ListedTemplate): Type.Static<typeof ListedTemplateAnswer> => ({
  purpose,
  channel,
  version,
  is_built_in: version === BUILT_IN_VERSION,
  written_at: nullableInstant(writtenAt),
  written_by: writtenBy,
})

const byLanguage = <From, To>(texts: Readonly<Record<Language, From>>, convert: (text: From) => To): Record<Language, To> => ({
  en: convert(texts.en),
  zh: convert(texts.zh),
  fr: convert(texts.fr),
})

export const readTexts = (texts: WireTexts): TemplateTexts =>
  byLanguage(texts, ({ subject, text, several_subject, several_text }) => ({
    ...(subject === undefined ? {} : { subject }),
    text,
    ...(several_subject === undefined ? {} : { severalSubject: several_subject }),
    ...(several_text === undefined ? {} : { severalText: several_text }),
  }))

const presentTexts = (texts: TemplateTexts): WireTexts =>
  byLanguage(texts, ({ subject, text, severalSubject, severalText }: TemplateText) => ({
    ...(subject === undefined ? {} : { subject }),
    text,
    ...(severalSubject === undefined ? {} : { several_subject: severalSubject }),
    ...(severalText === undefined ? {} : { several_text: severalText }),
  }))

const PART_NAMES = { subject: 'subject', text: 'text', severalSubject: 'several_subject', severalText: 'several_text' } as const

const presentPart = ({ purpose, channel }: TemplateKey, part: Part) => {
  const { variables, optional, needed } = variablesOf(purpose, part)
  const isSubject = part === 'subject' || part === 'severalSubject'
  return {
    part: PART_NAMES[part],
    max_characters: maxCharacters(part, channel),
    variables: [...variables, ...optional].map((name) => ({
      name,
      is_optional: optional.includes(name),
      is_needed: !isSubject && needed.includes(name),
    })),
  }
}

const whatsAppTemplates = ({ purpose, channel }: TemplateKey, texts: TemplateTexts, baseUrl: string) =>
  channel === 'whatsapp'
    ? neededTemplates(purpose, texts).map((template) => {
        const { name, language, body } = template
        return { name, language, body, examples: exampleParameters(purpose, template, baseUrl) }
      })
    : []

export const presentTemplate = (
  { key, inUse, builtIn, versions }: OpenedTemplate,
  baseUrl: string,
): Type.Static<typeof TemplateAnswer> => ({
  ...key,
  version: inUse.version,
  texts: presentTexts(inUse.texts),
  built_in: presentTexts(builtIn.texts),
  whatsapp_templates: whatsAppTemplates(key, inUse.texts, baseUrl),
  built_in_whatsapp_templates: whatsAppTemplates(key, builtIn.texts, baseUrl),
  parts: partsOf(key).map((part) => presentPart(key, part)),
  versions: versions.map(({ version, texts, createdAt, createdBy }) => ({
    version,
    texts: presentTexts(texts),
    whatsapp_templates: whatsAppTemplates(key, texts, baseUrl),
    written_at: instant(createdAt),
    written_by: createdBy,
  })),
})

const presentRendered = ({ subject, text, html, sms, whatsApp }: Preview) => ({ subject, text, html, sms, whatsapp: whatsApp })

export const presentPreviews = ({ one, several }: Previews): Type.Static<typeof PreviewAnswer> => ({
  one: presentRendered(one),
  several: several === null ? null : presentRendered(several),
})
