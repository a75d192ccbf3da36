// Closes a package short: pieces that will not come any more are no longer waited for.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { closeShort as close, declaredOf } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'

export const closeShort = (
  deps: Deps,
  caller: Caller,
  id: string,
  reason: string,
): Promise<{ parcel: Package; price: PriceChange | null }> =>
  deps.db.transaction(async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    const quote = parcel.quoteId === null ? null : await quotes.load(tx, caller, parcel.quoteId)
    const standing = (await receipts.ofPackage(tx, caller, id)).filter(({ undoneAt }) => undoneAt === null)
    const saved = await packages.save(tx, caller, parcel, close(parcel, declaredOf(quote, parcel), standing, reason))
    const price = await finalisePrice(deps, tx, caller, saved.quoteId)
    await recordEvents(deps, tx, caller, [packageEvent('package.received', saved)])
    return { parcel: saved, price }
  })
