// Undoes a merge: moves back what was moved and what it was repacked into, except what was reassigned or invoiced since.

import { fullName, unmerge } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { Rejection } from '../../domain/values/errors.ts'
import * as charges from '../../store/billing/charges.ts'
import * as belongings from '../../store/customers/customer-belongings.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Query } from '../../store/engine/db.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { giveCharges, giveInbound } from './give-belongings.ts'
import { givePackages, MOVED_AT_ONCE } from './reassign-packages.ts'

/** `left` are quotes and packages that belong to somebody else by now, and packages that hold goods of both. */
export type UndoneMerge = { merge: CustomerMerge; left: string[] }

export const undoMerge = (deps: Deps, caller: Caller, id: string): Promise<UndoneMerge> =>
  deps.db.transaction(async (tx) => {
    const { merge } = await merges.locate(tx, id)
    if (merge.undoneAt !== null) throw new Rejection('INVALID_TRANSITION', 'This merge was undone already.')
    const [duplicate, kept] = [await customers.load(tx, caller, merge.mergedId), await customers.load(tx, caller, merge.keptId)]
    const restored = await customers.save(tx, caller, duplicate, unmerge(duplicate, kept, merge.moved.statusBefore))
    // Saved as it is, so that of this and a merge which involves it at once the later one starts again.
    await customers.save(tx, caller, kept, kept)
    const left = [...(await returnQuotes(tx, caller, merge)), ...(await returnPackages(deps, tx, caller, merge, fullName(restored)))]
    await returnInbound(deps, tx, caller, merge)
    await returnCharges(deps, tx, caller, merge)
    const undone = await merges.undo(tx, caller, merge, nowFor(deps, caller))
    const happened = restored.status === 'active' ? 'customer.reactivated' : 'customer.updated'
    await recordEvents(deps, tx, caller, [customerEvent(happened, restored)])
    return { merge: undone, left }
  })

function* batchesOf(ids: readonly string[]): Iterable<string[]> {
  for (let from = 0; from < ids.length; from += MOVED_AT_ONCE) yield ids.slice(from, from + MOVED_AT_ONCE)
}

const missing = (ids: readonly string[], found: readonly { id: string }[]): string[] => {
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

const returnQuotes = async (tx: Query, caller: Caller, { keptId, mergedId, moved }: CustomerMerge): Promise<string[]> => {
  const left: string[] = []
  for (const ids of batchesOf(moved.quoteIds)) {
    const found = await belongings.quotesAmong(tx, caller, keptId, ids)
    await quotes.reassign(tx, caller, found, mergedId)
    left.push(...missing(ids, found))
  }
  return left
}

/** `renamed`: the customer's name today. Without one, each package has the name that it had. */
const returnPackages = async (
  deps: Deps,
  tx: Query,
  caller: Caller,
  { keptId, mergedId, moved }: CustomerMerge,
  renamed: string,
): Promise<string[]> => {
  const left: string[] = []
  const returned = new Map<string, Returned>()
  for (const { identifier, name, ids: all } of moved.packages) {
    const to = { customerId: mergedId, customerIdentifier: identifier, customerName: renamed || name }
    for (const ids of batchesOf(all)) {
      const found = await belongings.packagesAmong(tx, caller, keptId, ids)
      await givePackages(deps, tx, caller, found, to)
      for (const parcel of found) returned.set(parcel.id, { parcel, to })
      left.push(...missing(ids, found))
    }
  }
  return [...left, ...(await returnRepacked(deps, tx, caller, keptId, returned))]
}

type Returned = { parcel: Package; to: Parameters<typeof givePackages>[4] }

/**
 * What packages were repacked into since goes back with them, if all that it was made of does. What holds goods of both customers stays:
 * its id is returned.
 */
const returnRepacked = async (
  deps: Deps,
  tx: Query,
  caller: Caller,
  keptId: string,
  returned: Map<string, Returned>,
): Promise<string[]> => {
  const left = new Set<string>()
  for (let latest = [...returned.values()]; latest.length > 0; ) {
    const toOf = new Map(latest.flatMap(({ parcel, to }) => parcel.repackedInto?.parcels.map(({ id }) => [id, to] as const) ?? []))
    latest = []
    for (const ids of batchesOf([...toOf.keys()])) {
      for (const parcel of await belongings.packagesAmong(tx, caller, keptId, ids)) {
        const isWhole = parcel.repackedFrom?.parcels.every(({ id }) => returned.has(id))
        if (!isWhole) {
          left.add(parcel.id)
          continue
        }
        const one = { parcel, to: toOf.get(parcel.id)! }
        await givePackages(deps, tx, caller, [parcel], one.to)
        left.delete(parcel.id)
        returned.set(parcel.id, one)
        latest.push(one)
      }
    }
  }
  return [...left]
}

/** Those that are still the kept customer's. */
const returnInbound = async (deps: Deps, tx: Query, caller: Caller, { keptId, mergedId, moved }: CustomerMerge): Promise<void> => {
  for (const id of moved.inboundIds ?? []) {
    const inbound = await inboundParcels.load(tx, caller, id)
    if (inbound.customerId === keptId) await giveInbound(deps, tx, caller, [inbound], mergedId)
  }
}

/** Those that still wait: what was invoiced or taken back since stays with the kept customer. */
const returnCharges = async (deps: Deps, tx: Query, caller: Caller, { keptId, mergedId, moved }: CustomerMerge): Promise<void> => {
  for (const id of moved.chargeIds ?? []) {
    const { charge } = await charges.loadOfAnyBusiness(tx, id)
    const isWaiting = charge.invoiceId === null && charge.reversedAt === null && charge.customerId === keptId
    if (isWaiting) await giveCharges(deps, tx, caller, [charge], mergedId, 'A merge of customers was undone')
  }
}
