// Runs many simulations on all cores, until all simulations are done or one simulation fails.

import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { keepFailed } from './seeds.ts'
import type { Result, Task } from './worker.ts'

const WORKER = join(import.meta.dirname, 'worker.ts')

export type Total = { operations: number; requests: number; counts: Record<string, number> }

/** Starts the tasks in order. After the first failure, no further task is started. */
export const soak = async (tasks: readonly Task[]): Promise<Total> => {
  const total: Total = { operations: 0, requests: 0, counts: {} }
  const failures: string[] = []
  let next = 0
  const work = async (): Promise<void> => {
    const worker = new Worker(WORKER)
    while (failures.length === 0 && next < tasks.length) {
      const task = tasks[next]!
      next += 1
      worker.postMessage(task)
      const [result] = (await once(worker, 'message')) as [Result]
      if ('failed' in result) {
        await keepFailed({ kills: 0, ...task })
        failures.push(result.failed)
        continue
      }
      total.operations += task.operations
      total.requests += result.requests
      for (const [what, times] of Object.entries(result.counts)) total.counts[what] = (total.counts[what] ?? 0) + times
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work))
  if (failures.length > 0) throw new Error(failures.join('\n\n'))
  return total
}
