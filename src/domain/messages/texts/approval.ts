// The WhatsApp templates that the texts of a purpose need, and the check that Meta has approved each of them.

import type { Problems } from '../../values/errors.ts'
import type { Purpose } from '../purpose.ts'
import { LANGUAGES } from '../purpose.ts'
import type { TemplateTexts } from './template.ts'
import type { WhatsAppTemplate } from './whatsapp-template.ts'
import { whatsAppTemplate } from './whatsapp-template.ts'

export const neededTemplates = (purpose: Purpose, texts: TemplateTexts): WhatsAppTemplate[] =>
  LANGUAGES.flatMap((language) => {
    const { text, severalText } = texts[language]
    const one = whatsAppTemplate(purpose, language, text)
    return severalText === undefined ? [one] : [one, whatsAppTemplate(purpose, language, severalText, true)]
  })

/**
 * Reports needed templates that are not in `approved`, because their texts could not be sent. Also reports names in `approved` that belong
 * to no needed template.
 */
export const checkApproved = (
  needed: readonly WhatsAppTemplate[],
  approved: readonly string[],
  field: string,
  problems: Problems,
): void => {
  for (const { name, language } of needed)
    if (!approved.includes(name)) problems.add(field, `must contain ${name} (${language}), after Meta has approved it`)
  for (const name of approved)
    if (!needed.some((template) => template.name === name)) problems.add(field, `contains ${name}, which does not match these texts`)
}
