// The difference between two versions of a card. The order of rows and the spelling of numbers are ignored.

import { decimal, quantityText } from '../../values/money.ts'
import { changePercent } from '../fx.ts'
import type { Fact, Where } from './facts.ts'
import { factsOf } from './facts.ts'
import type { CardContent } from './layout.ts'

/** `percent` is signed; null for text, added or removed figures, a rise from zero, and another currency. */
export type CardChange = {
  change: 'added' | 'removed' | 'changed'
  where: Where
  before: string | null
  after: string | null
  percent: string | null
}

const placeKey = ({ carrier, service, zone, weightBreak, containerSize, country, field }: Where): string => {
  const bounds = weightBreak
    ? [quantityText(weightBreak.overKg), weightBreak.upToKg === null ? null : quantityText(weightBreak.upToKg)]
    : []
  return JSON.stringify([carrier, service, zone, bounds, containerSize, country, field])
}

const byPlace = (card: CardContent): Map<string, Fact> => new Map(factsOf(card).map((fact) => [placeKey(fact.where), fact]))

const areNumbers = (before: Fact, after: Fact): boolean => before.is !== 'text' && after.is !== 'text'

const isSame = (before: Fact, after: Fact): boolean =>
  areNumbers(before, after) ? decimal(before.value).eq(after.value) : before.value === after.value

const percentChange = (before: Fact, after: Fact, sameCurrency: boolean): string | null => {
  if (!areNumbers(before, after) || decimal(before.value).isZero() || (before.is === 'money' && !sameCurrency)) return null
  return changePercent(before.value, after.value)
}

/** In the order of the new card, then removals. Empty if prices and names are the same. */
export const diffCards = (before: CardContent, after: CardContent): CardChange[] => {
  const old = byPlace(before)
  const changes: CardChange[] = []
  for (const [key, fact] of byPlace(after)) {
    const previous = old.get(key)
    old.delete(key)
    if (!previous) changes.push({ change: 'added', where: fact.where, before: null, after: fact.value, percent: null })
    else if (!isSame(previous, fact)) {
      const percent = percentChange(previous, fact, before.currency === after.currency)
      changes.push({ change: 'changed', where: fact.where, before: previous.value, after: fact.value, percent })
    }
  }
  for (const { where, value } of old.values()) changes.push({ change: 'removed', where, before: value, after: null, percent: null })
  return changes
}
