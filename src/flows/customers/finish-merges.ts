// Works off merges of customers, undone merges and renamed customers slice by slice; those that a crash cut off are found and finished.

import { fullName } from '../../domain/customers/customer.ts'
import type { CustomerMerge, Moved } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Left, MergeTask } from '../../store/customers/merge-tasks.ts'
import * as tasks from '../../store/customers/merge-tasks.ts'
import type { Tx } from '../../store/engine/db.ts'
import { OutcomeUnknown } from '../../store/engine/db.ts'
import { callerFor } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { allOf, moveSlice } from './move-belongings.ts'
import { renameSlice } from './rename-packages.ts'
import { returnBatch, stillMixed } from './return-belongings.ts'

/** How many are taken over in one turn. */
const BATCH = 20
/** After so long without a slice its server must have died, or a request gave up. */
const ABANDONED_AFTER_MS = 5_000
/** For how long an undo keeps what it left, for the request that asked for it. */
const LEFT_KEPT_MS = 60 * 60 * 1000

/** Does one slice in a transaction of its own. True when the task is finished, by whomever. */
const workOn = (deps: Deps, caller: Caller, task: MergeTask): Promise<boolean> =>
  deps.db.transaction(caller, async (tx) => {
    if (!(await tasks.lock(tx, task, deps.queueClock()))) return true
    return SLICES[task.kind](deps, tx, caller, task)
  })

const mergeSlice = async (deps: Deps, tx: Tx, caller: Caller, task: MergeTask): Promise<boolean> => {
  // What is still made for the merged customer, by whoever books a quote of theirs, is committed before this or waits.
  const duplicate = await customers.loadAlone(tx, caller, task.mergedId)
  const kept = await customers.loadShared(tx, caller, task.keptId)
  const { moved, isLast } = await moveSlice(deps, tx, caller, duplicate, kept)
  const slice: Moved = { statusBefore: task.statusBefore, ...moved }
  if (isLast) {
    await merges.insert(
      tx,
      caller,
      mergeOf(task, { statusBefore: task.statusBefore, ...allOf([...(await tasks.allMoved(tx, task)), slice]) }),
    )
    await tasks.remove(tx, task)
  } else await tasks.addMoved(tx, task, slice)
  return isLast
}

export const mergeOf = ({ id, keptId, mergedId, actor, startedAt }: MergeTask, moved: Moved): CustomerMerge => ({
  id,
  keptId,
  mergedId,
  moved,
  mergedBy: actor,
  mergedAt: startedAt,
  undoneBy: null,
  undoneAt: null,
})

const undoSlice = async (deps: Deps, tx: Tx, caller: Caller, task: MergeTask): Promise<boolean> => {
  const next = await tasks.nextTodo(tx, task)
  if (next === null) {
    await tasks.finishUndo(tx, task, await leftIn(tx, caller, task.keptId, await tasks.allLeft(tx, task)))
    return true
  }
  const name = fullName(await customers.loadShared(tx, caller, task.mergedId))
  const { further, ...left } = await returnBatch(deps, tx, caller, { ...task, name }, next.batch)
  await tasks.setDone(tx, task, next.number, left)
  await tasks.addTodo(tx, task, further)
  return false
}

/** What a whole undo has not given back. */
export const leftIn = async (tx: Tx, caller: Caller, keptId: string, slices: readonly Left[]): Promise<string[]> => [
  ...slices.flatMap(({ left }) => left),
  ...(await stillMixed(
    tx,
    caller,
    keptId,
    slices.flatMap(({ mixed }) => mixed),
  )),
]

/** By the name that the customer has by now: it may have changed again. */
const renamedSlice: WorkSlice = async (deps, tx, caller, task) => {
  const isLast = await renameSlice(deps, tx, caller, await customers.loadShared(tx, caller, task.keptId))
  if (isLast) await tasks.remove(tx, task)
  return isLast
}

type WorkSlice = (deps: Deps, tx: Tx, caller: Caller, task: MergeTask) => Promise<boolean>

const SLICES: Record<MergeTask['kind'], WorkSlice> = { merge: mergeSlice, undo: undoSlice, rename: renamedSlice }

/** Works on a task until it is finished. Others may do so too: its slices come one after the other. */
const finish = async (deps: Deps, caller: Caller, task: MergeTask): Promise<void> => {
  while (!(await workOn(deps, caller, task)));
}

/**
 * For the request that began it. What has begun is finished in any case: a store that fails meanwhile, or a caller who has no authority any
 * more, leaves it to another worker.
 */
export const finishOwn = async (deps: Deps, caller: Caller, task: MergeTask): Promise<void> => {
  try {
    await finish(deps, caller, task)
  } catch (error) {
    throw new OutcomeUnknown('the work on a customer’s belongings has begun and goes on later', { cause: error })
  }
}

/** For another request that cannot begin before, but is not its work. Records and events name whoever asked for it. */
export const finishOthers = async (deps: Deps, unfinished: readonly MergeTask[]): Promise<void> => {
  for (const task of unfinished) {
    const author = { actor: task.actor, requestId: task.requestId, at: deps.clock() }
    await finish(deps, await callerFor(deps.db, task, author), task)
  }
}

export const forgetUndone = (deps: Deps): Promise<number> => tasks.prune(deps.db, deps.queueClock() - LEFT_KEPT_MS)

/** Finishes what nobody works on, at most so many; each by one server. One that fails does not hold up the others. */
export const finishMerges = async (deps: Deps): Promise<number> => {
  const found = await tasks.abandoned(deps.db, deps.queueClock() - ABANDONED_AFTER_MS, BATCH)
  for (const task of found) {
    try {
      if (await tasks.claim(deps.db, task, deps.queueClock())) await finishOthers(deps, [task])
    } catch (error) {
      deps.report('merge of customers not finished yet', { merge: task.id, reason: (error as Error).message })
    }
  }
  return found.length
}
