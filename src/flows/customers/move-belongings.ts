// Moves one slice of what belongs to a merged customer to the customer that is kept, in one short transaction.

import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import type { Package } from '../../domain/packages/package.ts'
import * as charges from '../../store/billing/charges.ts'
import * as belongings from '../../store/customers/customer-belongings.ts'
import type { Moved, NamedPackages } from '../../store/customers/customer-merges.ts'
import type { Tx } from '../../store/engine/db.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { giveCharges, giveInbound } from './give-belongings.ts'
import { givePackages } from './reassign-packages.ts'

/** What a slice may cost: about 10 ms on SQLite, where all other writers wait for as long. */
export const SLICE_COST = 200
/** What one of each kind costs. */
export const COST = { quotes: 5, packages: 10, inbound: 10, charges: 20 } as const
type Kind = keyof typeof COST

/** How many of a kind there is room for. */
export const fitting = (kind: Kind, room: number = SLICE_COST): number => Math.floor(room / COST[kind])

export type Slice = { moved: Omit<Moved, 'statusBefore'>; isLast: boolean }

/** Moves as much as a slice holds. `isLast`: nothing is left. Whoever makes something for `from` must be kept out or seen by the caller. */
export const moveSlice = async (deps: Deps, tx: Tx, caller: Caller, from: Customer, to: Customer): Promise<Slice> => {
  let room = SLICE_COST
  let isLast = true
  /** Moves what is found of a kind, so far as there is room for it. */
  const some = async <T>(kind: Kind, find: (limit: number) => Promise<T[]>, move: (found: T[]) => Promise<string[]>): Promise<string[]> => {
    const limit = fitting(kind, room)
    const found = limit === 0 ? [] : await find(limit)
    if (found.length >= limit) isLast = false
    room -= found.length * COST[kind]
    return found.length === 0 ? [] : move(found)
  }
  const named = new Map<string, NamedPackages>()
  const quoteIds = await some(
    'quotes',
    (limit) => belongings.nextQuotes(tx, caller, from.id, limit),
    async (found) => {
      await quotes.reassign(tx, caller, found, to.id)
      return found.map(({ id }) => id)
    },
  )
  await some(
    'packages',
    (limit) => belongings.nextPackages(tx, caller, from.id, limit),
    (found) => movePackages(deps, tx, caller, found, to, named),
  )
  const inboundIds = await some(
    'inbound',
    (limit) => inboundParcels.ofCustomer(tx, caller, from.id, limit),
    async (found) => {
      await giveInbound(deps, tx, caller, found, to.id)
      return found.map(({ id }) => id)
    },
  )
  // Papers that were issued stay what they are, and so does who owes them. A draft is none yet: it loses what the merged customer owes.
  const reason = `Customer ${from.addressSuffix} was merged into ${to.addressSuffix}`
  const chargeIds = await some(
    'charges',
    async (limit) => {
      const waiting = await charges.waitingOfCustomer(tx, caller, from.id, limit)
      const room = limit - waiting.length
      return room === 0 ? waiting : [...waiting, ...(await charges.draftedOfCustomer(tx, caller, from.id, room))]
    },
    (found) => giveCharges(deps, tx, caller, found, to.id, reason),
  )
  return { moved: { quoteIds, packages: [...named.values()], inboundIds, chargeIds }, isLast }
}

const movePackages = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  found: readonly Package[],
  to: Customer,
  named: Map<string, NamedPackages>,
): Promise<string[]> => {
  for (const { id, customerIdentifier, customerName } of found)
    remember(named, { identifier: customerIdentifier, name: customerName, ids: [id] })
  // A kept customer without a name leaves each package the one it has.
  const name = fullName(to)
  for (const [customerName, group] of Map.groupBy(found, (parcel) => name || parcel.customerName))
    await givePackages(deps, tx, caller, group, { customerId: to.id, customerIdentifier: to.addressSuffix, customerName })
  return found.map(({ id }) => id)
}

const remember = (named: Map<string, NamedPackages>, { identifier, name, ids }: NamedPackages): void => {
  const key = JSON.stringify([identifier, name])
  const known = named.get(key)
  if (known) known.ids.push(...ids)
  else named.set(key, { identifier, name, ids: [...ids] })
}

/** What several slices have moved, as one list. */
export const allOf = (slices: readonly Slice['moved'][]): Slice['moved'] => {
  const named = new Map<string, NamedPackages>()
  for (const each of slices.flatMap(({ packages }) => packages)) remember(named, each)
  return {
    quoteIds: slices.flatMap(({ quoteIds }) => quoteIds),
    packages: [...named.values()],
    inboundIds: slices.flatMap(({ inboundIds = [] }) => inboundIds),
    chargeIds: slices.flatMap(({ chargeIds = [] }) => chargeIds),
  }
}
