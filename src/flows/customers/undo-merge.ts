// Undoes a merge of two customers. The merged customer gets its records back, except records that were reassigned or invoiced since the merge.

import { fullName, unmerge } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import type { CustomerMerge, Moved, NamedPackages } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as records from '../../store/customers/customer-records.ts'
import * as customers from '../../store/customers/customers.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { RECORDS_AT_ONCE, reassignCharges, reassignInbound, reassignPackages } from './reassign-records.ts'

/**
 * `left`: tokens of quotes and packages that were not given back, because a third customer has them now or because a package holds goods of
 * both customers.
 */
type UndoneMerge = { merge: CustomerMerge; left: string[] }

export const undoMerge = (deps: Deps, caller: Caller, id: string): Promise<UndoneMerge> =>
  deps.db.transaction(
    caller,
    async (tx) => {
      const { merge } = await merges.locate(tx, id)
      if (merge.undoneAt !== null) throw new Rejection('INVALID_TRANSITION', 'This merge was already undone.')
      const [duplicate, kept] = [await customers.load(tx, caller, merge.mergedId), await customers.load(tx, caller, merge.keptId)]
      const restored = await customers.save(tx, caller, duplicate, unmerge(duplicate, kept, merge.moved.statusBefore))
      // Saves the kept customer unchanged, so that a concurrent merge of the same customer conflicts and is retried.
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

/**
 * `name`: name of the customer who gets the records back. If the name is empty, each package gets back the customer name that was on the
 * package before the merge.
 */
type Return = { keptId: string; mergedId: string; name: string }

/** Returns the tokens of the quotes and packages that were not given back. */
const returnCustomerRecords = async (deps: Deps, tx: Tx, caller: Caller, between: Return, moved: Moved): Promise<string[]> => {
  const { keptId, mergedId } = between
  const { returned, left } = await returnPackages(deps, tx, caller, between, moved.packages)
  // A package that was priced after the merge has a new quote, which is given back with the package.
  const quoteIds = await returnQuotes(tx, caller, between, [...moved.quoteIds, ...returned.flatMap(({ quoteId }) => quoteId ?? [])])
  for (const among of batchesOf(moved.inboundIds ?? []))
    await reassignInbound(deps, tx, caller, await records.inboundOf(tx, caller, keptId, { among }), mergedId)
  const packageIds = returned.map(({ id }) => id)
  await returnCharges(deps, tx, caller, between, [
    ...(moved.chargeIds ?? []),
    ...(await chargedSince(tx, caller, keptId, 'quote_id', quoteIds)),
    ...(await chargedSince(tx, caller, keptId, 'package_id', packageIds)),
  ])
  return [...missingFrom(quoteIds, moved.quoteIds), ...left]
}

function* batchesOf(ids: readonly string[]): Iterable<string[]> {
  for (let from = 0; from < ids.length; from += RECORDS_AT_ONCE) yield ids.slice(from, from + RECORDS_AT_ONCE)
}

const missingFrom = (found: readonly string[], ids: readonly string[]): string[] => {
  const known = new Set(found)
  return ids.filter((id) => !known.has(id))
}

const returnQuotes = async (tx: Tx, caller: Caller, { keptId, mergedId }: Return, ids: readonly string[]): Promise<string[]> => {
  const returned: string[] = []
  for (const among of batchesOf([...new Set(ids)])) {
    const found = await records.quotesOf(tx, caller, keptId, { among })
    await quotes.reassign(tx, caller, found, mergedId)
    returned.push(...found.map(({ id }) => id))
  }
  return returned
}

/**
 * Gives back the moved packages, and packages that were repacked from them. A repacked package that also holds goods of the kept customer
 * is not given back.
 */
const returnPackages = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { keptId, mergedId, name }: Return,
  moved: readonly NamedPackages[],
): Promise<{ returned: Package[]; left: string[] }> => {
  const returned: Package[] = []
  const wanted = new Set(moved.flatMap(({ ids }) => ids))
  // The loop below extends this list with packages that were repacked from packages already given back.
  const todo = moved.map((group) => ({ ...group, isRepacked: false }))
  for (const { identifier, name: formerName, ids, isRepacked } of todo) {
    const to = { customerId: mergedId, customerIdentifier: identifier, customerName: name || formerName }
    for (const among of batchesOf(ids)) {
      const found = await records.packagesOf(tx, caller, keptId, { among })
      for (const { id } of found) wanted.add(id)
      const whole = isRepacked ? await onlyWhole(tx, caller, mergedId, found) : found
      await reassignPackages(deps, tx, caller, whole, to)
      returned.push(...whole)
      const results = new Set(whole.flatMap(({ repackedInto }) => repackedInto?.parcels.map(({ id }) => id) ?? []))
      if (results.size > 0) todo.push({ identifier, name: formerName, ids: [...results], isRepacked: true })
    }
  }
  const returnedIds = returned.map(({ id }) => id)
  return { returned, left: missingFrom(returnedIds, [...wanted]) }
}

/** Returns only the packages whose source packages all belong to the customer. */
const onlyWhole = async (tx: Tx, caller: Caller, customerId: string, parcels: readonly Package[]): Promise<Package[]> => {
  const sourcesOf = ({ repackedFrom }: Package): string[] => repackedFrom?.parcels.map(({ id }) => id) ?? []
  const own = new Set<string>()
  for (const among of batchesOf([...new Set(parcels.flatMap(sourcesOf))]))
    for (const { id } of await records.packagesOf(tx, caller, customerId, { among })) own.add(id)
  return parcels.filter((parcel) => sourcesOf(parcel).every((id) => own.has(id)))
}

/** Returns the tokens of the kept customer's uninvoiced charges for these quotes or packages. */
const chargedSince = async (
  tx: Tx,
  caller: Caller,
  keptId: string,
  column: 'quote_id' | 'package_id',
  ids: readonly string[],
): Promise<string[]> => {
  const found: string[] = []
  for (const among of batchesOf(ids)) found.push(...(await charges.waitingFor(tx, caller, keptId, column, among)))
  return found
}

/** Gives charges back to the merged customer. Charges that were invoiced or reversed after the merge stay with the kept customer. */
const returnCharges = async (deps: Deps, tx: Tx, caller: Caller, { keptId, mergedId }: Return, ids: readonly string[]): Promise<void> => {
  for (const among of batchesOf([...new Set(ids)])) {
    const waiting = (await charges.stillWaiting(tx, caller, among)).filter(({ customerId }) => customerId === keptId)
    await reassignCharges(deps, tx, caller, waiting, mergedId, 'A merge of customers was undone')
  }
}
