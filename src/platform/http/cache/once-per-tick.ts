// Calls a function once per turn of the event loop and shares the result among the requests of that turn.

/** Call it only as a request arrives: a result taken later in the turn would also serve requests of the next one. */
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
