// Computes the final price of an import or ocean quote from booked unit prices and measured cargo, once all its packages are received or loaded.

import type { FreightTax } from '../../domain/billing/tax.ts'
import { freightTaxAt } from '../../domain/billing/tax.ts'
import type { DomainEvent } from '../../domain/events/event.ts'
import { quoteEvent } from '../../domain/events/event.ts'
import { knownCargo, LOADED, MEASURED } from '../../domain/packages/measured-cargo.ts'
import type { Package } from '../../domain/packages/package.ts'
import { isLoadedAtSupplier } from '../../domain/packages/package.ts'
import type { Cargo } from '../../domain/pricing/cargo.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { PriceBook } from '../../domain/pricing/pricing.ts'
import { priceImportAir, priceOcean } from '../../domain/pricing/pricing.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { flowOf, repriced } from '../../domain/quotes/quote.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { isAwaited, measuredPrice, unchangedPrice, waitingPrice, withOwnDifference } from '../../domain/receiving/receipt-price.ts'
import { decimal } from '../../domain/values/money.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import * as priceList from '../../store/billing/price-list.ts'
import * as packages from '../../store/packages/packages.ts'
import * as priceBooks from '../../store/pricing/price-books.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { chargeFreight, unchargeFreight } from '../billing/charges/charge-freight.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { nowFor } from '../deps.ts'

/** `parcels`: the packages of the quote, for the event `quote.price_finalised`. */
export type Finalised = { price: PriceChange | null; events: DomainEvent[]; parcels: Package[] }

const unfinalised = (price: PriceChange | null): Finalised => ({ price, events: [], parcels: [] })

/**
 * Call this in the transaction that changes `parcel`, for example receives or cancels it. Saves the quote even if the price cannot be final
 * yet. Concurrent transactions for two packages then conflict, and the retried transaction sees both packages.
 */
export const finalisePrice = async (deps: Deps, tx: Tx, caller: LockedCaller, quote: Quote | null, parcel: Package): Promise<Finalised> => {
  if (quote === null || quote.selectedRate === null) return unfinalised(null)
  if (!isMeasurable(quote)) return unfinalised(unchangedPrice(quote))
  const parcels = await packages.withSiblings(tx, caller, parcel)
  const kept = parcels.filter(isKept)
  if (kept.length === 0 || kept.some(isAwaited)) {
    await quotes.save(tx, caller, quote, quote)
    return unfinalised(waitingPrice(quote, kept))
  }
  // The final price must show the same tax as the freight charge.
  const taxes = await priceList.taxRates(tx)
  const price = await priceKnown(tx, quote, kept, freightTaxAt(taxes, deps.clock()))
  const saved = await quotes.save(tx, caller, quote, {
    ...quote,
    selectedRate: repriced(quote.selectedRate, price, kept.every(isLoadedAtSupplier) ? LOADED : MEASURED),
    bookedRate: quote.selectedRate,
    priceFinalisedAt: nowFor(deps, caller),
  })
  await chargeFreight(deps, tx, caller, saved, kept, taxes)
  return { price: measuredPrice(quote, kept, price), events: [quoteEvent('quote.price_finalised', saved)], parcels }
}

/**
 * Call this after a package is cancelled, if the price of its quote is final. Replaces the freight charge by a charge for the remaining
 * packages. The price of the quote does not change. If the freight was already credited, nothing happens.
 */
export const rechargeFreight = async (deps: Deps, tx: Tx, caller: LockedCaller, quote: Quote, cancelled: Package): Promise<void> => {
  const kept = (await packages.withSiblings(tx, caller, cancelled)).filter(isKept)
  const isCharged = await unchargeFreight(deps, tx, caller, quote.id, `Package ${cancelled.parcelNumber} was cancelled`)
  if (!isCharged || kept.length === 0) return
  const rate = quote.selectedRate!
  const price = await priceKnown(tx, quote, kept)
  const amount = decimal(price.amount).lt(rate.amount) ? price.amount : rate.amount
  await chargeFreight(deps, tx, caller, { ...quote, selectedRate: { ...rate, amount } }, kept)
}

/** Previews the final price. Uses `parcel` as given. Uses the other packages as measured, or as declared if they are not measured yet. */
export const previewPrice = async (
  deps: Deps,
  db: Query,
  caller: Caller,
  quote: Quote | null,
  parcel: Package,
): Promise<PriceChange | null> => {
  if (quote === null || quote.selectedRate === null) return null
  if (!isMeasurable(quote)) return unchangedPrice(quote)
  const kept = (await packages.withSiblings(db, caller, parcel)).filter(isKept)
  const asDeclared = kept.map((each) => (each.id === parcel.id ? { ...each, piecesArrived: null } : each))
  const freightTax = freightTaxAt(await priceList.taxRates(db), deps.clock())
  const [measured, declared] = [await priceKnown(db, quote, kept, freightTax), await priceKnown(db, quote, asDeclared)]
  return withOwnDifference(measuredPrice(quote, kept, measured), declared)
}

/** Whether measurements may change the price. Export air keeps its booked price, and other prices are finalised only once. */
const isMeasurable = (quote: Quote): boolean => quote.priceFinalisedAt === null && flowOf(quote) !== 'export_air'

const isKept = ({ status }: Package): boolean => status !== 'cancelled'

const priceKnown = async (db: Query, quote: Quote, kept: readonly Package[], freightTax: FreightTax = {}): Promise<Price> =>
  priceCargo(quote, knownCargo(quote.cargo, kept), { ...(await frozenBook(db, quote.selectedRate!)), freightTax })

const priceCargo = (quote: Quote, cargo: Cargo, book: PriceBook): Price =>
  cargo.mode === 'air' ? priceImportAir(cargo, quote.lane, book) : priceOcean(cargo, quote.lane, book)

/** The card version, exchange rate and markup with which the quote was booked. */
const frozenBook = async (db: Query, rate: Rate): Promise<PriceBook> => {
  const { card, fx, markupPercent } = rate.breakdown
  if (card === null) throw new Error('only cards price imports and ocean')
  return { cards: [await priceBooks.loadCard(db, card.id, card.version)], fx: [fx], markupPercent }
}
