// The templates in use. Each has the texts of the version that staff chose, or the built-in texts if staff chose no version.

import { rulesOf } from '../../domain/messages/purpose.ts'
import { builtInTexts } from '../../domain/messages/texts/built-in-texts.ts'
import type { Template, TemplateKey } from '../../domain/messages/texts/template.ts'
import { TEMPLATE_KEYS } from '../../domain/messages/texts/template.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { TemplateVersion } from '../../store/messages/message-templates.ts'
import * as templates from '../../store/messages/message-templates.ts'

export const BUILT_IN_VERSION = 0

/** Maximum number of versions in an answer. The answer has the newest versions. Older versions stay in the store. */
export const VERSIONS_SHOWN = 50

export const builtIn = ({ purpose, channel }: TemplateKey): Template => ({
  version: BUILT_IN_VERSION,
  texts: builtInTexts(purpose, channel),
})

export type TemplatesInUse = (key: TemplateKey) => Template

export const templatesInUse = async (db: Query): Promise<TemplatesInUse> => {
  const written = await templates.inUse(db)
  return (key) => written.find(({ purpose, channel }) => purpose === key.purpose && channel === key.channel) ?? builtIn(key)
}

export type ListedTemplate = TemplateKey & { version: number; writtenAt: number | null; writtenBy: string | null }

export const listTemplates = async (db: Query): Promise<ListedTemplate[]> => {
  const written = await templates.inUse(db)
  return TEMPLATE_KEYS.map((key) => {
    const found = written.find(({ purpose, channel }) => purpose === key.purpose && channel === key.channel)
    return { ...key, version: found?.version ?? BUILT_IN_VERSION, writtenAt: found?.createdAt ?? null, writtenBy: found?.createdBy ?? null }
  })
}

export type OpenedTemplate = { key: TemplateKey; inUse: Template; builtIn: Template; versions: readonly TemplateVersion[] }

export const requireTemplate = (key: TemplateKey): void => {
  if (!TEMPLATE_KEYS.some(({ purpose, channel }) => purpose === key.purpose && channel === key.channel))
    throw new Rejection(
      'NOT_FOUND',
      rulesOf(key.purpose).channels.includes(key.channel)
        ? `Meta sets the text of ${key.purpose} messages by ${key.channel}.`
        : `There are no ${key.purpose} messages by ${key.channel}: colleagues get email only.`,
    )
}

export const openTemplate = async (db: Query, key: TemplateKey): Promise<OpenedTemplate> => {
  requireTemplate(key)
  const [inUse, versions] = await Promise.all([templatesInUse(db), templates.versions(db, key, VERSIONS_SHOWN)])
  return { key, inUse: inUse(key), builtIn: builtIn(key), versions }
}
