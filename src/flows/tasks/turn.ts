// A server's turn at some work: it does one step after the other, and saves the progress in the transaction of each step.

import type { Task, TaskFailure } from '../../domain/tasks/task.ts'
import type { Principal, Tx } from '../../platform/engine/db.ts'
import * as tasks from '../../store/tasks/tasks.ts'
import type { Deps } from '../deps.ts'

/** How long a server may take for a step. After that, another server goes on with the work. */
export const LEASE_MS = 30_000
/** How long one turn lasts. A stopping server waits for it. */
const TURN_MS = 1_000

/** The change that a step makes to the task, and the rows that failed in it. */
type StepDone = Partial<Pick<Task, 'done' | 'total' | 'position' | 'input'>> & { failures?: readonly TaskFailure[] }

export type Turn = {
  /** As it was saved last. */
  task(): Task
  /** Runs a step in one transaction with its progress: both are stored, or neither. */
  step(by: Principal, work: (tx: Tx, task: Task) => Promise<StepDone>): Promise<void>
  isOver(): boolean
}

export const beginTurn = (deps: Deps, claimed: Task): Turn => {
  let current = claimed
  const endsAt = deps.monotonic() + TURN_MS
  return {
    task: () => current,
    isOver: () => deps.monotonic() >= endsAt,
    step: async (by, work) => {
      current = await deps.db.transaction(by, async (tx) => {
        const { failures = [], ...change } = await work(tx, current)
        if (failures.length > 0) await tasks.addFailures(tx, current, await tasks.countFailures(tx, current), failures)
        const failed = current.failed + new Set(failures.map(({ position }) => position)).size
        const progress = { attempts: 0, failure: null, changedAt: deps.clock(), leaseUntil: deps.queueClock() + LEASE_MS }
        return tasks.save(tx, current, { ...current, ...change, failed, ...progress })
      })
    },
  }
}
