// Compares a version of a card with its draft, another card, or a file.

import type { CardChange } from '../../domain/pricing/card-csv/diff-cards.ts'
import { diffCards } from '../../domain/pricing/card-csv/diff-cards.ts'
import type { Mistake } from '../../domain/pricing/card-csv/mistakes.ts'
import { readCardCsv } from '../../domain/pricing/card-csv/read-card.ts'
import type { CardRef, CardVersion } from '../../domain/pricing/card-version.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'
import type { Deps } from '../deps.ts'
import { cardVersions, chooseDraft, chooseToRead } from './choose-card-version.ts'

/** `to` is null for a file. */
type Compared = { from: CardVersion; to: CardVersion | null; changes: CardChange[] }

/** Without `other`, compares with the card's own draft. */
export const compareCards = async (deps: Deps, ref: CardRef, other: CardRef | null): Promise<Compared> => {
  const { db, clock } = deps
  const versions = await cardVersions(db, ref.id)
  const from = chooseToRead(versions, ref, clock())
  const to = other ? chooseToRead(await cardVersions(db, other.id), other, clock()) : chooseDraft(versions, { id: ref.id, version: null })
  const [before, after] = [await rateCards.loadCard(db, from.id, from.version), await rateCards.loadCard(db, to.id, to.version)]
  return { from, to, changes: diffCards(before, after) }
}

export type ComparedWithFile = ({ ok: true } & Compared) | { ok: false; mistakes: Mistake[] }

export const compareWithFile = async ({ db, clock }: Deps, ref: CardRef, bytes: Uint8Array): Promise<ComparedWithFile> => {
  const from = chooseToRead(await cardVersions(db, ref.id), ref, clock())
  const parsed = readCardCsv(bytes, from.kind)
  if (!parsed.ok) return parsed
  return { ok: true, from, to: null, changes: diffCards(await rateCards.loadCard(db, from.id, from.version), parsed.card) }
}
