// Publishes a draft of a rate card. The new version comes into force at a given time and cannot be changed. Also discards drafts.

import type { CardRef, CardVersion, PublishedVersion } from '../../domain/pricing/card-version.ts'
import { isDraft, isPublished } from '../../domain/pricing/card-version.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import { effectiveFrom } from '../../domain/values/time-input.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import { fxAt } from '../../store/pricing/fx-rates.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'
import type { Deps } from '../deps.ts'
import { cardVersions, chooseDraft } from './read-cards.ts'

export type Published = { card: PublishedVersion; warnings: string[] }

/** `from`: when the card comes into force. Null means now. */
export const publishCard = (deps: Deps, author: Author, ref: CardRef, from: number | null): Promise<Published> =>
  deps.db.transaction(author, async (tx) => {
    const now = deps.clock()
    const problems = new Problems()
    const begins = effectiveFrom(from, now, problems)
    problems.throwIfAny()
    const versions = await cardVersions(tx, ref.id)
    const draft = chooseDraft(versions, ref)
    const done = await rateCards.publishDraft(tx, author, draft, { publishedAt: now, effectiveFrom: begins })
    if (!done) throw noDraft((await rateCards.versionsOf(tx, ref.id)).find(({ version }) => version === draft.version)!)
    const card = { ...draft, publishedAt: now, effectiveFrom: begins }
    return { card, warnings: [...overtaken(card, versions), ...(await withoutFx(tx, card))] }
  })

export const discardCard = (deps: Deps, author: Author, ref: CardRef): Promise<CardVersion> =>
  deps.db.transaction(author, async (tx) => {
    const draft = chooseDraft(await cardVersions(tx, ref.id), ref)
    const now = deps.clock()
    if (!isDraft(draft) || !(await rateCards.discardDraft(tx, author, draft, now))) {
      throw noDraft((await rateCards.versionsOf(tx, ref.id)).find(({ version }) => version === draft.version)!)
    }
    return { ...draft, discardedAt: now }
  })

const iso = (ms: number): string => new Date(ms).toISOString()

const noDraft = (card: CardVersion): Rejection => {
  const what = isPublished(card)
    ? `was published on ${iso(card.publishedAt)}, in force from ${iso(card.effectiveFrom)}, and cannot be changed: import a new version`
    : `was discarded on ${iso(card.discardedAt!)}`
  return new Rejection('INVALID_TRANSITION', `Version ${card.version} of card ${card.id} ${what}.`)
}

/**
 * Returns warnings about versions that were published earlier but come into force later than `card`. Each of these versions will replace
 * `card`.
 */
const overtaken = (card: PublishedVersion, versions: readonly CardVersion[]): string[] =>
  versions
    .filter(isPublished)
    .filter((other) => other.effectiveFrom > card.effectiveFrom)
    .map((other) => `Version ${other.version}, published earlier, replaces it on ${iso(other.effectiveFrom)}.`)

const withoutFx = async (tx: Tx, { currency, effectiveFrom: at }: PublishedVersion): Promise<string[]> => {
  if (currency === PRICE_CURRENCY) return []
  const known = await fxAt(tx, at, Number.MAX_SAFE_INTEGER)
  if (known.some((fx) => fx.base === currency && fx.quote === PRICE_CURRENCY)) return []
  return [`No ${currency}/${PRICE_CURRENCY} exchange rate is in force on ${iso(at)}: until one is set, this card prices nothing.`]
}
