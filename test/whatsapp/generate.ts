// `npm run docs:templates`: writes docs/whatsapp-templates.md, which lists the templates that Meta has to approve for Waybill's built-in texts.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Purpose } from '../../src/domain/messages/purpose.ts'
import { PURPOSE_NAMES, rulesOf } from '../../src/domain/messages/purpose.ts'
import { neededTemplates } from '../../src/domain/messages/texts/approval.ts'
import { builtInTexts } from '../../src/domain/messages/texts/built-in-texts.ts'
import { exampleParameters } from '../../src/domain/messages/texts/sample-facts.ts'

export const PAGE = join(import.meta.dirname, '../../docs/whatsapp-templates.md')
const BASE_URL = 'https://your.server'

const HEAD = `# WhatsApp templates

The templates that Meta has to approve before WhatsApp delivers the texts that are part of Waybill. Submit those of the purposes and languages that you use, in WhatsApp Manager under *Message templates*: category *Utility*, the name and language as below, the body as it stands, and the examples for its variables. Names with \`_several\` are for messages about several parcels.

If an admin writes other texts, their templates are in the answer of \`GET /ops/v1/message_templates/{purpose}/whatsapp\` ([texts](messages.md#texts)).

The template of \`portal_code\`, the code to sign in to the portal, has the category *Authentication*. Meta sets its text: choose *Copy code* for the delivery, the security recommendation, and an expiry of 10 minutes. Its name and language are as below.

Written by \`npm run docs:templates\` from the texts; do not edit.`

const cell = (text: string): string => text.replaceAll('|', '\\|')

const section = (purpose: Purpose): string => {
  const rows = neededTemplates(purpose, builtInTexts(purpose, 'whatsapp')).map((template) => {
    const examples = exampleParameters(purpose, template, BASE_URL).map((example, index) => `${index + 1}: ${example}`)
    return `| \`${template.name}\` | ${template.language} | ${cell(template.body)} | ${cell(examples.join('<br>'))} |`
  })
  return [`## ${purpose}`, '', '| Name | Language | Body | Examples |', '|---|---|---|---|', ...rows].join('\n')
}

const PURPOSES: readonly Purpose[] = PURPOSE_NAMES.filter((purpose) => rulesOf(purpose).channels.includes('whatsapp'))

export const renderPage = (): string => `${[HEAD, ...PURPOSES.map(section)].join('\n\n')}\n`

if (import.meta.main) await writeFile(PAGE, renderPage())
