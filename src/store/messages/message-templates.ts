// All versions of the message templates that staff wrote. Version 0 is the text that comes with Waybill, and has no row.

import type { ChannelKind, Purpose } from '../../domain/messages/purpose.ts'
import type { Template, TemplateKey, TemplateTexts } from '../../domain/messages/texts/template.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

export type TemplateVersion = Template & { createdAt: number; createdBy: string }
export type TemplateInUse = TemplateKey & TemplateVersion

type VersionRow = { version: number; texts: string; created_at: number; created_by: string }

const idOf = ({ purpose, channel }: TemplateKey): string => `${purpose}.${channel}`

const fromRow = ({ version, texts, created_at, created_by }: VersionRow): TemplateVersion => ({
  version,
  texts: JSON.parse(texts) as TemplateTexts,
  createdAt: created_at,
  createdBy: created_by,
})

/** The templates that use a version written by staff. */
export const inUse = async (db: Query): Promise<TemplateInUse[]> => {
  const rows = await db.query<VersionRow & { purpose: Purpose; channel: ChannelKind }>(
    `select message_templates.purpose, message_templates.channel, message_template_versions.* from message_templates
     join message_template_versions on message_template_versions.id = message_templates.id and version = version_in_use`,
  )
  return rows.map((row) => ({ purpose: row.purpose, channel: row.channel, ...fromRow(row) }))
}

export const versionInUse = async (db: Query, key: TemplateKey): Promise<number> => {
  const [row] = await db.query<{ version_in_use: number }>('select version_in_use from message_templates where id = $1', [idOf(key)])
  return row?.version_in_use ?? 0
}

/** The versions of a template, newest first. */
export const versions = async (db: Query, key: TemplateKey, limit: number): Promise<TemplateVersion[]> => {
  const rows = await db.query<VersionRow>('select * from message_template_versions where id = $1 order by version desc limit $2', [
    idOf(key),
    limit,
  ])
  return rows.map(fromRow)
}

export const findVersion = (db: Query, key: TemplateKey, version: number): Promise<TemplateVersion | null> =>
  readRow(db, 'select * from message_template_versions where id = $1 and version = $2', [idOf(key), version], fromRow)

/** Sets the version that is in use. Call in an exclusive transaction. */
export const use = async (tx: Tx, author: Author, key: TemplateKey, version: number, now: number): Promise<void> => {
  const id = idOf(key)
  if (await changeRecorded(tx, author, 'message_template', { id }, () => ({ version_in_use: version }))) return
  await insertRecorded(tx, author, 'message_template', { id, ...key, version_in_use: version, created_at: now })
}

/** Stores a version. Call in an exclusive transaction, after `use`, which creates the row of the template. */
export const insertVersion = async (tx: Tx, author: Author, key: TemplateKey, added: TemplateVersion): Promise<void> => {
  const { version, texts, createdAt, createdBy } = added
  const row = { id: idOf(key), version, texts: JSON.stringify(texts), created_at: createdAt, created_by: createdBy }
  await insertRecorded(tx, author, 'message_template_version', row, `${row.id}@${version}`)
}
