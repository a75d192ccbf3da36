// Cancels a package that is in no shipment; it stays retrievable.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { cancelPackage as cancel } from '../../domain/packages/package.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { chargeEndedStorage } from '../billing/charges/charge-storage.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'

export const cancelPackage = (deps: Deps, caller: Caller, id: string, comment: string | null): Promise<Package> =>
  deps.db.transaction(async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    const saved = await packages.save(tx, caller, parcel, cancel(parcel, comment, nowFor(deps, caller)))
    const { events, parcels } = await finalisePrice(deps, tx, caller, await quotes.loadOf(tx, caller, saved), saved)
    await chargeEndedStorage(deps, tx, caller, parcel, saved)
    await recordEvents(deps, tx, caller, [...events, packageEvent('package.cancelled', saved)], parcels)
    return saved
  })
