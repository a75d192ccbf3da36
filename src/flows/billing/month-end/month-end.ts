// Issues the invoices of a month end in the background: starts a task, and works on the task in short turns.

import { requireSeller } from '../../../domain/operator/operator.ts'
import type { Task } from '../../../domain/tasks/task.ts'
import { invalidTransition, Rejection } from '../../../domain/values/errors.ts'
import type { Mode, Scope } from '../../../domain/values/scope.ts'
import { StaleWrite, StoreRefused, StoreUnavailable, SYSTEM } from '../../../platform/engine/db.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as operators from '../../../store/operator/operator.ts'
import * as tasks from '../../../store/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'
import { callerFor } from '../../deps.ts'
import type { Turn } from '../../tasks/turn.ts'
import { billingAuthor } from '../charges/charge-months.ts'
import type { IssuedDue, RunSlice } from '../issue-due.ts'
import { dueGroups, issueDue, issueDueOf } from '../issue-due.ts'

const BUSINESSES_MAX = 10_000

/** After these errors, the task is tried again. Any other error is recorded as a failure of the business. */
const RETRIED = [tasks.TaskTaken, StaleWrite, StoreUnavailable, StoreRefused]

/**
 * `businessId`: null means all businesses. `withManual`: whether to include charges of past months that staff would otherwise invoice by
 * hand.
 */
export type MonthEnd = { mode: Mode; businessId: string | null; withManual: boolean }

/** `after`: the id of the last business that is finished. The next turn begins with the business after it. */
type MonthEndInput = { withManual: boolean; after: string }

const inputOf = ({ input }: Task): MonthEndInput => JSON.parse(input)
const textOf = (input: MonthEndInput): string => JSON.stringify(input)

const subjectOf = (mode: Mode): string => `month_end ${mode}`

export const runningMonthEnd = (deps: Deps, mode: Mode): Promise<Task | null> => tasks.running(deps.db, subjectOf(mode))

/** The businesses that a month end covers and that have charges without an invoice. */
export const scopesOf = async (deps: Deps, { mode, businessId }: MonthEnd): Promise<Scope[]> =>
  (await charges.waitingScopes(deps.db)).filter((scope) => scope.mode === mode && (businessId === null || scope.businessId === businessId))

/**
 * Starts a month end. Only one month end can run per mode. If the same month end is already running, returns it. Throws if a different
 * month end is running.
 */
export const startMonthEnd = async (deps: Deps, author: Author, wanted: MonthEnd): Promise<tasks.Started> => {
  requireSeller(await operators.find(deps.db), wanted.mode)
  const { mode, businessId } = wanted
  const subject = subjectOf(mode)
  const input = textOf({ withManual: wanted.withManual, after: '' })
  let total = 0
  for (const scope of await scopesOf(deps, wanted)) total += await countDue(deps, author, scope, wanted)
  const { actor: startedBy, requestId } = author
  const given = { kind: 'month_end', mode, businessId, subject, startedBy, requestId, total, input, header: '[]' } as const
  return deps.db.transaction(author, async (tx) => {
    const started = await tasks.start(tx, { id: deps.newId('tsk'), ...given }, deps.clock())
    if (started.task.businessId !== businessId || inputOf(started.task).withManual !== wanted.withManual)
      throw invalidTransition('Another month end is running; wait until it is done.')
    return started
  })
}

/** Counts the due invoices of a business. Returns zero after an error, because the month end itself will report that error. */
const countDue = async (deps: Deps, author: Author, scope: Scope, { withManual }: MonthEnd): Promise<number> => {
  try {
    return (await dueGroups(deps, await callerFor(deps.db, scope, author), { withManual })).groups.length
  } catch {
    return 0
  }
}

/** Issues the due invoices, one business after another. Returns false if the turn ended before all businesses were done. */
export const monthEndInTurn = async (deps: Deps, turn: Turn): Promise<boolean> => {
  const { withManual } = inputOf(turn.task())
  const { isDone, after } = await issueInTurn(deps, turn)
  if (!isDone) await turn.step(SYSTEM, async () => ({ input: textOf({ withManual, after }) }))
  return isDone
}

/** Issues the invoices of each business. A business that fails is recorded, and does not stop the others. */
const issueInTurn = async (deps: Deps, turn: Turn): Promise<{ isDone: boolean; after: string }> => {
  const { mode, businessId, startedBy: actor, requestId } = turn.task()
  const { withManual, after: done } = inputOf(turn.task())
  let after = done
  const author = { actor, requestId, at: deps.clock() }
  const failed = new Set((await tasks.failures(deps.db, turn.task(), BUSINESSES_MAX)).map(({ name }) => name))
  for (const scope of await scopesOf(deps, { mode, businessId, withManual })) {
    if (scope.businessId <= done || failed.has(scope.businessId)) continue
    if (turn.isOver()) return { isDone: false, after }
    try {
      const caller = await callerFor(deps.db, scope, author)
      if (!(await issueDueOf(deps, caller, { withManual, run: sliceIn(turn), isOver: turn.isOver })).isDone) return { isDone: false, after }
      after = scope.businessId
    } catch (error) {
      if (RETRIED.some((kind) => error instanceof kind)) throw error
      deps.report('invoices not issued', { business: scope.businessId, reason: (error as Error).message })
      const message = error instanceof Rejection ? error.messages.join(' ') : 'Not issued; the log of the server says why.'
      failed.add(scope.businessId)
      await turn.step(SYSTEM, async () => ({ failures: [{ position: failed.size, name: scope.businessId, message, cells: [] }] }))
    }
  }
  return { isDone: true, after }
}

/** Issues each slice of invoices as one step of the turn. The progress is saved in the same transaction as the invoices. */
const sliceIn =
  (turn: Turn): RunSlice =>
  async (by, slice) => {
    const before = turn.task().done
    await turn.step(by, async (tx, { done, total }) => {
      const issued = await slice(tx)
      return { done: done + issued, total: Math.max(total, done + issued) }
    })
    return turn.task().done - before
  }

/**
 * Issues the due invoices. If one business has many due invoices, starts a month end for the mode instead, so that staff can watch the
 * progress.
 */
export const issueDueWatched = async (deps: Deps): Promise<IssuedDue> =>
  issueDue(deps, async (mode) => {
    const wanted = { mode, businessId: null, withManual: false }
    if (!(await runningMonthEnd(deps, mode))) await startMonthEnd(deps, billingAuthor(deps.clock()), wanted)
  })
