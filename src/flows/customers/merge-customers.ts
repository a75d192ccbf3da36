// Merges a duplicate into another customer: moves its quotes, packages, announcements and uninvoiced charges, and keeps the list for undo.

import { mergeInto } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as customers from '../../store/customers/customers.ts'
import type { MergeTask } from '../../store/customers/merge-tasks.ts'
import * as tasks from '../../store/customers/merge-tasks.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finishOthers, finishOwn, mergeOf } from './finish-merges.ts'
import { moveSlice } from './move-belongings.ts'

type Begun = { merge: CustomerMerge } | { task: MergeTask } | { unfinished: MergeTask[] }

/** One short transaction decides; what it has no room for moves in further ones, before this answers. */
export const mergeCustomers = async (deps: Deps, caller: Caller, id: string, intoId: string): Promise<CustomerMerge> => {
  for (;;) {
    const begun = await begin(deps, caller, id, intoId)
    if ('merge' in begun) return begun.merge
    if ('task' in begun) {
      await finishOwn(deps, caller, begun.task)
      return (await merges.locate(deps.db, begun.task.id)).merge
    }
    await finishOthers(deps, begun.unfinished)
  }
}

const begin = (deps: Deps, caller: Caller, id: string, intoId: string): Promise<Begun> =>
  deps.db.transaction(caller, async (tx) => {
    const [duplicate, kept] = [await customers.load(tx, caller, id), await customers.load(tx, caller, intoId)]
    const next = mergeInto(duplicate, kept)
    const unfinished = await tasks.ofCustomers(tx, caller, [duplicate.id, kept.id])
    if (unfinished.length > 0) return { unfinished }
    const merged = await customers.save(tx, caller, duplicate, next)
    // Saved as it is, so that of two merges which involve it at once the later one starts again.
    await customers.save(tx, caller, kept, kept)
    const task: MergeTask = {
      businessId: caller.businessId,
      mode: caller.mode,
      id: deps.newId('mrg'),
      kind: 'merge',
      keptId: kept.id,
      mergedId: merged.id,
      statusBefore: duplicate.status,
      actor: caller.actor,
      requestId: caller.requestId,
      startedAt: nowFor(deps, caller),
      workedAt: deps.queueClock(),
    }
    const slice = await moveSlice(deps, tx, caller, merged, kept)
    const moved = { statusBefore: duplicate.status, ...slice.moved }
    const merge = mergeOf(task, moved)
    if (slice.isLast) await merges.insert(tx, caller, merge)
    else {
      await tasks.begin(tx, task)
      await tasks.addMoved(tx, task, moved)
    }
    await recordEvents(deps, tx, caller, [customerEvent('customer.deactivated', merged)])
    return slice.isLast ? { merge } : { task }
  })
