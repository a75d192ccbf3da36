// Corrects a package: sets its destination, adds facts that its price needs, waives its price, or gives up pieces that will not arrive.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { setDestination as set, waivePrice as waive } from '../../domain/packages/package.ts'
import type { SuppliedFacts } from '../../domain/receiving/arrival-quote.ts'
import { supplyFacts as supply } from '../../domain/receiving/arrival-quote.ts'
import { closeShort as close, declaredOf } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { arrivalPrice } from '../../domain/receiving/receipt-price.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor, withBusiness } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'
import { priceArrival } from '../receiving/receive-unannounced.ts'

export const setDestination = (deps: Deps, caller: Caller, id: string, country: string): Promise<Package> =>
  deps.db.transaction(caller, async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    const next = set(parcel, country, nowFor(deps, caller))
    if (next === parcel) return parcel
    // If only the destination was missing, the package can be priced now.
    const priced = next.quoteId === null ? await priceArrival(deps, tx, await withBusiness(tx, caller), next) : { parcel: next, events: [] }
    const saved = await packages.save(tx, caller, parcel, priced.parcel)
    await recordEvents(deps, tx, caller, [...priced.events, packageEvent('package.changed', saved)], { parcels: [saved] })
    return saved
  })

/** Stores facts that the price of the package needs, even if other facts are still missing. Prices the package if all facts are known. */
export const supplyFacts = (
  deps: Deps,
  caller: Caller,
  id: string,
  facts: SuppliedFacts,
): Promise<{ parcel: Package; price: PriceChange | null }> =>
  deps.db.transaction(caller, async (tx) => {
    const before = await packages.load(tx, caller, id)
    const charger = await withBusiness(tx, caller)
    const { parcel, quote, events } = await priceArrival(deps, tx, charger, supply(before, facts, nowFor(deps, caller)))
    const saved = await packages.save(tx, caller, before, parcel)
    await recordEvents(deps, tx, caller, [...events, packageEvent('package.changed', saved)], { parcels: [saved] })
    return { parcel: saved, price: quote && arrivalPrice(quote) }
  })

export const waivePrice = (deps: Deps, caller: Caller, id: string, reason: string): Promise<Package> =>
  deps.db.transaction(caller, async (tx) => {
    const before = await packages.load(tx, caller, id)
    const next = waive(before, { reason, by: caller.actor, at: nowFor(deps, caller) })
    if (next === before) return before
    const saved = await packages.save(tx, caller, before, next)
    await recordEvents(deps, tx, caller, [packageEvent('package.changed', saved)])
    return saved
  })

export const closeShort = (
  deps: Deps,
  caller: Caller,
  id: string,
  reason: string,
): Promise<{ parcel: Package; price: PriceChange | null }> =>
  deps.db.transaction(caller, async (tx) => {
    const [charger, parcel, quote, standing] = await Promise.all([
      withBusiness(tx, caller),
      packages.loadToChange(tx, caller, id),
      quotes.ofPackage(tx, caller, id),
      receipts.activeOf(tx, caller, id),
    ])
    const saved = await packages.save(tx, caller, parcel, close(parcel, declaredOf(quote, parcel), standing, reason))
    const { price, events, parcels } = await finalisePrice(deps, tx, charger, quote, saved)
    await recordEvents(deps, tx, caller, [...events, packageEvent('package.received', saved)], { parcels })
    return { parcel: saved, price }
  })
