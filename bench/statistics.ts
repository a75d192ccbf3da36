// Medians, spreads and percentiles.

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export type Spread = { median: number; min: number; max: number }

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!
  return { median, min: sorted[0]!, max: sorted.at(-1)! }
}

export const medianOf = (values: readonly number[]): number => spreadOf(values).median
