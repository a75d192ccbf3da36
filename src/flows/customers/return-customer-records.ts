// Gives back what a merge moved. Records that belong to another customer by now stay.

import type { Package } from '../../domain/packages/package.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import type { Moved, NamedPackages } from '../../store/customers/customer-merges.ts'
import * as records from '../../store/customers/customer-records.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { RECORDS_AT_ONCE, reassignCharges, reassignInbound, reassignPackages } from './reassign-records.ts'

/** `name`: of the customer who gets the records back. If it is empty, each package gets its former name. */
export type Return = { keptId: string; mergedId: string; name: string }

/** Returns the tokens of the quotes and packages that were not given back. */
export const returnCustomerRecords = async (deps: Deps, tx: Tx, caller: Caller, between: Return, moved: Moved): Promise<string[]> => {
  const { keptId, mergedId } = between
  const { returned, left } = await returnPackages(deps, tx, caller, between, moved.packages)
  // A package that was priced since the merge has a quote of the kept customer.
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

/** A package that was repacked from returned ones goes back as well, if all of its sources do: it may hold goods of both customers. */
const returnPackages = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { keptId, mergedId, name }: Return,
  moved: readonly NamedPackages[],
): Promise<{ returned: Package[]; left: string[] }> => {
  const returned: Package[] = []
  const wanted = new Set(moved.flatMap(({ ids }) => ids))
  // Grows in the loop: repacked packages come after those that the merge moved.
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

/** The packages all of whose sources belong to the customer. */
const onlyWhole = async (tx: Tx, caller: Caller, customerId: string, parcels: readonly Package[]): Promise<Package[]> => {
  const sourcesOf = ({ repackedFrom }: Package): string[] => repackedFrom?.parcels.map(({ id }) => id) ?? []
  const own = new Set<string>()
  for (const among of batchesOf([...new Set(parcels.flatMap(sourcesOf))]))
    for (const { id } of await records.packagesOf(tx, caller, customerId, { among })) own.add(id)
  return parcels.filter((parcel) => sourcesOf(parcel).every((id) => own.has(id)))
}

/** Charges of the kept customer for these quotes or packages that are not on an invoice. */
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

/** Charges that were invoiced or reversed since the merge stay. */
const returnCharges = async (deps: Deps, tx: Tx, caller: Caller, { keptId, mergedId }: Return, ids: readonly string[]): Promise<void> => {
  for (const among of batchesOf([...new Set(ids)])) {
    const waiting = (await charges.stillWaiting(tx, caller, among)).filter(({ customerId }) => customerId === keptId)
    await reassignCharges(deps, tx, caller, waiting, mergedId, 'A merge of customers was undone')
  }
}
