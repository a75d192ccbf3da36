// Resolves a card reference to a version: the named one, the one in force, or the draft.

import type { CardRef, CardVersion } from '../../domain/pricing/card-version.ts'
import { isDraft, versionInForce } from '../../domain/pricing/card-version.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'

export const cardVersions = async (db: Query, id: string): Promise<CardVersion[]> => {
  const versions = await rateCards.versionsOf(db, id)
  if (versions.length === 0) throw new Rejection('NOT_FOUND', `No rate card has the id ${id}.`)
  return versions
}

const named = (versions: readonly CardVersion[], { id, version }: CardRef): CardVersion => {
  const card = versions.find((candidate) => candidate.version === version)
  if (!card) throw new Rejection('NOT_FOUND', `Card ${id} has no version ${version}; its last is ${versions.at(-1)!.version}.`)
  return card
}

export const chooseDraft = (versions: readonly CardVersion[], ref: CardRef): CardVersion => {
  if (ref.version !== null) return named(versions, ref)
  const draft = versions.find(isDraft)
  if (!draft) throw new Rejection('NOT_FOUND', `Card ${ref.id} has no draft; its last version is ${versions.at(-1)!.version}.`)
  return draft
}

/** The named version, else the one in force, else the last. */
export const chooseToRead = (versions: readonly CardVersion[], ref: CardRef, now: number): CardVersion =>
  ref.version === null ? (versionInForce(versions, now) ?? versions.at(-1)!) : named(versions, ref)
