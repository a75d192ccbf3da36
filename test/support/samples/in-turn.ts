// Spreads many cases over many items, for tests in which trying every pair would prove little more.

/** Every `turns`-th item. Each turn starts with another item, so that all turns together cover every item. In the soak, all items. */
export const inTurn = <T>(items: readonly T[], turn: number, turns: number): readonly T[] =>
  process.env.SOAK ? items : items.filter((_, index) => index % turns === turn % turns)
