// Turns of the event loop: a function that is called once in each, and their number.

/** Call it only as a request arrives: a result taken later in the turn would also serve requests of the next turn. */
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
