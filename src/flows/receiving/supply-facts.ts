// Supplies facts that are missing to price a parcel that arrived without a booking, or waives its price.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { waivePrice as waive } from '../../domain/packages/package.ts'
import type { SuppliedFacts } from '../../domain/receiving/arrival-quote.ts'
import { supplyFacts as supply } from '../../domain/receiving/arrival-quote.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { arrivalPrice } from '../../domain/receiving/receipt-price.ts'
import * as packages from '../../store/packages/packages.ts'
import { withBusiness } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { priceArrival } from './price-arrival.ts'

/** The facts are stored even if others are still missing. */
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
