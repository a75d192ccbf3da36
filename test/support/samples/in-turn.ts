// Spreads many cases over many items, where trying every pair only makes a proof larger.

/**
 * Every `turns`-th item, starting with another one in each turn, so that all turns together cover each item. In the soak, always all items.
 */
export const inTurn = <T>(items: readonly T[], turn: number, turns: number): readonly T[] =>
  process.env.SOAK ? items : items.filter((_, index) => index % turns === turn % turns)
