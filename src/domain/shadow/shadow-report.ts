// A report on shadow prices: sums by lane and business, and short lists of the quotes whose prices change most.

import type { TransportMode } from '../pricing/cargo.ts'
import type { Decimal } from '../values/money.ts'
import { amountText, decimal, quantityText, roundHalfUp, ZERO } from '../values/money.ts'
import type { QuotedPrice, ShadowPrice } from './shadow-price.ts'

const MOVERS_MAX = 10
const UNSERVED_LISTED_MAX = 100
const PERCENT_DECIMALS = 2

/**
 * Amounts are in NGN. `count`, `before` and `after` cover the quotes that have a price under the trial. `unserved` is the number of quotes
 * without a price under the trial.
 */
export type Totals = {
  count: number
  before: string
  after: string
  difference: string
  percent: string | null
  unserved: number
  unservedBefore: string
}

export type LaneTotals = Totals & { lane: string; transportMode: TransportMode; businessId: string }

export type QuoteChange = {
  quoteId: string
  reference: string
  businessId: string
  lane: string
  transportMode: TransportMode
  before: string
  after: string | null
  difference: string | null
  percent: string | null
}

export type ShadowReport = {
  /**
   * Numbers of quotes. `seen`: all quotes that were read. `untouched`: quotes whose price the trial does not affect. `unpriced`: quotes
   * that never had a price.
   */
  seen: number
  untouched: number
  unpriced: number
  total: Totals
  lanes: LaneTotals[]
  rises: QuoteChange[]
  falls: QuoteChange[]
  /** The quotes without a price under the trial, at most a hundred. `total.unserved` is their full number. */
  unserved: QuoteChange[]
}

type Sums = { count: number; before: Decimal; after: Decimal; unserved: number; unservedBefore: Decimal }

const percentOf = (before: Decimal, difference: Decimal): string | null =>
  before.isZero() ? null : quantityText(roundHalfUp(difference.div(before).mul(100), PERCENT_DECIMALS))

const totalsOf = ({ count, before, after, unserved, unservedBefore }: Sums): Totals => {
  const difference = after.minus(before)
  return {
    count,
    before: amountText(before),
    after: amountText(after),
    difference: amountText(difference),
    percent: percentOf(before, difference),
    unserved,
    unservedBefore: amountText(unservedBefore),
  }
}

const emptySums = (): Sums => ({ count: 0, before: ZERO, after: ZERO, unserved: 0, unservedBefore: ZERO })

type Mover = { difference: Decimal; change: QuoteChange }

/** Keeps the quotes with the largest differences. Ties are broken by id, so that the reading order does not matter. */
const keepMover = (movers: Mover[], mover: Mover): void => {
  const before = (a: Mover, b: Mover): number =>
    b.difference.abs().cmp(a.difference.abs()) || (a.change.quoteId < b.change.quoteId ? -1 : 1)
  const last = movers.at(-1)
  if (movers.length === MOVERS_MAX && last && before(last, mover) < 0) return
  movers.push(mover)
  movers.sort(before)
  if (movers.length > MOVERS_MAX) movers.pop()
}

export const collectShadow = () => {
  const counted = { seen: 0, untouched: 0, unpriced: 0 }
  const total = emptySums()
  const lanes = new Map<string, { sums: Sums; head: Pick<LaneTotals, 'lane' | 'transportMode' | 'businessId'> }>()
  const [rises, falls]: [Mover[], Mover[]] = [[], []]
  const unserved: QuoteChange[] = []

  const sumsOf = (head: Pick<LaneTotals, 'lane' | 'transportMode' | 'businessId'>): Sums => {
    const key = `${head.lane}\n${head.transportMode}\n${head.businessId}`
    const known = lanes.get(key) ?? { sums: emptySums(), head }
    lanes.set(key, known)
    return known.sums
  }

  const add = (quote: QuotedPrice, price: ShadowPrice | 'untouched' | 'unpriced'): void => {
    counted.seen += 1
    if (typeof price === 'string') {
      counted[price] += 1
      return
    }
    const head = { lane: price.breakdown.lane, transportMode: quote.cargo.mode, businessId: quote.businessId }
    const before = decimal(price.before)
    const after = price.after === null ? null : decimal(price.after)
    for (const sums of [total, sumsOf(head)]) {
      if (after === null) {
        sums.unserved += 1
        sums.unservedBefore = sums.unservedBefore.plus(before)
      } else {
        sums.count += 1
        sums.before = sums.before.plus(before)
        sums.after = sums.after.plus(after)
      }
    }
    const difference = after === null ? null : after.minus(before)
    const change: QuoteChange = {
      quoteId: quote.id,
      reference: quote.reference,
      ...head,
      before: price.before,
      after: price.after,
      difference: difference && amountText(difference),
      percent: difference && percentOf(before, difference),
    }
    if (difference === null) {
      if (unserved.length < UNSERVED_LISTED_MAX) unserved.push(change)
    } else if (!difference.isZero()) {
      keepMover(difference.isPositive() ? rises : falls, { difference, change })
    }
  }

  const byPlace = (a: LaneTotals, b: LaneTotals): number =>
    [a.lane, a.transportMode, a.businessId].join('\n') < [b.lane, b.transportMode, b.businessId].join('\n') ? -1 : 1

  const report = (): ShadowReport => ({
    ...counted,
    total: totalsOf(total),
    lanes: [...lanes.values()].map(({ sums, head }) => ({ ...head, ...totalsOf(sums) })).sort(byPlace),
    rises: rises.map(({ change }) => change),
    falls: falls.map(({ change }) => change),
    unserved,
  })
  return { add, report }
}
