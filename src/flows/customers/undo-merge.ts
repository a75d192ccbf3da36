// Undoes a merge: gives back what it moved and what that was repacked into, except what was reassigned or invoiced since.

import { fullName, unmerge } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { returnCustomerRecords } from './return-customer-records.ts'

/** `left`: quotes and packages that belong to another customer by now, and packages that hold goods of both customers. */
export type UndoneMerge = { merge: CustomerMerge; left: string[] }

export const undoMerge = (deps: Deps, caller: Caller, id: string): Promise<UndoneMerge> =>
  deps.db.transaction(
    caller,
    async (tx) => {
      const { merge } = await merges.locate(tx, id)
      if (merge.undoneAt !== null) throw new Rejection('INVALID_TRANSITION', 'This merge was already undone.')
      const [duplicate, kept] = [await customers.load(tx, caller, merge.mergedId), await customers.load(tx, caller, merge.keptId)]
      const restored = await customers.save(tx, caller, duplicate, unmerge(duplicate, kept, merge.moved.statusBefore))
      // Saved unchanged: of this undo and a concurrent merge of the kept customer, the later one is retried.
      await customers.save(tx, caller, kept, kept)
      const undone = await merges.undo(tx, caller, merge, nowFor(deps, caller))
      const between = { keptId: kept.id, mergedId: restored.id, name: fullName(restored) }
      const left = await returnCustomerRecords(deps, tx, caller, between, merge.moved)
      const type = restored.status === 'active' ? 'customer.reactivated' : 'customer.updated'
      await recordEvents(deps, tx, caller, [customerEvent(type, restored)])
      return { merge: undone, left }
    },
    { isLong: true },
  )
