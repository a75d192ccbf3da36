// Prices quotes again after a repack, at their frozen prices and with their current packages.

import type { DomainEvent } from '../../domain/events/event.ts'
import { quoteEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { changedFrom, NO_PRICE, withdrawnPrice } from '../../domain/receiving/receipt-price.ts'
import { reinstateQuote, reopenPrice, withdrawQuote } from '../../domain/receiving/undo-receipt.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { unchargeFreight } from '../billing/charges/charge-freight.ts'
import type { Deps, LockedCaller } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'

export type Repriced = { prices: PriceChange[]; events: DomainEvent[] }

const quoteIdsOf = (parcels: readonly Package[]): string[] => [...new Set(parcels.flatMap(({ quoteId }) => quoteId ?? []))].sort()

/** Call inside the transaction that saved the packages. Quotes are saved in the order of their ids, to avoid deadlocks. */
export const repriceQuotes = async (
  deps: Deps,
  tx: Tx,
  caller: LockedCaller,
  parcels: readonly Package[],
  reason: string,
): Promise<Repriced> => {
  const all: Repriced = { prices: [], events: [] }
  for (const id of quoteIdsOf(parcels)) {
    const { prices, events } = await repriceQuote(deps, tx, caller, await quotes.load(tx, caller, id), reason)
    all.prices.push(...prices)
    all.events.push(...events)
  }
  return all
}

/** The quote has packages, so it was booked and has a selected rate. */
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
