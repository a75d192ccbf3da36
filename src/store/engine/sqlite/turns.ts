// Lets others have their turn of the event loop while a long transaction or a row of reads runs: its statements are run in this thread.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** After so long the next statement waits for the next turn: whoever asks for something else meanwhile is answered. */
const TURN_MAX_MS = 25

export const createTurns = () => {
  let startedAtMs = 0
  let pause: Promise<void> | null = null
  let ended = 0

  const start = (): void => {
    startedAtMs = performance.now()
  }

  /** In the order in which they were sent: all that come during a pause wait for its end. */
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
    /** Where a turn is known to begin. */
    start,
    take: <T>(run: () => T): T | Promise<T> => (pause || performance.now() - startedAtMs > TURN_MAX_MS ? later(run) : run()),
    /** Says that the transaction has ended: what waits of it is not run in the next one. */
    end: (): void => {
      ended++
    },
  }
}
