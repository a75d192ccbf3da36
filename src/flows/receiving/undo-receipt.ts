// Undoes a receipt on the same day: the package returns to its previous state, and a final price is reopened.

import type { DomainEvent } from '../../domain/events/event.ts'
import { packageEvent, quoteEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { flowOf } from '../../domain/quotes/quote.ts'
import type { Receipt } from '../../domain/receiving/receipt.ts'
import { reopenPrice, undoReceipt as undo, withdrawQuote } from '../../domain/receiving/undo-receipt.ts'
import { unassign } from '../../domain/receiving/unidentified-parcel.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import * as unidentifiedParcels from '../../store/receiving/unidentified-parcels.ts'
import { unchargeFreight } from '../billing/charges/charge-freight.ts'
import { unchargeStorage } from '../billing/charges/charge-storage.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { returnInbound } from '../inbound/receive-inbound.ts'

export const undoReceipt = (
  deps: Deps,
  caller: Caller,
  { id, packageId }: Pick<Receipt, 'id' | 'packageId'>,
  reason: string | null,
): Promise<{ receipt: Receipt; parcel: Package }> =>
  deps.db.transaction(caller, async (tx) => {
    const now = nowFor(deps, caller)
    const parcel = await packages.load(tx, caller, packageId)
    const found = await receipts.activeOf(tx, caller, packageId, id)
    const receipt = found.find((each) => each.id === id)!
    const standing = found.filter(({ undoneAt }) => undoneAt === null)
    // The time zone is read again, because it may have changed since the caller was read.
    const { timeZone } = await businesses.loadShared(tx, caller.businessId)
    const quote = await quotes.ofPackage(tx, caller, parcel.id)
    const context = { parcel, quote, latest: standing.at(-1) ?? receipt, timeZone, now, reason }
    const saved = await packages.save(tx, caller, parcel, undo(receipt, context))
    const undone = { ...receipt, undoneBy: caller.actor, undoneAt: now, undoReason: reason }
    await receipts.saveUndone(tx, caller, receipt, undone)
    if (receipt.unidentifiedParcelId !== null) await returnToQueue(tx, caller, receipt.unidentifiedParcelId)
    if (parcel.inboundParcelId !== null) await returnInbound(deps, tx, caller, parcel.inboundParcelId, parcel.id)
    const reopened = await reopenQuote(tx, caller, quote, { reason, now })
    const why = reason ?? `The receipt of package ${parcel.parcelNumber} was undone`
    if (parcel.quoteId !== null && reopened.length > 0) await unchargeFreight(deps, tx, caller, parcel.quoteId, why)
    await unchargeStorage(deps, tx, caller, parcel.id, why)
    await recordEvents(deps, tx, caller, [
      packageEvent('package.receipt_undone', saved),
      ...(saved.status === 'cancelled' ? [packageEvent('package.cancelled', saved)] : []),
      ...reopened,
    ])
    return { receipt: undone, parcel: saved }
  })

const returnToQueue = async (tx: Tx, caller: Caller, id: string): Promise<void> => {
  const parcel = await unidentifiedParcels.load(tx, id)
  await unidentifiedParcels.save(tx, caller, parcel, unassign(parcel))
}

/**
 * Reopens a final price, and cancels a quote that the arrival created. Saves the quote even if nothing changes. If a concurrent request
 * makes the price final, that request conflicts and is retried.
 */
const reopenQuote = async (
  tx: Tx,
  caller: Caller,
  quote: Quote | null,
  { reason, now }: { reason: string | null; now: number },
): Promise<DomainEvent[]> => {
  if (quote === null || flowOf(quote) === 'export_air') return []
  const saved = await quotes.save(tx, caller, quote, reopenPrice(quote))
  const reopened = quote.priceFinalisedAt === null ? [] : [quoteEvent('quote.price_reopened', saved)]
  if (quote.source !== 'warehouse') return reopened
  return [...reopened, quoteEvent('quote.cancelled', await quotes.save(tx, caller, saved, withdrawQuote(saved, reason, now)))]
}
