// Files that are streamed in batches, such as CSV exports, take turns: only one of them makes a batch at a time.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Rejection } from '../../domain/values/errors.ts'

/**
 * How many files may wait for a turn. The file whose batch is being made counts as waiting. A file whose client is still reading does not.
 */
export const EXPORTS_WAITING_MAX = 10
const RETRY_SECONDS = 1

export const createExportTurns = () => {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = async <T>(make: () => Promise<T>): Promise<T> => {
    waiting++
    // Lets other requests run before each batch.
    const made = last.then(() => nextTurn()).then(make)
    last = made.catch(() => {})
    try {
      return await made
    } finally {
      waiting--
    }
  }

  async function* takingTurns<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
    const source = batches[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { done, value } = await inTurn(() => source.next())
        if (done) return
        yield value
      }
    } finally {
      await source.return?.()
    }
  }

  /** Returns the batches of a file. Throws `OVERLOADED` at once if too many files wait. */
  return <T>(batches: AsyncIterable<T>): AsyncGenerator<T> => {
    if (waiting >= EXPORTS_WAITING_MAX)
      throw new Rejection('OVERLOADED', 'Too many files are being written: try again in a moment.', { retryAfterSeconds: RETRY_SECONDS })
    return takingTurns(batches)
  }
}

export const exportInTurn = createExportTurns()
