// The states of a card version: draft, discarded, scheduled, in force, replaced. Published versions are never edited.

import { inForce } from '../values/calendar.ts'
import type { CardKind, RateCard } from './rate-card.ts'

export type CardVersion = Pick<RateCard, 'id' | 'version' | 'title' | 'currency' | 'sample' | 'businessId'> & {
  kind: CardKind
  createdAt: number
  publishedAt: number | null
  effectiveFrom: number | null
  discardedAt: number | null
}

export type PublishedVersion = CardVersion & { publishedAt: number; effectiveFrom: number }

/** `replaced`: another version is in force instead, or will be in force when this version was due to start. */
export type CardState = 'draft' | 'discarded' | 'scheduled' | 'in force' | 'replaced'

export const isDraft = (card: CardVersion): boolean => card.publishedAt === null && card.discardedAt === null

export const isPublished = (card: CardVersion): card is PublishedVersion => card.publishedAt !== null

/**
 * The version in force at `at`, or null. `versions`: all versions of one card, sorted by version number, which is also the order of
 * publication.
 */
export const versionInForce = (versions: readonly CardVersion[], at: number): PublishedVersion | null =>
  inForce(versions.filter(isPublished), at)

export const cardState = (card: CardVersion, versions: readonly CardVersion[], at: number): CardState => {
  if (!isPublished(card)) return isDraft(card) ? 'draft' : 'discarded'
  const begun = card.effectiveFrom <= at
  const holds = versionInForce(versions, Math.max(at, card.effectiveFrom))?.version === card.version
  if (!holds) return 'replaced'
  return begun ? 'in force' : 'scheduled'
}

const CARD_ID_MAX_CHARACTERS = 40
const CARD_ID = /^[a-z][a-z0-9-]*$/

export const CARD_ID_RULE = `must begin with a letter and have at most ${CARD_ID_MAX_CHARACTERS} small letters, digits and hyphens`

export const isCardId = (text: string): boolean => text.length <= CARD_ID_MAX_CHARACTERS && CARD_ID.test(text)

/** A card such as `export-air`, or one version such as `export-air@3`. */
export type CardRef = { id: string; version: number | null }

const VERSION = /^[1-9]\d{0,8}$/

export const cardRef = (text: string): CardRef | null => {
  const [id = '', version, ...more] = text.split('@')
  if (!isCardId(id) || more.length > 0 || (version !== undefined && !VERSION.test(version))) return null
  return { id, version: version === undefined ? null : Number(version) }
}
