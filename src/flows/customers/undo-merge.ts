// Undoes a merge: moves back what was moved and what it was repacked into, except what was reassigned or invoiced since.

import { fullName, unmerge } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Batch, Left, MergeTask } from '../../store/customers/merge-tasks.ts'
import * as tasks from '../../store/customers/merge-tasks.ts'
import type { Tx } from '../../store/engine/db.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finishOthers, finishOwn, leftIn } from './finish-merges.ts'
import { SLICE_COST } from './move-belongings.ts'
import type { Return } from './return-belongings.ts'
import { batchesOf, costOf, returnBatch } from './return-belongings.ts'

/** `left` are quotes and packages that belong to somebody else by now, and packages that hold goods of both. */
export type UndoneMerge = { merge: CustomerMerge; left: string[] }

type Begun = UndoneMerge | { merge: CustomerMerge; task: MergeTask } | { unfinished: MergeTask[] }

/** One short transaction decides; what it has no room for goes back in further ones, before this answers. */
export const undoMerge = async (deps: Deps, caller: Caller, id: string): Promise<UndoneMerge> => {
  for (;;) {
    const begun = await begin(deps, caller, id)
    if ('left' in begun) return begun
    if ('task' in begun) {
      await finishOwn(deps, caller, begun.task)
      return { merge: begun.merge, left: await tasks.leftBy(deps.db, begun.task) }
    }
    await finishOthers(deps, begun.unfinished)
  }
}

const begin = (deps: Deps, caller: Caller, id: string): Promise<Begun> =>
  deps.db.transaction(caller, async (tx) => {
    const { merge } = await merges.locate(tx, id)
    if (merge.undoneAt !== null) throw new Rejection('INVALID_TRANSITION', 'This merge was undone already.')
    const [duplicate, kept] = [await customers.load(tx, caller, merge.mergedId), await customers.load(tx, caller, merge.keptId)]
    const next = unmerge(duplicate, kept, merge.moved.statusBefore)
    const unfinished = await tasks.ofCustomers(tx, caller, [duplicate.id, kept.id])
    if (unfinished.length > 0) return { unfinished }
    const restored = await customers.save(tx, caller, duplicate, next)
    // Saved as it is, so that of this and a merge which involves it at once the later one starts again.
    await customers.save(tx, caller, kept, kept)
    const undone = await merges.undo(tx, caller, merge, nowFor(deps, caller))
    const between = { keptId: kept.id, mergedId: restored.id, name: fullName(restored) }
    const { left, todo } = await returnFirst(deps, tx, caller, between, batchesOf(merge.moved))
    const happened = restored.status === 'active' ? 'customer.reactivated' : 'customer.updated'
    await recordEvents(deps, tx, caller, [customerEvent(happened, restored)])
    if (todo.length === 0) return { merge: undone, left: await leftIn(tx, caller, kept.id, left) }
    const task: MergeTask = {
      businessId: caller.businessId,
      mode: caller.mode,
      id: merge.id,
      kind: 'undo',
      keptId: kept.id,
      mergedId: restored.id,
      statusBefore: merge.moved.statusBefore,
      actor: caller.actor,
      requestId: caller.requestId,
      startedAt: nowFor(deps, caller),
      workedAt: deps.queueClock(),
    }
    await tasks.begin(tx, task)
    for (const each of left) await tasks.addLeft(tx, task, each)
    await tasks.addTodo(tx, task, todo)
    return { merge: undone, task }
  })

/** Gives back as much as a slice holds; `todo` is the rest. */
const returnFirst = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  between: Return,
  batches: readonly Batch[],
): Promise<{ left: Left[]; todo: Batch[] }> => {
  const [todo, left]: [Batch[], Left[]] = [[...batches], []]
  for (let room = SLICE_COST; todo[0] !== undefined && costOf(todo[0]) <= room; ) {
    const batch = todo.shift()!
    room -= costOf(batch)
    const { further, ...notGiven } = await returnBatch(deps, tx, caller, between, batch)
    left.push(notGiven)
    todo.push(...further)
  }
  return { left, todo }
}
