// Works on background tasks, in turns. Several servers may work at the same time: a lease reserves each task for one server.

import type { Task, TaskKind } from '../../domain/tasks/task.ts'
import { fail, finish, resume } from '../../domain/tasks/task.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as tasks from '../../store/tasks/tasks.ts'
import { bankLinesInTurn } from '../billing/bank/bank-lines-in-turn.ts'
import { monthEndInTurn } from '../billing/month-end/month-end.ts'
import type { Deps } from '../deps.ts'
import { importInTurn } from './import-rows.ts'
import type { Turn } from './turn.ts'
import { beginTurn, LEASE_MS } from './turn.ts'

/** How long to wait before a failed step is tried again. */
const RETRY_AFTER_MS = 2_000
const KEPT_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

/** Works until the task is done, or until the turn is over. Returns whether the task is done. */
type Work = (deps: Deps, turn: Turn) => Promise<boolean>

const WORK: Readonly<Record<TaskKind, Work>> = {
  month_end: monthEndInTurn,
  opening_balances: importInTurn('opening_balances'),
  announcements: importInTurn('announcements'),
  bank_lines: bankLinesInTurn,
}

export const workTasks = async (deps: Deps): Promise<void> => {
  for (const task of await tasks.idle(deps.db, deps.queueClock())) {
    const claimed = await unlessTaken(tasks.save(deps.db, task, { ...task, leaseUntil: deps.queueClock() + LEASE_MS }))
    if (claimed) await takeTurn(deps, beginTurn(deps, claimed))
  }
}

/** Returns null if another server has taken the task. */
const unlessTaken = (saved: Promise<Task>): Promise<Task | null> =>
  saved.catch((error) => {
    if (error instanceof tasks.TaskTaken) return null
    throw error
  })

const takeTurn = async (deps: Deps, turn: Turn): Promise<void> => {
  const save = (after: Task) => unlessTaken(tasks.save(deps.db, turn.task(), after))
  try {
    const isDone = await WORK[turn.task().kind](deps, turn)
    await save(isDone ? finish(turn.task(), deps.clock()) : { ...turn.task(), leaseUntil: 0 })
  } catch (error) {
    if (error instanceof tasks.TaskTaken) return
    const { id, kind } = turn.task()
    deps.report('a task failed', { task: id, kind, reason: (error as Error).message })
    const reason = error instanceof Rejection ? error.messages.join(' ') : 'An unexpected error; the log of the server says more.'
    await save(fail(turn.task(), reason, { now: deps.clock(), retryAt: deps.queueClock() + RETRY_AFTER_MS }))
  }
}

/** Resumes a task that stopped after too many failures. */
export const resumeTask = (deps: Deps, author: Author, id: string): Promise<Task> =>
  deps.db.transaction(author, async (tx) => {
    const task = await tasks.load(tx, id)
    return tasks.save(tx, task, resume(task, deps.clock()))
  })

export const pruneTasks = (deps: Deps): Promise<number> => tasks.prune(deps.db, deps.clock() - KEPT_DAYS * DAY_MS)
