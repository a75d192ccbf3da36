// Compares the lines of the booked price with those of the final one. The differences add up to the difference of the totals.

import type { Package } from '../packages/package.ts'
import type { PriceLine } from '../pricing/price.ts'
import type { Quote } from '../quotes/quote.ts'
import { amountText, decimal } from '../values/money.ts'

export type LineDifference = { description: string; before: PriceLine | null; after: PriceLine | null; difference: string }

/** Ocean freight has a line for each element of the cargo; every other kind has one line. */
const keyed = (lines: readonly PriceLine[], elementOf: (freightIndex: number) => number): Map<string, PriceLine> => {
  let freight = 0
  const keys = new Map<string, PriceLine>()
  for (const line of lines) {
    const key = line.kind === 'freight' ? `freight ${elementOf(freight++)}` : line.kind
    // An element that was split has several lines.
    keys.set(keys.has(key) ? `${key}, ${freight}` : key, line)
  }
  return keys
}

/** `counted`: the packages that the final price counts, in the order of its lines. Empty until the price is final. */
export const lineDifferences = ({ bookedRate, selectedRate, cargo }: Quote, counted: readonly Package[]): LineDifference[] => {
  if (bookedRate === null || selectedRate === null) return []
  const before = keyed(bookedRate.breakdown.lines, (index) => index)
  const after = keyed(selectedRate.breakdown.lines, (index) => (cargo.mode === 'air' ? index : (counted[index]?.cargoIndex ?? index)))
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null]
    return {
      description: (is ?? was)!.description,
      before: was,
      after: is,
      difference: amountText(decimal(is?.amount ?? 0).minus(was?.amount ?? 0)),
    }
  })
}
