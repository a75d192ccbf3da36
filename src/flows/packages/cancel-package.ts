// Cancels a package that is in no shipment; it stays retrievable.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { cancelPackage as cancel } from '../../domain/packages/package.ts'
import { changedAt } from '../../store/engine/rows.ts'
import { sendLast } from '../../store/engine/transaction.ts'
import * as notices from '../../store/packages/notices.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { chargeEndedStorage } from '../billing/charges/charge-storage.ts'
import { withBusiness } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { listenersOf, sendEvents, surrounded } from '../events/record-events.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'

export const cancelPackage = (deps: Deps, caller: Caller, id: string, comment: string | null): Promise<Package> =>
  deps.db.transaction(async (tx) => {
    const [charger, parcel, quote, noted, listening] = await Promise.all([
      withBusiness(tx, caller),
      packages.loadToChange(tx, caller, id),
      quotes.ofPackage(tx, caller, id),
      notices.ofPackages(tx, caller, [id]),
      listenersOf(tx, caller),
    ])
    const next = cancel(parcel, comment, nowFor(deps, caller))
    const saved = { ...next, version: parcel.version + 1, updatedAt: changedAt(caller) }
    const [{ events, parcels }] = await Promise.all([
      finalisePrice(deps, tx, charger, quote, saved),
      packages.save(tx, caller, parcel, next),
    ])
    await chargeEndedStorage(deps, tx, charger, parcel, saved)
    const happened = surrounded([...events, packageEvent('package.cancelled', saved)], parcels, noted)
    sendLast(() => sendEvents(deps, tx, caller, happened, listening))
    return saved
  })
