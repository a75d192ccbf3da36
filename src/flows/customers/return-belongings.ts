// Gives back one batch of what a merge moved, in one short transaction; what belongs to somebody else by now stays.

import type { Package } from '../../domain/packages/package.ts'
import * as charges from '../../store/billing/charges.ts'
import * as belongings from '../../store/customers/customer-belongings.ts'
import type { Moved } from '../../store/customers/customer-merges.ts'
import type { Batch, Left } from '../../store/customers/merge-tasks.ts'
import type { Tx } from '../../store/engine/db.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { giveCharges, giveInbound } from './give-belongings.ts'
import { COST, fitting } from './move-belongings.ts'
import { givePackages, MOVED_AT_ONCE } from './reassign-packages.ts'

/** Between whom. `name`: what the customer is called that gets it back; empty where each package has the name that it had. */
export type Return = { keptId: string; mergedId: string; name: string }

type Returned = Left & { further: Batch[] }

function* chunksOf(ids: readonly string[], size: number): Iterable<string[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size)
}

/** What a merge moved, in batches of which each is at most a slice. */
export const batchesOf = ({ quoteIds, packages, inboundIds = [], chargeIds = [] }: Moved): Batch[] => [
  ...plainBatches('quotes', quoteIds),
  ...packages.flatMap(({ ids, ...named }) => packageBatches('packages', ids, named)),
  ...plainBatches('inbound', inboundIds),
  ...plainBatches('charges', chargeIds),
]

const plainBatches = (kind: 'quotes' | 'inbound' | 'charges', ids: readonly string[]): Batch[] =>
  [...chunksOf(ids, fitting(kind))].map((some) => ({ kind, ids: some }))

type Named = { identifier: string | null; name: string }

const packageBatches = (kind: 'packages' | 'repacked', ids: readonly string[], { identifier, name }: Named): Batch[] =>
  [...chunksOf(ids, fitting('packages'))].map((some) => ({ kind, ids: some, identifier, name }))

export const costOf = ({ kind, ids }: Batch): number => ids.length * COST[kind === 'repacked' ? 'packages' : kind]

export const returnBatch = async (deps: Deps, tx: Tx, caller: Caller, between: Return, batch: Batch): Promise<Returned> => {
  switch (batch.kind) {
    case 'quotes':
      return returnQuotes(tx, caller, between, batch.ids)
    case 'packages':
    case 'repacked':
      return returnPackages(deps, tx, caller, between, batch)
    case 'inbound':
      return returnInbound(deps, tx, caller, between, batch.ids)
    case 'charges':
      return returnCharges(deps, tx, caller, between, batch.ids)
  }
}

const NOTHING_LEFT: Returned = { left: [], mixed: [], further: [] }

const missing = (ids: readonly string[], found: readonly { id: string }[]): string[] => {
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

const returnQuotes = async (tx: Tx, caller: Caller, { keptId, mergedId }: Return, ids: readonly string[]): Promise<Returned> => {
  const found = await belongings.quotesAmong(tx, caller, keptId, ids)
  await quotes.reassign(tx, caller, found, mergedId)
  return { ...NOTHING_LEFT, left: missing(ids, found), further: await chargedSince(tx, caller, keptId, 'quote_id', found) }
}

/** What the kept customer was charged for these since the merge and does not have on an invoice: it goes where they go. */
const chargedSince = async (
  tx: Tx,
  caller: Caller,
  keptId: string,
  column: 'quote_id' | 'package_id',
  given: readonly { id: string }[],
): Promise<Batch[]> =>
  plainBatches(
    'charges',
    await charges.waitingFor(
      tx,
      caller,
      keptId,
      column,
      given.map(({ id }) => id),
    ),
  )

/**
 * What packages were repacked into since goes back with them, if all that it was made of does: it is looked at after each of these. What
 * holds goods of both customers stays.
 */
const returnPackages = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { keptId, mergedId, name: renamed }: Return,
  { kind, ids, identifier, name }: Extract<Batch, Named>,
): Promise<Returned> => {
  const found = await belongings.packagesAmong(tx, caller, keptId, ids)
  const whole = kind === 'packages' ? found : await onlyWhole(tx, caller, mergedId, found)
  await givePackages(deps, tx, caller, whole, { customerId: mergedId, customerIdentifier: identifier, customerName: renamed || name })
  // Those that were priced since have a quote of the kept customer's.
  const quoteIds = [...new Set(whole.flatMap(({ quoteId }) => quoteId ?? []))]
  await quotes.reassign(tx, caller, await belongings.quotesAmong(tx, caller, keptId, quoteIds), mergedId)
  const results = whole.flatMap(({ repackedInto }) => repackedInto?.parcels.map(({ id }) => id) ?? [])
  return {
    left: kind === 'packages' ? missing(ids, found) : [],
    mixed: missing(
      found.map(({ id }) => id),
      whole,
    ),
    further: [
      ...packageBatches('repacked', [...new Set(results)], { identifier, name }),
      ...(await chargedSince(tx, caller, keptId, 'package_id', whole)),
    ],
  }
}

/** Those that were made of the customer's own packages alone. */
const onlyWhole = async (tx: Tx, caller: Caller, customerId: string, parcels: readonly Package[]): Promise<Package[]> => {
  const sourcesOf = ({ repackedFrom }: Package): string[] => repackedFrom?.parcels.map(({ id }) => id) ?? []
  const own = new Set<string>()
  for (const ids of chunksOf([...new Set(parcels.flatMap(sourcesOf))], MOVED_AT_ONCE))
    for (const { id } of await belongings.packagesAmong(tx, caller, customerId, ids)) own.add(id)
  return parcels.filter((parcel) => sourcesOf(parcel).every((id) => own.has(id)))
}

/** Of what held goods of both customers when it was looked at, that which does so still. */
export const stillMixed = async (tx: Tx, caller: Caller, keptId: string, mixed: readonly string[]): Promise<string[]> => {
  const kept: string[] = []
  for (const ids of chunksOf([...new Set(mixed)], MOVED_AT_ONCE))
    kept.push(...(await belongings.packagesAmong(tx, caller, keptId, ids)).map(({ id }) => id))
  return kept
}

/** Those that are still the kept customer's. */
const returnInbound = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { keptId, mergedId }: Return,
  ids: readonly string[],
): Promise<Returned> => {
  for (const id of ids) {
    const inbound = await inboundParcels.load(tx, caller, id)
    if (inbound.customerId === keptId) await giveInbound(deps, tx, caller, [inbound], mergedId)
  }
  return NOTHING_LEFT
}

/** Those that still wait: what was invoiced or taken back since stays with the kept customer. */
const returnCharges = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { keptId, mergedId }: Return,
  ids: readonly string[],
): Promise<Returned> => {
  for (const id of ids) {
    const { charge } = await charges.loadOfAnyBusiness(tx, id)
    const isWaiting = charge.invoiceId === null && charge.reversedAt === null && charge.customerId === keptId
    if (isWaiting) await giveCharges(deps, tx, caller, [charge], mergedId, 'A merge of customers was undone')
  }
  return NOTHING_LEFT
}
