// Sets the destination of an unannounced package, once.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { setDestination as set } from '../../domain/packages/package.ts'
import * as packages from '../../store/packages/packages.ts'
import { withBusiness } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { priceArrival } from '../receiving/price-arrival.ts'

export const setDestination = (deps: Deps, caller: Caller, id: string, country: string): Promise<Package> =>
  deps.db.transaction(caller, async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    const next = set(parcel, country, nowFor(deps, caller))
    if (next === parcel) return parcel
    // The package can be priced if only the destination was missing.
    const priced = next.quoteId === null ? await priceArrival(deps, tx, await withBusiness(tx, caller), next) : { parcel: next, events: [] }
    const saved = await packages.save(tx, caller, parcel, priced.parcel)
    await recordEvents(deps, tx, caller, [...priced.events, packageEvent('package.changed', saved)], { parcels: [saved] })
    return saved
  })
