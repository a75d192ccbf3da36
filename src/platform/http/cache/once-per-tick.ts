// Turns of the event loop: calls a function at most once in each turn, and numbers the turns.

/**
 * Calls `ask` at most once per turn of the event loop, and shares the result. Call the returned function only when a request arrives: a
 * later call in the turn would keep its result for the next turn.
 */
export const oncePerTick = <T>(ask: () => T): (() => T) => {
  let asked: { answer: T } | null = null
  const forget = (): void => {
    asked = null
  }
  return () => {
    if (!asked) {
      asked = { answer: ask() }
      setImmediate(forget)
    }
    return asked.answer
  }
}

/** Returns a function whose result stays the same within a turn of the event loop, and changes from one turn to the next. */
export const createTurnNumber = (): (() => number) => {
  let turn = 0
  let isCounted = false
  const count = (): void => {
    turn++
    isCounted = false
  }
  return () => {
    if (!isCounted) setImmediate(count)
    isCounted = true
    return turn
  }
}
