// What is asked when the first request of a turn of the event loop comes holds for all of that turn: they had all come by then.

/** Only for who is called as requests come in: asked at another time, the answer would outlive the turn. */
export const oncePerTurn = <T>(ask: () => T): (() => T) => {
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
