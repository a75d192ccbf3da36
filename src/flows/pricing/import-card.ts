// Imports a rate card from a file as a draft. If the file has mistakes, reports all of them and stores nothing.

import type { Mistake } from '../../domain/pricing/card-csv/mistakes.ts'
import { readCardCsv } from '../../domain/pricing/card-csv/read-card.ts'
import type { CardVersion } from '../../domain/pricing/card-version.ts'
import { CARD_ID_RULE, isCardId, isDraft } from '../../domain/pricing/card-version.ts'
import type { CardKind } from '../../domain/pricing/rate-card.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { UniqueViolation } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'
import type { Deps } from '../deps.ts'

export type CardFile = {
  id: string
  bytes: Uint8Array
  /**
   * The kind of the card. Required for a new card: an unknown id without a kind is refused, so that a mistyped id does not create a card.
   */
  kind: CardKind | null
  /** The ID or prefix of the business that a new card is for; null for all businesses. */
  business: string | null
  /** Whether the import replaces an existing draft. If false, an existing draft makes the import fail. */
  replace: boolean
}

type Imported = { ok: true; draft: CardVersion; replaced: CardVersion | null } | { ok: false; mistakes: Mistake[] }

export const importCard = async (deps: Deps, author: Author, file: CardFile): Promise<Imported> => {
  const { kind, businessId } = await placeOf(deps.db, file)
  const parsed = readCardCsv(file.bytes, kind)
  if (!parsed.ok) return parsed
  const save = async (tx: Tx): Promise<Imported> => {
    const versions = await rateCards.versionsOf(tx, file.id)
    const replaced = versions.find(isDraft) ?? null
    const now = deps.clock()
    if (replaced && !file.replace) throw draftExists(replaced)
    if (replaced && !(await rateCards.discardDraft(tx, author, replaced, now))) throw draftConflict(file.id)
    const version = (versions.at(-1)?.version ?? 0) + 1
    await rateCards.insertDraft(tx, author, { id: file.id, version, businessId, createdAt: now, ...parsed.card })
    return { ok: true, draft: (await rateCards.versionsOf(tx, file.id)).at(-1)!, replaced }
  }
  try {
    return await deps.db.transaction(author, save)
  } catch (error) {
    throw error instanceof UniqueViolation ? draftConflict(file.id) : error
  }
}

/** Returns the kind of a stored card, and the business that the card is for. For a new card, both come from the request. */
export const placeOf = async (
  db: Query,
  { id, kind, business }: Omit<CardFile, 'bytes' | 'replace'>,
): Promise<{ kind: CardKind; businessId: string | null }> => {
  const problems = new Problems()
  if (!isCardId(id)) problems.add('id', CARD_ID_RULE)
  const [known] = problems.any ? [] : await rateCards.versionsOf(db, id)
  const owner = business === null ? null : await businesses.find(db, business)
  if (business !== null && !owner) problems.add('business', `${business} is not the id or prefix of a business`)
  if (known) {
    if (kind !== null && kind !== known.kind) problems.add('kind', `is ${known.kind} for card ${id}`)
    if (owner && owner.id !== known.businessId) problems.add('id', `${id} is ${whose(known)}: a card for one business needs a different id`)
  } else if (kind === null && !problems.any) {
    throw new Rejection('NOT_FOUND', `No rate card has the id ${id}. For a new card, give its kind as well.`)
  }
  problems.throwIfAny()
  return { kind: known?.kind ?? kind!, businessId: known ? known.businessId : (owner?.id ?? null) }
}

const whose = ({ businessId }: CardVersion): string => (businessId === null ? 'the operator’s own card' : 'the card of another business')

const draftExists = ({ id, version, createdAt }: CardVersion): Rejection =>
  new Rejection(
    'INVALID_TRANSITION',
    `Card ${id} already has a draft: version ${version} of ${new Date(createdAt).toISOString()}. Replace it, discard it or publish it.`,
  )

const draftConflict = (id: string): Rejection =>
  new Rejection('INVALID_TRANSITION', `The drafts of card ${id} were changed at the same time (conflict); nothing was imported. Try again.`)
