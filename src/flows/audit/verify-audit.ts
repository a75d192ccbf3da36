// Verifies the audit trail in one snapshot: the chain of every object, then the seals.

import type { AuditBreak } from '../../domain/audit/audit.ts'
import { objectBreak } from '../../domain/audit/audit.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Db } from '../../platform/engine/db.ts'
import type { OpenArchives } from '../../store/audit/audit-archives.ts'
import { list as listArchives, openArchives } from '../../store/audit/audit-archives.ts'
import type { Seal } from '../../store/audit/audit-seals.ts'
import { countRecords } from '../../store/audit/audit-walk.ts'
import { countAudited, find as findOrigin } from '../../store/audit/store-origin.ts'
import type { Deps } from '../deps.ts'
import { verifyChains } from './verify-chains.ts'
import { verifyOrigin } from './verify-origin.ts'
import type { NotedSeal } from './verify-seals.ts'
import { verifySeals } from './verify-seals.ts'

/** Maximum number of breaks that are listed. Further breaks are only counted. */
const BREAKS_LISTED_MAX = 1_000

const NOT_BEGUN = 'the store has no origin record; the first start of the server makes one for a store of version 0.1'

export type Verification = {
  records: number
  unsealed: number
  objects: number
  latestSeal: Seal | null
  breaks: AuditBreak[]
  breakCount: number
}

export type VerifyOptions = {
  noted?: readonly NotedSeal[]
  /** All archive files of the trail. */
  archiveFiles?: readonly string[]
  onRecords?(done: number, total: number): void
}

export const verifyAudit = async ({ db }: Pick<Deps, 'db'>, options: VerifyOptions = {}): Promise<Verification> => {
  const archives = await openKnown(db, options.archiveFiles ?? [])
  try {
    return await verifyWith(db, archives, options)
  } finally {
    archives?.close()
  }
}

/** Opens the archive files. Throws if the files differ from the store's list of archives. Returns null if there are no archives. */
const openKnown = async (db: Db, files: readonly string[]): Promise<OpenArchives | null> => {
  const known = await listArchives(db)
  if (known.length === 0 && files.length === 0) return null
  const opened = await openArchives(files)
  const missing = known.find(({ fileSha256, publicKey }) =>
    opened.summaries.every((summary) => summary.sha256 !== fileSha256 || summary.publicKey !== publicKey),
  )
  const strange = opened.summaries.find(({ sha256 }) => known.every(({ fileSha256 }) => fileSha256 !== sha256))
  if (!missing && !strange) return opened
  opened.close()
  throw new Rejection(
    'VALIDATION_FAILED',
    missing
      ? `Records under the seals ${missing.firstSeal} to ${missing.lastSeal} are in an archive: give its file with --archive (sum ${missing.fileSha256}).`
      : `The archive of the seals ${strange!.firstSeal} to ${strange!.lastSeal} is not one that this store wrote.`,
  )
}

const verifyWith = (db: Db, archives: OpenArchives | null, { noted = [], onRecords }: VerifyOptions): Promise<Verification> =>
  db.snapshot(async (view) => {
    const breaks: AuditBreak[] = []
    let breakCount = 0
    const found = (each: AuditBreak): void => {
      breakCount += 1
      if (breaks.length < BREAKS_LISTED_MAX) breaks.push(each)
    }
    const { all, unsealed } = await countRecords(view)
    const origin = await findOrigin(view)
    // The first start of a server writes the origin, so a store without an origin must be empty.
    if (!origin && all + (await countAudited(view)) > 0) found(objectBreak('store', null, NOT_BEGUN))
    const trusted = origin && (await verifyOrigin(view, db.secrets, origin, found))
    const objects = await verifyChains({
      view,
      secrets: db.secrets,
      origin,
      trusted,
      archives,
      found,
      onRecords: (done) => onRecords?.(done, all),
    })
    const latestSeal = await verifySeals({ view, archives, found }, trusted && trusted.number > 0 ? [...noted, trusted] : noted)
    return { records: all, unsealed, objects, latestSeal, breaks, breakCount }
  })
