// Spreads many cases over many items, for tests that would gain little from trying every case with every item.

/**
 * Returns every `turns`-th item, starting at index `turn`. The results of all turns together contain every item. In the soak, each turn
 * returns all items.
 */
export const inTurn = <T>(items: readonly T[], turn: number, turns: number): readonly T[] =>
  process.env.SOAK ? items : items.filter((_, index) => index % turns === turn % turns)
