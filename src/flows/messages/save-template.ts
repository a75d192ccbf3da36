// Saves the texts of a template as a new version, and puts a version in use. Texts with mistakes are refused here, before any message uses them.

import { checkApproved, neededTemplates } from '../../domain/messages/texts/approval.ts'
import type { TemplateKey, TemplateTexts } from '../../domain/messages/texts/template.ts'
import { checkTexts } from '../../domain/messages/texts/template.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as templates from '../../store/messages/message-templates.ts'
import type { Deps } from '../deps.ts'
import type { OpenedTemplate } from './read-templates.ts'
import { BUILT_IN_VERSION, builtIn, openTemplate, requireTemplate } from './read-templates.ts'

/**
 * Saves texts as a new version. The version is in use at once, except for WhatsApp. WhatsApp texts need approval by Meta first, and are
 * then put in use with `putTemplateInUse`.
 */
export const saveTemplate = async (deps: Deps, author: Author, key: TemplateKey, texts: TemplateTexts): Promise<OpenedTemplate> => {
  requireTemplate(key)
  const problems = new Problems()
  checkTexts(key, texts, 'texts', problems)
  problems.throwIfAny()
  return deps.db.exclusively(author, async (tx) => {
    const now = deps.clock()
    const [newest] = await templates.versions(tx, key, 1)
    const version = (newest?.version ?? BUILT_IN_VERSION) + 1
    await templates.use(tx, author, key, key.channel === 'whatsapp' ? await templates.versionInUse(tx, key) : version, now)
    await templates.insertVersion(tx, author, key, { version, texts, createdAt: now, createdBy: author.actor })
    return openTemplate(tx, key)
  })
}

/**
 * Puts a version in use. `approved`: for WhatsApp, the names of the templates that Meta has approved. They must be exactly the templates
 * that the texts need.
 */
export const putTemplateInUse = async (
  deps: Deps,
  author: Author,
  key: TemplateKey,
  version: number,
  approved: readonly string[],
): Promise<OpenedTemplate> => {
  requireTemplate(key)
  return deps.db.exclusively(author, async (tx) => {
    const chosen = version === BUILT_IN_VERSION ? builtIn(key) : await templates.findVersion(tx, key, version)
    if (!chosen) throw new Rejection('NOT_FOUND', 'No such version of this template.')
    const problems = new Problems()
    // The texts are checked again, because messages of this purpose may need a variable that an older version lacks.
    checkTexts(key, chosen.texts, 'texts', problems)
    if (key.channel === 'whatsapp') checkApproved(neededTemplates(key.purpose, chosen.texts), approved, 'approved_templates', problems)
    problems.throwIfAny()
    await templates.use(tx, author, key, version, deps.clock())
    return openTemplate(tx, key)
  })
}
