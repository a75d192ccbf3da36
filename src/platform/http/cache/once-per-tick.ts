// Turns of the event loop: calls a function at most once in each turn, and numbers the turns.

/**
 * Shares a result within a turn of the event loop. Call the returned function only as a request arrives, because a result from later in the
 * turn would also serve requests of the next turn.
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

/** Returns a number that changes with each turn of the event loop. */
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
