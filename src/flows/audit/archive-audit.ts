// Archives audit records that were sealed before a given time: writes a signed file, verifies the file, and then deletes the records.

import { link, rm } from 'node:fs/promises'
import { Rejection } from '../../domain/values/errors.ts'
import type { Db, Snapshot } from '../../platform/engine/db.ts'
import { OutcomeUnknown } from '../../platform/engine/db.ts'
import { syncDirectoryOf } from '../../platform/engine/sync-directory.ts'
import { publicKeyOf, readArchive, writeArchive } from '../../store/audit/archive-file.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { Archive } from '../../store/audit/audit-archives.ts'
import * as archives from '../../store/audit/audit-archives.ts'
import type { Seal } from '../../store/audit/audit-seals.ts'
import { findSeal, hashRecords, hashSeal, sealedRecords, sealsAfter } from '../../store/audit/audit-seals.ts'
import type { TrustedSeal } from '../../store/audit/store-origin.ts'
import { find as findOrigin } from '../../store/audit/store-origin.ts'
import type { Deps } from '../deps.ts'
import { macProblem } from './verify-origin.ts'

const SEALS_AT_ONCE = 100
const SIGNING = 'audit archive signature'

export type Archived = Archive & { removed: number }

/** The seals with numbers above `after` that were made before `moment`. */
async function* sealsBefore(view: Pick<Snapshot, 'query'>, after: number, moment: number): AsyncGenerator<Seal> {
  for (let last = after; ; ) {
    const seals = await sealsAfter(view, last, SEALS_AT_ONCE)
    for (const seal of seals) {
      if (seal.sealedAt >= moment) return
      yield seal
      last = seal.number
    }
    if (seals.length < SEALS_AT_ONCE) return
  }
}

type Proof = { secrets: Db['secrets']; trusted: TrustedSeal | null }

/** The lines of the archive. Throws at the first seal that fails verification, so that a broken record is not hidden in an archive. */
async function* provedLines(view: Pick<Snapshot, 'query'>, { secrets, trusted }: Proof, after: Seal | null, last: Seal) {
  let previous = after
  for await (const seal of sealsBefore(view, after?.number ?? 0, Number.POSITIVE_INFINITY)) {
    if (seal.number > last.number) return
    const records = await sealedRecords(view, seal.number)
    if (
      hashSeal(previous?.hash ?? '', seal) !== seal.hash ||
      records.length !== seal.records ||
      hashRecords(records) !== seal.recordsHash ||
      records.some((record) => macProblem(secrets, trusted, record) !== null)
    )
      throw new Rejection('VALIDATION_FAILED', `Seal ${seal.number} is broken: waybill audit verify says where. Nothing was archived.`)
    yield { seal }
    for (const record of records) yield { record }
    previous = seal
  }
}

export const archiveAudit = async (deps: Deps, author: Author, file: string, before: number): Promise<Archived> => {
  const seed = deps.db.secrets.derive(SIGNING)
  if (!seed) throw new Rejection('VALIDATION_FAILED', 'An archive is signed with the secret key: set WAYBILL_SECRET_KEY.')
  const earlier = (await archives.list(deps.db)).at(-1) ?? null
  const previous = earlier && (await findSeal(deps.db, earlier.lastSeal))
  let last: Seal | null = null
  for await (const seal of sealsBefore(deps.db, previous?.number ?? 0, before)) last = seal
  if (!last) throw new Rejection('VALIDATION_FAILED', 'There are no sealed records from before that time that are not archived yet.')
  const header = {
    firstSeal: (previous?.number ?? 0) + 1,
    lastSeal: last.number,
    publicKey: publicKeyOf(seed),
    createdAt: new Date(author.at).toISOString(),
  }
  const proof = { secrets: deps.db.secrets, trusted: (await findOrigin(deps.db))?.trusted ?? null }
  const partial = `${file}.${process.pid}.partial`
  const through = last
  try {
    const written = await deps.db.snapshot((view) => writeArchive(partial, header, seed, provedLines(view, proof, previous, through)))
    const read = await readArchive(partial, () => {})
    if (read.sha256 !== written.sha256 || read.records !== written.records) throw new Error('The archive could not be read back.')
    // Unlike a rename, a link never replaces an existing file.
    await link(partial, file)
    // The file's name must be on the disk before the records are deleted.
    await syncDirectoryOf(file)
    const archive: Archive = {
      id: deps.newId('arc'),
      firstSeal: header.firstSeal,
      lastSeal: header.lastSeal,
      records: written.records,
      sealSum: through.hash,
      fileSha256: written.sha256,
      publicKey: header.publicKey,
      createdAt: author.at,
    }
    try {
      await deps.db.transaction(author, (tx) => archives.insert(tx, author, archive))
    } catch (error) {
      // If it is unknown whether the commit succeeded, the store may list this archive, so its file must stay.
      if (!(error instanceof OutcomeUnknown)) await rm(file)
      throw error
    }
    let removed = 0
    // Also deletes records of earlier archives. They were kept as the last records of their objects, but later records may have followed.
    for (const seal of await archives.sealsLeft(deps.db, archive.lastSeal))
      removed += await deps.db.transaction(author, (tx) => archives.removeArchived(tx, seal))
    return { ...archive, removed }
  } finally {
    await rm(partial, { force: true })
  }
}
