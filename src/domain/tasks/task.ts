// Long work that the server does in the background, in steps that survive a restart.

import { invalidTransition } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'

export const TASK_KINDS = ['month_end', 'opening_balances', 'announcements', 'bank_lines'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const TASK_STATES = ['running', 'done', 'stopped'] as const
type TaskState = (typeof TASK_STATES)[number]

/** How often a step is tried before the work stops and waits for a person. */
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
  /** JSON, empty when the work is done. */
  input: string
  /** JSON: the columns of the file; empty for other work. */
  header: string
  state: TaskState
  /** Invoices that were issued, or rows that were imported. */
  done: number
  total: number
  /** The number of rows that were handled. The next step continues after them. */
  position: number
  /** Rows or businesses that failed. */
  failed: number
  /** Why the work stopped. */
  failure: string | null
  /** Failed tries of the current step. */
  attempts: number
  startedBy: string
  /** The request that started the work. The records of the audit trail show it. */
  requestId: string
  createdAt: number
  changedAt: number
  finishedAt: number | null
  /** From this time on, any server may take the work: the lease of a server, or the wait before a retry, is over. */
  leaseUntil: number
}

/** A row of a file, or a business, that failed. */
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

/** Finishes the task: keeps its counts and deletes its input. */
export const finish = (task: Task, now: number): Task => ({
  ...task,
  state: 'done',
  total: task.kind === 'month_end' ? task.done : task.total,
  input: '',
  changedAt: now,
  finishedAt: now,
  leaseUntil: 0,
})

/** Counts a failed try of a step. The step is retried until the tries are used up; then the work stops, with the reason. */
export const fail = (task: Task, reason: string, { now, retryAt }: { now: number; retryAt: number }): Task => {
  const attempts = task.attempts + 1
  if (attempts < ATTEMPTS_MAX) return { ...task, attempts, failure: reason, changedAt: now, leaseUntil: retryAt }
  return { ...task, attempts, state: 'stopped', failure: reason, changedAt: now, finishedAt: now, leaseUntil: 0 }
}

/** Resumes stopped work at the step where it stopped. */
export const resume = (task: Task, now: number): Task => {
  if (task.state !== 'stopped') throw invalidTransition('Only work that has stopped can be resumed.')
  return { ...task, state: 'running', attempts: 0, failure: null, changedAt: now, finishedAt: null, leaseUntil: 0 }
}
