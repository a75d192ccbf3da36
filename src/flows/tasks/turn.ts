// A short turn in which a server works on a task, step by step. Each step is saved together with the progress in one transaction.

import type { Task, TaskFailure } from '../../domain/tasks/task.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Principal, Tx } from '../../platform/engine/db.ts'
import * as tasks from '../../store/tasks/tasks.ts'
import type { Deps } from '../deps.ts'

/** How long a server may take for a step. After that, another server takes over the task. */
export const LEASE_MS = 30_000
/** After this time, a turn begins no further step. Turns are short, because a stopping server waits until its turn has ended. */
const TURN_MS = 1_000

/** A step's changes to the task, and the rows that failed in this step. */
type StepDone = Partial<Pick<Task, 'done' | 'total' | 'position' | 'input'>> & { failures?: readonly TaskFailure[] }

export type Turn = {
  /** The task as it was saved last. */
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

export type PartTaken = { taken: number; failures: readonly TaskFailure[] }

/** `take` handles some rows inside a transaction. If a rule refuses a row, `refuse` returns the failures of this row. */
type Rows<T> = {
  all: readonly T[]
  atOnce: number
  take(tx: Tx, part: readonly T[]): Promise<PartTaken>
  refuse(row: T, refusal: Rejection): Promise<TaskFailure[]>
}

/**
 * Handles rows in parts of `atOnce` rows. Each part is one step. If a rule refuses a row, the part is repeated with one step per row.
 * Returns false if the turn ended before the last row.
 */
export const takeParts = async <T>(turn: Turn, by: Principal, { all, atOnce, take, refuse }: Rows<T>): Promise<boolean> => {
  const takeStep = async (part: readonly T[]): Promise<void> => {
    try {
      await turn.step(by, async (tx, { done, position }) => {
        const { taken, failures } = await take(tx, part)
        return { done: done + taken, position: position + part.length, failures }
      })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      if (part.length > 1) for (const row of part) await takeStep([row])
      else {
        const failures = await refuse(part[0]!, error)
        await turn.step(by, async (_, { position }) => ({ position: position + 1, failures }))
      }
    }
  }
  while (turn.task().position < all.length) {
    if (turn.isOver()) return false
    const { position } = turn.task()
    await takeStep(all.slice(position, position + atOnce))
  }
  return true
}
