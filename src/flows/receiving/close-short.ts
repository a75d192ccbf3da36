// Closes a package short: missing pieces are no longer expected.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { closeShort as close, declaredOf } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import { withBusiness } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'

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
