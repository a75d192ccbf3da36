// Finds the cards and exchange rates in force at a given time. The whole history is kept in memory.

import type { FxRate, RateCard } from '../pricing/rate-card.ts'
import { inForce, lastIndexNotAfter } from '../values/calendar.ts'
import type { PastBooks } from './shadow-price.ts'

export type History = {
  /** All published card versions, sorted by card and version. */
  cards: readonly (RateCard & { publishedAt: number })[]
  /** All exchange rates, sorted by currency pair. A later entry replaces an earlier entry of the same pair. */
  fx: readonly (FxRate & { recordedAt: number })[]
}

type Known = { effectiveFrom: number; knownFrom: number }

const eachInForce = <T extends Known>(groups: readonly T[][], at: number): T[] =>
  groups.flatMap((entries) => {
    const entry = inForce(
      entries.filter(({ knownFrom }) => knownFrom <= at),
      at,
    )
    return entry ? [entry] : []
  })

/** If a currency had no exchange rate at the requested time, its rate in force at `now` is used, if any. */
export const pastBooks = (history: History, now: number): PastBooks => {
  const cards = history.cards.map((card) => ({ ...card, knownFrom: card.publishedAt }))
  const fx = history.fx.map((rate) => ({ ...rate, knownFrom: rate.recordedAt }))
  const fxGroups = [...Map.groupBy(fx, ({ base, quote }) => `${base}/${quote}`).values()]
  const fxNow = eachInForce(fxGroups, now)
  const byVersion = new Map(cards.map((card) => [`${card.id}@${card.version}`, card]))
  const moments = [...new Set([...cards, ...fx].map(({ effectiveFrom, knownFrom }) => Math.max(effectiveFrom, knownFrom)))].sort(
    (a, b) => a - b,
  )
  // The cards and rates in force do not change between two neighbouring `moments`, so results are cached by interval.
  const found = new Map<string, ReturnType<PastBooks['at']>>()

  const look = (businessId: string, at: number): ReturnType<PastBooks['at']> => {
    const visible = cards.filter((card) => card.businessId === null || card.businessId === businessId)
    const groups = [...Map.groupBy(visible, (card) => card.id).values()]
    return { cards: eachInForce(groups, at), fx: [...eachInForce(fxGroups, at), ...fxNow] }
  }

  return {
    at: (businessId, moment) => {
      const key = `${businessId} ${lastIndexNotAfter(moments, moment)}`
      const known = found.get(key) ?? look(businessId, moment)
      found.set(key, known)
      return known
    },
    card: (id, version) => {
      const card = byVersion.get(`${id}@${version}`)
      if (!card) throw new Error(`version ${version} of card ${id} priced a quote and is not in the store`)
      return card
    },
  }
}
