// Lists rate cards with the version in force, the next one, and the draft.

import type { CardVersion, PublishedVersion } from '../../domain/pricing/card-version.ts'
import { cardState, isDraft, isPublished, versionInForce } from '../../domain/pricing/card-version.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'
import type { Deps } from '../deps.ts'

export type ListedCard = {
  /** The version in force, else the last. Kind, title, currency and owner come from it. */
  card: CardVersion
  inForce: PublishedVersion | null
  next: PublishedVersion | null
  draft: CardVersion | null
}

export const listCards = async (deps: Deps): Promise<ListedCard[]> => {
  const now = deps.clock()
  const cards = Map.groupBy(await rateCards.listVersions(deps.db), ({ id }) => id)
  return [...cards.values()].map((versions) => {
    const inForce = versionInForce(versions, now)
    const scheduled = versions.filter(isPublished).filter((card) => cardState(card, versions, now) === 'scheduled')
    const [next = null] = scheduled.toSorted((a, b) => a.effectiveFrom - b.effectiveFrom)
    return { card: inForce ?? versions.at(-1)!, inForce, next, draft: versions.find(isDraft) ?? null }
  })
}
