// Yields to the event loop during a long transaction or series of reads, because SQLite's statements run in this thread.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long statements may run without a pause. After this time, the next statement waits for the next turn of the event loop. */
const TURN_MAX_MS = 25

export const createTurns = () => {
  let startedAtMs = 0
  let pause: Promise<void> | null = null
  let ended = 0

  const start = (): void => {
    startedAtMs = performance.now()
  }

  /** Runs a statement in the next turn of the event loop. Statements that arrive before that turn run in order. */
  const later = async <T>(run: () => T): Promise<T> => {
    const endedBefore = ended
    pause ??= nextTurn().then(() => {
      pause = null
      start()
    })
    await pause
    if (ended !== endedBefore) throw new Error('this transaction is over: await every statement')
    return run()
  }

  return {
    /** Starts a new period of at most TURN_MAX_MS without a pause. Call this when a group of transactions begins. */
    start,
    take: <T>(run: () => T): T | Promise<T> => (pause || performance.now() - startedAtMs > TURN_MAX_MS ? later(run) : run()),
    /** Call this when a transaction is over. Its waiting statements throw, because otherwise they would run in the next transaction. */
    end: (): void => {
      ended++
    },
  }
}
