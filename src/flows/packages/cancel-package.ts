// Cancels a package that is not in a shipment. The cancelled package can still be read.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { cancelPackage as cancel } from '../../domain/packages/package.ts'
import { isPlayed } from '../../domain/receiving/receipt.ts'
import * as notices from '../../store/packages/notices.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { activeOf as receiptsOf } from '../../store/receiving/receipts.ts'
import { chargeEndedStorage } from '../billing/charges/charge-storage.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor, withBusiness } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'
import { finalisePrice, rechargeFreight } from '../quotes/finalise-price.ts'

export const cancelPackage = (deps: Deps, caller: Caller, id: string, comment: string | null): Promise<Package> =>
  deps.db.transaction(caller, async (tx) => {
    const [charger, parcel, quote, noted, receipts, listeners] = await Promise.all([
      withBusiness(tx, caller),
      packages.loadToChange(tx, caller, id),
      quotes.ofPackage(tx, caller, id),
      notices.ofPackages(tx, caller, [id]),
      receiptsOf(tx, caller, id),
      listenersOf(tx, caller),
    ])
    const cancelled = await packages.save(tx, caller, parcel, cancel(parcel, comment, nowFor(deps, caller), isPlayed(receipts)))
    const { events, parcels } = await finalisePrice(deps, tx, charger, quote, cancelled)
    if (quote && quote.priceFinalisedAt !== null) await rechargeFreight(deps, tx, charger, quote, cancelled)
    await chargeEndedStorage(deps, tx, charger, [{ before: parcel, after: cancelled }])
    const happened = [...events, packageEvent('package.cancelled', cancelled)]
    await recordEvents(deps, tx, caller, happened, { parcels, notices: noted, listeners })
    return cancelled
  })
