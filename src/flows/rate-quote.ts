// Prices a quote as it is shown: rates to choose from, or an estimate that is selected from the start.

import { dateAfter } from '../domain/calendar.ts'
import type { Cargo } from '../domain/cargo.ts'
import { PRICE_CURRENCY } from '../domain/money.ts'
import type { Price } from '../domain/price.ts'
import type { Lane, PriceBook } from '../domain/pricing.ts'
import { priceImportAir, priceOcean } from '../domain/pricing.ts'
import type { Quote, Rate, RateMessage } from '../domain/quote.ts'
import { OCEAN_SERVICE, OCEAN_TRANSIT_DAYS } from '../domain/quote.ts'
import type { Query } from '../store/db.ts'
import * as priceBooks from '../store/price-books.ts'
import type { Caller, Deps } from './deps.ts'
import { rateExportAir } from './rate-export-air.ts'

export type Offer = { rates: Rate[]; rateMessages: RateMessage[]; selectedRate: Rate | null }

export type Ratable = Pick<Quote, 'id' | 'lane' | 'cargo' | 'sender' | 'recipient' | 'rates'>

/** Who carries what the operator prices from its own cards for import air and ocean. */
const OPERATOR = 'Waybill'
const IMPORT_AIR_SERVICE = 'Air Freight'

/** Asks outside carriers for export air in live mode, so never inside a transaction. */
export const rateQuote = async (deps: Deps, caller: Caller, quote: Ratable, now: number): Promise<Offer> => {
  const book = await priceBooks.priceBookAt(deps.db, caller.business, now)
  const { lane, cargo } = quote
  if (cargo.mode === 'air' && lane.direction === 'export') return rateExportAir(deps, caller, { ...quote, cargo }, book, now)
  const estimate = estimateFrom(deps, caller, quote, book, now)
  return cargo.mode === 'ocean'
    ? { rates: [estimate], rateMessages: [], selectedRate: null }
    : { rates: [], rateMessages: [], selectedRate: estimate }
}

/** The single estimate of an import-air or ocean quote; `db` may be the transaction that books it. */
export const estimateQuote = async (
  deps: Deps,
  db: Query,
  caller: Caller,
  quote: Pick<Quote, 'lane' | 'cargo'>,
  now: number,
): Promise<Rate> => estimateFrom(deps, caller, quote, await priceBooks.priceBookAt(db, caller.business, now), now)

const estimateFrom = (deps: Deps, caller: Caller, quote: Pick<Quote, 'lane' | 'cargo'>, book: PriceBook, now: number): Rate => {
  const { service, transitDays, ...price } = priceFromCard(quote.lane, quote.cargo, book)
  return {
    id: deps.newId('rate'),
    carrier: OPERATOR,
    service,
    amount: price.amount,
    currency: PRICE_CURRENCY,
    estimatedDeliveryDays: transitDays,
    estimatedDeliveryDate: dateAfter(now, caller.business.timeZone, transitDays),
    createdAt: now,
    breakdown: price.breakdown,
  }
}

const priceFromCard = (lane: Lane, cargo: Cargo, book: PriceBook): Price & { service: string; transitDays: number } =>
  cargo.mode === 'ocean'
    ? { ...priceOcean(cargo, lane, book), service: OCEAN_SERVICE, transitDays: OCEAN_TRANSIT_DAYS }
    : { ...priceImportAir(cargo, lane, book), service: IMPORT_AIR_SERVICE }
