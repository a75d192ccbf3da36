// Repacks packages of one customer into a single package, or splits a package. Undoes a repack on the same day. Recomputes the prices of the affected quotes.

import type { DomainEvent, PackageEvent } from '../../domain/events/event.ts'
import { packageEvent, quoteEvent } from '../../domain/events/event.ts'
import type { Package, ParcelLink } from '../../domain/packages/package.ts'
import { namesOf } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Arrival } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { arrivalPrice, changedFrom, NO_PRICE, withdrawnPrice } from '../../domain/receiving/receipt-price.ts'
import type { Repack, RepackKind, RepackRequest } from '../../domain/receiving/repack.ts'
import { QUOTE_PACKAGES_MAX, repack, undoRepack as undo } from '../../domain/receiving/repack.ts'
import { reinstateQuote, reopenPrice, withdrawQuote } from '../../domain/receiving/undo-receipt.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import { passOnUncharged } from '../../store/billing/storage-months.ts'
import * as customers from '../../store/customers/customers.ts'
import * as packages from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as repacks from '../../store/receiving/repacks.ts'
import { unchargeFreight } from '../billing/charges/charge-freight.ts'
import { chargeEndedStorage, unchargeEndedStorage } from '../billing/charges/charge-storage.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { callerFor, newCode, nowFor, withBusiness } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'
import { priceArrival } from './receive-unannounced.ts'

/** `prices`: the prices of all quotes that the packages belong to. */
export type Repacking = { repack: Repack; sources: Package[]; results: Package[]; prices: PriceChange[] }

const EVENT: Record<RepackKind, PackageEvent> = { repack: 'package.repacked', split: 'package.split' }

/**
 * Loads packages in the order of their ids. Packages are also saved in this order, so that concurrent repacks of the same packages do not
 * deadlock.
 */
const loadAll = async (tx: Tx, caller: Caller, ids: readonly string[]): Promise<Package[]> => {
  const found: Package[] = []
  for (const id of ids.toSorted()) found.push(await packages.load(tx, caller, id))
  return found
}

const idsOf = (parcels: readonly ParcelLink[]): string[] => parcels.map(({ id }) => id)

const saveAll = async (tx: Tx, caller: Caller, before: readonly Package[], after: readonly Package[]): Promise<Package[]> => {
  const saved: Package[] = []
  for (const [index, parcel] of after.entries()) saved.push(await packages.save(tx, caller, before[index]!, parcel))
  return saved
}

/** Throws if the quote would have too many packages. Packages created by repacks count too, even if the repack was undone. */
const requireRoom = async (tx: Tx, caller: Caller, made: readonly Package[]): Promise<void> => {
  const { quoteId } = made[0]!
  if (quoteId === null || (await packages.countOfQuote(tx, caller, quoteId)) + made.length <= QUOTE_PACKAGES_MAX) return
  const message = `A booking has at most ${QUOTE_PACKAGES_MAX} packages, with those that were repacked or undone: these cannot be repacked.`
  throw new Rejection('VALIDATION_FAILED', message)
}

export const repackPackages = (
  deps: Deps,
  caller: Caller,
  { kind, packageIds, note, ...request }: RepackRequest & { kind: RepackKind; packageIds: readonly string[]; note: string | null },
): Promise<Repacking> =>
  deps.db.transaction(caller, async (tx) => {
    const now = nowFor(deps, caller)
    const before = await loadAll(tx, caller, packageIds)
    // Locks the customer of the packages before the packages are saved. Merges of customers use the same order, which avoids deadlocks.
    await customers.lockShared(tx, caller, before[0]!.customerId)
    const charger = await withBusiness(tx, caller)
    const { timeZone } = charger.business
    const identities = request.parts.map(() => ({ id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P') }))
    const repackId = deps.newId('rpk')
    const { gone, results: made } = repack(before, request, { repackId, identities, timeZone, note, now, createdAt: deps.clock() })
    await requireRoom(tx, caller, made)
    const sources = await saveAll(tx, caller, before, gone)
    // The new packages have measurements. New packages without a quote can therefore be priced now.
    const priced = []
    for (const parcel of made)
      priced.push(parcel.quoteId === null ? await priceArrival(deps, tx, charger, parcel) : { parcel, quote: null, events: [] })
    const results = priced.map(({ parcel }) => parcel)
    await packages.insert(tx, charger, results)
    const record: Repack = {
      id: repackId,
      kind,
      sources: sources.map(({ id, parcelNumber }) => ({ id, parcelNumber })),
      results: identities,
      note,
      repackedBy: caller.actor,
      repackedAt: now,
      undoneBy: null,
      undoneAt: null,
      undoReason: null,
    }
    await repacks.insert(tx, caller, record)
    await chargeEndedStorage(
      deps,
      tx,
      charger,
      sources.map((after, index) => ({ before: before[index]!, after })),
    )
    await passOnUncharged(tx, caller, packageIds, idsOf(record.results))
    const repriced = await repriceQuotes(deps, tx, charger, sources, `${namesOf(sources)} became ${namesOf(results)}`)
    const quoteEvents = [...priced.flatMap(({ events }) => events), ...repriced.events]
    await recordEvents(deps, tx, caller, quoteEvents)
    await recordEvents(deps, tx, caller, [
      ...sources.map((parcel) => packageEvent(EVENT[kind], parcel)),
      ...results.map((parcel) => packageEvent('package.created', parcel)),
    ])
    const prices = [...repriced.prices, ...priced.flatMap(({ quote }) => (quote ? [arrivalPrice(quote)] : []))]
    return { repack: record, sources, results, prices }
  })

/** Returns the business and mode of the packages. Throws if the packages differ in business or mode. */
const scopeOf = async (deps: Deps, ids: readonly string[]): Promise<Scope> => {
  let scope: Scope | null = null
  for (const [index, id] of ids.entries()) {
    const located = await packages.locate(deps.db, id)
    if (!located) throw invalidField(`package_ids[${index}]`, 'is not a known package id')
    scope ??= located.scope
    if (located.scope.businessId !== scope.businessId || located.scope.mode !== scope.mode)
      throw invalidField(`package_ids[${index}]`, 'is of another business or mode: only packages of one customer are repacked')
  }
  return scope!
}

type TogetherRequest = { packageIds: readonly string[]; part: Arrival; note: string | null; isConfirmed: boolean }

export const repackTogether = async (
  deps: Deps,
  author: Author,
  { part, note, isConfirmed, ...given }: TogetherRequest,
): Promise<{ caller: Caller; repacking: Repacking }> => {
  const packageIds = [...new Set(given.packageIds)]
  if (packageIds.length < 2) throw invalidField('package_ids', 'must name at least two packages')
  const caller = await callerFor(deps.db, await scopeOf(deps, packageIds), author)
  const wanted = { kind: 'repack', packageIds, parts: [part], at: () => '', note, isConfirmed } as const
  return { caller, repacking: await repackPackages(deps, caller, wanted) }
}

export const undoRepack = (deps: Deps, caller: Caller, id: string, reason: string | null): Promise<Repacking> =>
  deps.db.transaction(caller, async (tx) => {
    const now = nowFor(deps, caller)
    const { repack: standing } = await repacks.loadOfAnyBusiness(tx, id)
    const [before, made] = [await loadAll(tx, caller, idsOf(standing.sources)), await loadAll(tx, caller, idsOf(standing.results))]
    const charger = await withBusiness(tx, caller)
    const { timeZone } = charger.business
    const openPlaces = await places.openShared(
      tx,
      before.map(({ placeId }) => placeId),
    )
    const { back, dropped } = undo(standing, { sources: before, results: made, openPlaces, timeZone, now, reason })
    const sources = await saveAll(tx, caller, before, back)
    const results = await saveAll(tx, caller, made, dropped)
    const record: Repack = { ...standing, undoneBy: caller.actor, undoneAt: now, undoReason: reason }
    await repacks.saveUndone(tx, caller, standing, record)
    const why = reason ?? `The ${standing.kind} into ${namesOf(standing.results)} was undone`
    const resumed = sources.map((parcel) => ({ parcel, endedAt: standing.repackedAt }))
    await unchargeEndedStorage(deps, tx, charger, resumed, why)
    const { prices, events } = await repriceQuotes(deps, tx, charger, [...sources, ...results], why)
    await recordEvents(deps, tx, caller, events)
    await recordEvents(
      deps,
      tx,
      caller,
      [...sources, ...results].map((parcel) => packageEvent('package.repack_undone', parcel)),
    )
    return { repack: record, sources, results, prices }
  })

type Repriced = { prices: PriceChange[]; events: DomainEvent[] }

const quoteIdsOf = (parcels: readonly Package[]): string[] => [...new Set(parcels.flatMap(({ quoteId }) => quoteId ?? []))].sort()

/**
 * Recomputes the prices of the quotes of these packages. Call this in the transaction that saved the packages. Quotes are saved in the
 * order of their ids, to avoid deadlocks.
 */
const repriceQuotes = async (deps: Deps, tx: Tx, caller: LockedCaller, parcels: readonly Package[], reason: string): Promise<Repriced> => {
  const all: Repriced = { prices: [], events: [] }
  for (const id of quoteIdsOf(parcels)) {
    const { prices, events } = await repriceQuote(deps, tx, caller, await quotes.load(tx, caller, id), reason)
    all.prices.push(...prices)
    all.events.push(...events)
  }
  return all
}

/** `before` is a quote that has packages. The quote was therefore booked and has a selected rate. */
const repriceQuote = async (deps: Deps, tx: Tx, caller: LockedCaller, before: Quote, reason: string): Promise<Repriced> => {
  const kept = (await packages.ofQuotes(tx, caller, [before.id])).find(({ status }) => status !== 'cancelled')
  const isBack = before.status === 'cancelled'
  const amount = isBack ? NO_PRICE : before.selectedRate!.amount
  const reopened = reopenPrice(before)
  const next = kept ? reinstateQuote(reopened) : withdrawQuote(reopened, reason, nowFor(deps, caller))
  const saved = await quotes.save(tx, caller, before, next)
  if (reopened !== before) await unchargeFreight(deps, tx, caller, before.id, reason)
  if (!kept) return { prices: [withdrawnPrice(saved, amount, reason)], events: [quoteEvent('quote.cancelled', saved)] }
  const { price, events } = await finalisePrice(deps, tx, caller, saved, kept)
  return {
    prices: [changedFrom(price!, amount)],
    events: [...(isBack ? [quoteEvent('quote.booked', saved)] : []), ...events],
  }
}
