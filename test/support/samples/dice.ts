// Seeded random numbers: the same sequence for the same seed.

/** Uses the Mulberry32 generator. */
export const dice = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (count: number): number => Math.floor(next() * count)
  const pick = <T>(items: readonly T[]): T => items[upTo(items.length)]!
  const chance = (share: number): boolean => next() < share
  const some = <T>(items: readonly T[], share: number): T[] => items.filter(() => chance(share))
  const between = (low: number, high: number, places: number): number => Number((low + next() * (high - low)).toFixed(places))
  return { upTo, pick, chance, some, between }
}

export type Dice = ReturnType<typeof dice>
