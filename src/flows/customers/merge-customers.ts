// Merges a duplicate customer into another. Moves its quotes, packages, announcements and uninvoiced charges, and lists them so that the merge can be undone.

import type { Customer } from '../../domain/customers/customer.ts'
import { fullName, mergeInto } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import type { CustomerMerge, Moved, NamedPackages } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as records from '../../store/customers/customer-records.ts'
import * as customers from '../../store/customers/customers.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { spendCreditIn } from '../billing/take-payment.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { RECORDS_AT_ONCE, reassignCharges, reassignInbound, reassignPackages } from './reassign-records.ts'

export const mergeCustomers = (deps: Deps, caller: Caller, id: string, intoId: string): Promise<CustomerMerge> =>
  deps.db.transaction(
    caller,
    async (tx) => {
      const [duplicate, kept] = [await customers.load(tx, caller, id), await customers.load(tx, caller, intoId)]
      const merged = await customers.save(tx, caller, duplicate, mergeInto(duplicate, kept))
      // Saves the kept customer unchanged, so that a concurrent merge of the same customer conflicts and is retried.
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
      // The credit of either customer pays the open invoices of the other. Without this, reminders would go out for invoices that the
      // credit covers.
      await spendCreditIn(deps, tx, caller, kept.id)
      await recordEvents(deps, tx, caller, [customerEvent('customer.deactivated', merged)])
      return merge
    },
    { isLong: true },
  )

const BATCH = { limit: RECORDS_AT_ONCE }

/** Call this after both customers were saved in the transaction. From then on, other transactions cannot add records to these customers. */
const moveCustomerRecords = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  from: Customer,
  to: Customer,
): Promise<Omit<Moved, 'statusBefore'>> => {
  const quoteIds = await inBatches(
    () => records.quotesOf(tx, caller, from.id, BATCH),
    async (found) => {
      await quotes.reassign(tx, caller, found, to.id)
      return found.map(({ id }) => id)
    },
  )
  const moved = await inBatches(
    () => records.packagesOf(tx, caller, from.id, BATCH),
    (found) => movePackages(deps, tx, caller, found, to),
  )
  const inboundIds = await inBatches(
    () => records.inboundOf(tx, caller, from.id, BATCH),
    async (found) => {
      await reassignInbound(deps, tx, caller, found, to.id)
      return found.map(({ id }) => id)
    },
  )
  // Charges on an issued invoice stay with the payer of the invoice. Charges on a draft invoice are removed from the draft and moved.
  const reason = `Customer ${from.addressSuffix} was merged into ${to.addressSuffix}`
  const chargeIds: string[] = []
  for (const find of [charges.waitingOfCustomer, charges.draftedOfCustomer])
    chargeIds.push(
      ...(await inBatches(
        () => find(tx, caller, from.id, RECORDS_AT_ONCE),
        (found) => reassignCharges(deps, tx, caller, found, to.id, reason),
      )),
    )
  return { quoteIds, packages: byName(moved), inboundIds, chargeIds }
}

/** Moves records in batches until `find` returns no more. Returns the results of all moves. */
const inBatches = async <T, R>(find: () => Promise<T[]>, move: (found: T[]) => Promise<R[]>): Promise<R[]> => {
  const moved: R[] = []
  for (let found = await find(); found.length > 0; found = await find()) moved.push(...(await move(found)))
  return moved
}

/** The ID of a package, and the customer ID and customer name that were on the package before the merge. */
type Former = Pick<Package, 'id' | 'customerIdentifier' | 'customerName'>

const movePackages = async (deps: Deps, tx: Tx, caller: Caller, found: readonly Package[], to: Customer): Promise<Former[]> => {
  // If the kept customer has no name, the packages keep the customer names that are on them.
  const name = fullName(to)
  for (const [customerName, group] of Map.groupBy(found, (parcel) => name || parcel.customerName))
    await reassignPackages(deps, tx, caller, group, { customerId: to.id, customerIdentifier: to.addressSuffix, customerName })
  return found.map(({ id, customerIdentifier, customerName }) => ({ id, customerIdentifier, customerName }))
}

const byName = (moved: readonly Former[]): NamedPackages[] => {
  const groups = Map.groupBy(moved, ({ customerIdentifier, customerName }) => JSON.stringify([customerIdentifier, customerName]))
  return [...groups.values()].map((group) => {
    const { customerIdentifier: identifier, customerName: name } = group[0]!
    return { identifier, name, ids: group.map(({ id }) => id) }
  })
}
