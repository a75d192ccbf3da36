// Spreads many cases over many items, where trying every pair only makes a proof larger.

/** Outside soak every `turns`-th item, from another one on in each turn: over all turns each item is tried. In soak always all of them. */
export const inTurn = <T>(items: readonly T[], turn: number, turns: number): readonly T[] =>
  process.env.SOAK ? items : items.filter((_, index) => index % turns === turn % turns)
