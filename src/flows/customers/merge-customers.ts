// Merges a duplicate into another customer: moves its quotes, packages, announcements and uninvoiced charges, and keeps the list for undo.

import type { Customer } from '../../domain/customers/customer.ts'
import { fullName, mergeInto } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import * as charges from '../../store/billing/charges.ts'
import * as belongings from '../../store/customers/customer-belongings.ts'
import type { CustomerMerge, NamedPackages } from '../../store/customers/customer-merges.ts'
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

export const mergeCustomers = (deps: Deps, caller: Caller, id: string, intoId: string): Promise<CustomerMerge> =>
  deps.db.transaction(async (tx) => {
    const [duplicate, kept] = [await customers.load(tx, caller, id), await customers.load(tx, caller, intoId)]
    const merged = await customers.save(tx, caller, duplicate, mergeInto(duplicate, kept))
    // Saved as it is, so that of two merges which involve it at once the later one starts again.
    await customers.save(tx, caller, kept, kept)
    const merge: CustomerMerge = {
      id: deps.newId('mrg'),
      keptId: kept.id,
      mergedId: merged.id,
      moved: {
        statusBefore: duplicate.status,
        quoteIds: await moveQuotes(tx, caller, duplicate, kept),
        packages: await movePackages(deps, tx, caller, duplicate, kept),
        inboundIds: await moveInbound(deps, tx, caller, duplicate, kept),
        chargeIds: await moveCharges(deps, tx, caller, duplicate, kept),
      },
      mergedBy: caller.actor,
      mergedAt: nowFor(deps, caller),
      undoneBy: null,
      undoneAt: null,
    }
    await merges.insert(tx, caller, merge)
    await recordEvents(deps, tx, caller, [customerEvent('customer.deactivated', merged)])
    return merge
  })

const moveQuotes = async (tx: Query, caller: Caller, from: Customer, to: Customer): Promise<string[]> => {
  const moved: string[] = []
  for (;;) {
    const batch = await belongings.nextQuotes(tx, caller, from.id, MOVED_AT_ONCE)
    if (batch.length === 0) return moved
    await quotes.reassign(tx, caller, batch, to.id)
    moved.push(...batch.map((quote) => quote.id))
  }
}

const moveInbound = async (deps: Deps, tx: Query, caller: Caller, from: Customer, to: Customer): Promise<string[]> => {
  const moved: string[] = []
  for (;;) {
    const batch = await inboundParcels.ofCustomer(tx, caller, from.id, MOVED_AT_ONCE)
    if (batch.length === 0) return moved
    await giveInbound(deps, tx, caller, batch, to.id)
    moved.push(...batch.map(({ id }) => id))
  }
}

/** Papers that were issued stay what they are, and so does who owes them. */
const moveCharges = async (deps: Deps, tx: Query, caller: Caller, from: Customer, to: Customer): Promise<string[]> => {
  const moved: string[] = []
  const reason = `Customer ${from.addressSuffix} was merged into ${to.addressSuffix}`
  for (;;) {
    const batch = await charges.waitingOfCustomer(tx, caller, from.id, MOVED_AT_ONCE)
    if (batch.length === 0) return moved
    moved.push(...(await giveCharges(deps, tx, caller, batch, to.id, reason)))
  }
}

const movePackages = async (deps: Deps, tx: Query, caller: Caller, from: Customer, to: Customer): Promise<NamedPackages[]> => {
  const moved = new Map<string, NamedPackages>()
  for (;;) {
    const batch = await belongings.nextPackages(tx, caller, from.id, MOVED_AT_ONCE)
    if (batch.length === 0) return [...moved.values()]
    for (const parcel of batch) remember(moved, parcel)
    // A kept customer without a name leaves each package the one it has.
    const named = fullName(to)
    for (const [name, group] of Map.groupBy(batch, (parcel) => named || parcel.customerName)) {
      await givePackages(deps, tx, caller, group, { customerId: to.id, customerIdentifier: to.addressSuffix, customerName: name })
    }
  }
}

const remember = (moved: Map<string, NamedPackages>, { id, customerIdentifier, customerName }: Package): void => {
  const key = JSON.stringify([customerIdentifier, customerName])
  const known = moved.get(key) ?? { identifier: customerIdentifier, name: customerName, ids: [] }
  known.ids.push(id)
  moved.set(key, known)
}
