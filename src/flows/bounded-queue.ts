// A queue that limits how many tasks run and how many wait. When both limits are reached, further tasks are refused.

import type { BulkheadPolicy } from 'cockatiel'
import { Rejection } from '../domain/values/errors.ts'

const RETRY_SECONDS = 2

type Limits = { atOnce: number; waitingMax: number; refusal: string }

export const createBoundedQueue = ({ atOnce, waitingMax, refusal }: Limits) => {
  let queue: BulkheadPolicy | null = null
  return async <T>(task: () => Promise<T>): Promise<T> => {
    const { BulkheadRejectedError, bulkhead } = await import('cockatiel')
    queue ??= bulkhead(atOnce, waitingMax)
    try {
      return await queue.execute(task)
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error
      throw new Rejection('OVERLOADED', refusal, { retryAfterSeconds: RETRY_SECONDS })
    }
  }
}
