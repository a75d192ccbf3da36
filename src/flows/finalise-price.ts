// When the last package of an import or ocean quote is in, re-applies the frozen prices to the measured cargo, once.

import type { Cargo } from '../domain/cargo.ts'
import { quoteEvent } from '../domain/event.ts'
import { MEASURED, measuredCargo } from '../domain/measured-cargo.ts'
import type { Price } from '../domain/price.ts'
import type { PriceBook } from '../domain/pricing.ts'
import { priceImportAir, priceOcean } from '../domain/pricing.ts'
import type { Quote, Rate } from '../domain/quote.ts'
import { flowOf, repriced } from '../domain/quote.ts'
import type { Query } from '../store/db.ts'
import * as packages from '../store/packages.ts'
import * as priceBooks from '../store/price-books.ts'
import * as quotes from '../store/quotes.ts'
import type { Caller, Deps } from './deps.ts'
import { nowFor, recordEvents } from './deps.ts'

/**
 * Called in the transaction that received or cancelled one of the quote's packages. The quote is saved each time, so that two
 * such transactions wait for one another and the later one sees that its package was the last.
 */
export const finalisePrice = async (deps: Deps, tx: Query, caller: Caller, quoteId: string | null): Promise<void> => {
  if (quoteId === null) return
  const quote = await quotes.load(tx, caller, quoteId)
  if (quote.priceFinalisedAt !== null || quote.selectedRate === null || flowOf(quote) === 'export_air') return
  const kept = (await packages.ofQuotes(tx, caller, [quoteId])).filter((parcel) => parcel.status !== 'cancelled')
  if (kept.length === 0 || kept.some((parcel) => parcel.status === 'booked')) {
    await quotes.save(tx, caller, quote)
    return
  }
  const price = priceMeasured(quote, measuredCargo(quote.cargo, kept), await frozenBook(tx, quote.selectedRate))
  const selectedRate = repriced(quote.selectedRate, price, MEASURED)
  const saved = await quotes.save(tx, caller, { ...quote, selectedRate, priceFinalisedAt: nowFor(deps, caller) })
  await recordEvents(deps, tx, caller, [quoteEvent('quote.price_finalised', saved)])
}

const priceMeasured = (quote: Quote, cargo: Cargo, book: PriceBook): Price =>
  cargo.mode === 'air' ? priceImportAir(cargo, quote.lane, book) : priceOcean(cargo, quote.lane, book)

/** Booking froze the card version, the FX rate and the markup. */
const frozenBook = async (tx: Query, rate: Rate): Promise<PriceBook> => {
  const { card, fx, markupPercent } = rate.breakdown
  if (card === null) throw new Error('only cards price imports and ocean')
  return { cards: [await priceBooks.loadCard(tx, card.id, card.version)], fx: [fx], markupPercent }
}
