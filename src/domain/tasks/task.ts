// Long-running tasks that the server works on in the background, in steps, and continues after a restart.

import { invalidTransition } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'

export const TASK_KINDS = ['month_end', 'opening_balances', 'announcements', 'bank_lines'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const TASK_STATES = ['running', 'done', 'stopped'] as const
type TaskState = (typeof TASK_STATES)[number]

/** After this many failed tries of a step, the task stops until a person resumes the task. */
const ATTEMPTS_MAX = 5

export type Task = {
  id: string
  version: number
  kind: TaskKind
  mode: Mode
  /** Null if the work is for all businesses. */
  businessId: string | null
  /** Only one task with the same subject runs at a time. */
  subject: string
  /** The input as JSON; empty when the task is done. */
  input: string
  /** The columns of the imported file as a JSON array; empty for other tasks. */
  header: string
  state: TaskState
  /** Number of invoices issued, or of rows imported. */
  done: number
  total: number
  /** The number of rows handled so far. The next step continues with the next row. */
  position: number
  /** Number of rows or businesses that failed. */
  failed: number
  /** Why the current step failed when it was most recently tried; null if it has not failed. */
  failure: string | null
  /** Number of failed tries of the current step. */
  attempts: number
  startedBy: string
  /** Id of the request that started the task. The audit records of the task's changes show this id. */
  requestId: string
  createdAt: number
  changedAt: number
  finishedAt: number | null
  /** Until this time the task is leased to a server, or waits for a retry. After this time any server may continue the task. */
  leaseUntil: number
}

/** A row of an imported file, or a business, for which the task failed. */
export type TaskFailure = { position: number; name: string; message: string; cells: readonly string[] }

export type NewTask = Pick<
  Task,
  'id' | 'kind' | 'mode' | 'businessId' | 'subject' | 'input' | 'header' | 'total' | 'startedBy' | 'requestId'
>

export const newTask = (given: NewTask, now: number): Task => ({
  ...given,
  version: 1,
  state: 'running',
  done: 0,
  position: 0,
  failed: 0,
  failure: null,
  attempts: 0,
  createdAt: now,
  changedAt: now,
  finishedAt: null,
  leaseUntil: 0,
})

/** Marks the task as done and deletes its input. */
export const finish = (task: Task, now: number): Task => ({
  ...task,
  state: 'done',
  total: task.kind === 'month_end' ? task.done : task.total,
  input: '',
  changedAt: now,
  finishedAt: now,
  leaseUntil: 0,
})

/** Records a failed try of a step. The step is tried again until `ATTEMPTS_MAX` is reached; then the task stops. */
export const fail = (task: Task, reason: string, { now, retryAt }: { now: number; retryAt: number }): Task => {
  const attempts = task.attempts + 1
  if (attempts < ATTEMPTS_MAX) return { ...task, attempts, failure: reason, changedAt: now, leaseUntil: retryAt }
  return { ...task, attempts, state: 'stopped', failure: reason, changedAt: now, finishedAt: now, leaseUntil: 0 }
}

/** Resumes a stopped task at the step where it stopped. */
export const resume = (task: Task, now: number): Task => {
  if (task.state !== 'stopped') throw invalidTransition('Only work that has stopped can be resumed.')
  return { ...task, state: 'running', attempts: 0, failure: null, changedAt: now, finishedAt: null, leaseUntil: 0 }
}
