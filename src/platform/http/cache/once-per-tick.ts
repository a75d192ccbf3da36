// Asks once per turn of the event loop: what is asked when the first request of a turn comes holds for all requests of that turn.

/** Only for what is asked as requests come in, all of which had come by then: asked later, the answer would outlive the turn. */
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
