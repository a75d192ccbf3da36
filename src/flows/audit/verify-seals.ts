// Verifies the chain of seals, and that the sealed records are unchanged.

import type { ReportBreak } from '../../domain/audit/audit.ts'
import { sealBreak } from '../../domain/audit/audit.ts'
import type { Snapshot } from '../../platform/engine/db.ts'
import type { OpenArchives } from '../../store/audit/audit-archives.ts'
import type { Seal } from '../../store/audit/audit-seals.ts'
import { findSeal, hashRecords, hashSeal, recordsUnder, sealsAfter, unknownSeals } from '../../store/audit/audit-seals.ts'

const SEALS_AT_ONCE = 100

/** A seal that somebody wrote down outside the store. */
export type NotedSeal = { number: number; hash: string }

type SealsWalk = { view: Snapshot; archives: OpenArchives | null; found: ReportBreak }

const verifySeal = async ({ view, archives, found }: SealsWalk, seal: Seal, previous: Seal | null): Promise<void> => {
  const expected = (previous?.number ?? 0) + 1
  if (seal.number !== expected) {
    found(sealBreak(expected, seal.number - 1 > expected ? `seals ${expected} to ${seal.number - 1} are missing` : 'it is missing'))
  } else if (hashSeal(previous?.hash ?? '', seal) !== seal.hash) {
    found(sealBreak(seal.number, 'it does not match its hash: it or the previous seal was changed'))
  }
  // Reads at most one record more than the seal covers. One extra record is enough to detect a difference.
  const records = archives?.covers(seal.number)
    ? archives.recordsUnder(seal.number)
    : await recordsUnder(view, seal.number, seal.records + 1)
  if (records.length !== seal.records) {
    const bearing = records.length > seal.records ? 'more' : `only ${records.length}`
    found(sealBreak(seal.number, `it covers ${seal.records} records, but ${bearing} carry it`))
  } else if (hashRecords(records) !== seal.recordsHash) {
    found(sealBreak(seal.number, 'the records under it are not the ones that were sealed'))
  }
}

const verifyNoted = async (view: Snapshot, noted: NotedSeal, found: ReportBreak): Promise<void> => {
  const seal = await findSeal(view, noted.number)
  if (!seal) found(sealBreak(noted.number, 'it was noted down, but it is missing'))
  else if (seal.hash !== noted.hash) found(sealBreak(noted.number, 'it is not the one that was noted down'))
}

/** Verifies all seals in the store and the noted seals. Returns the last seal, or null if the store has no seals. */
export const verifySeals = async (walk: SealsWalk, noted: readonly NotedSeal[]): Promise<Seal | null> => {
  const { view, found } = walk
  let previous: Seal | null = null
  for (;;) {
    const seals: Seal[] = await sealsAfter(view, previous?.number ?? 0, SEALS_AT_ONCE)
    for (const seal of seals) {
      await verifySeal(walk, seal, previous)
      previous = seal
    }
    if (seals.length < SEALS_AT_ONCE) break
  }
  for (const number of await unknownSeals(view)) found(sealBreak(number, 'records carry it, but it is missing'))
  for (const each of noted) await verifyNoted(view, each, found)
  return previous
}
