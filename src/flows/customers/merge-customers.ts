// Merges a duplicate into another customer: moves its quotes, packages, pre-alerts and uninvoiced charges, and keeps the list for undo.

import { mergeInto } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { moveCustomerRecords } from './move-customer-records.ts'

export const mergeCustomers = (deps: Deps, caller: Caller, id: string, intoId: string): Promise<CustomerMerge> =>
  deps.db.transaction(
    caller,
    async (tx) => {
      const [duplicate, kept] = [await customers.load(tx, caller, id), await customers.load(tx, caller, intoId)]
      const merged = await customers.save(tx, caller, duplicate, mergeInto(duplicate, kept))
      // Saved unchanged: of two concurrent merges of the kept customer, the later one is retried.
      await customers.save(tx, caller, kept, kept)
      const merge: CustomerMerge = {
        id: deps.newId('mrg'),
        keptId: kept.id,
        mergedId: merged.id,
        moved: { statusBefore: duplicate.status, ...(await moveCustomerRecords(deps, tx, caller, merged, kept)) },
        mergedBy: caller.actor,
        mergedAt: nowFor(deps, caller),
        undoneBy: null,
        undoneAt: null,
      }
      await merges.insert(tx, caller, merge)
      await recordEvents(deps, tx, caller, [customerEvent('customer.deactivated', merged)])
      return merge
    },
    { isLong: true },
  )
