// Explains how the price of a quote came about, or what the price would have been at another time. Stores nothing.

import type { Explanation, QuoteRecords } from '../../domain/explain/explain.ts'
import { explainQuote as explain, explainAsOf } from '../../domain/explain/explain.ts'
import { invalidField } from '../../domain/values/errors.ts'
import * as customers from '../../store/customers/customers.ts'
import * as packages from '../../store/packages/packages.ts'
import * as priceBooks from '../../store/pricing/price-books.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor, pricedAt } from '../deps.ts'

export const explainQuote = async (deps: Deps, caller: Caller, id: string, asOf: number | null): Promise<Explanation> => {
  const records = await loadRecords(deps, caller, id)
  if (asOf === null) return explain(records)
  if (asOf > nowFor(deps, caller)) throw invalidField('as_of', 'must not be in the future')
  // Uses only prices that were in force and already recorded at `asOf`. A price recorded after `asOf` is ignored, even if the price is
  // backdated.
  const moment = pricedAt(deps, asOf)
  const book = await priceBooks.priceBookAt(deps.db, caller.business, moment, moment)
  return explainAsOf(records, book, asOf)
}

const loadRecords = async (deps: Deps, caller: Caller, id: string): Promise<QuoteRecords> => {
  const quote = await quotes.load(deps.db, caller, id)
  const parcels = quote.status === 'booked' ? await packages.ofQuotes(deps.db, caller, [id]) : []
  const customer = quote.customerId === null ? null : await customers.load(deps.db, caller, quote.customerId)
  return { quote, parcels, customer }
}
