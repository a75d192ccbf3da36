// Caches price books until rate cards, exchange rates, tax rates, warehouses, sites or business terms change on any server.

import type { BusinessTerms, PostalAddress } from '../../domain/businesses/business.ts'
import { termsAt } from '../../domain/businesses/business.ts'
import type { PriceBook } from '../../domain/pricing/pricing.ts'
import { createBoundedMap } from '../../domain/values/bounded-map.ts'
import { lastIndexNotAfter } from '../../domain/values/calendar.ts'
import type { Db } from '../../platform/engine/db.ts'
import { origins as siteOrigins } from '../sites/sites.ts'
import { agreedTerms, cardsAndFxAt } from './price-books.ts'
import { priceRevision } from './price-revisions.ts'
import { warehouseIn } from './warehouses.ts'

/** How many price books are cached at most. A business has one price book for each period between two changes of prices or rates. */
const BOOKS_MAX = 1_000
const BUSINESSES_MAX = 10_000

export type Prices = {
  bookFor(businessId: string, at: number): Promise<PriceBook>
  warehouseIn(country: string): Promise<PostalAddress | null>
  /** Maps each country to the default origin of imports from it: the address of a site in that country. */
  siteOrigins(): Promise<ReadonlyMap<string, PostalAddress>>
}

/**
 * Caches values of one price revision. A value that is read while prices change may be newer than the revision. This is harmless, because
 * the next caller sees the new revision and reads all values again.
 */
const cached = <T>(max: number) => {
  const values = createBoundedMap<T>(max)
  return async (key: string, read: () => Promise<T>): Promise<T> => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = await read()
    values.set(key, value)
    return value
  }
}

const readMoments = async (db: Db): Promise<number[]> => {
  const rows = await db.query<{ moment: number }>(
    `select effective_from as moment from rate_cards where published_at is not null
     union select effective_from from fx_rates union select effective_from from tax_rates order by moment`,
  )
  return rows.map(({ moment }) => moment)
}

const pricesFrom = (db: Db): Prices => {
  const moments = cached<number[]>(1)
  const books = cached<Omit<PriceBook, 'markupPercent'>>(BOOKS_MAX)
  const terms = cached<BusinessTerms[]>(BUSINESSES_MAX)
  const warehouses = cached<PostalAddress | null>(BOOKS_MAX)
  const origins = cached<ReadonlyMap<string, PostalAddress>>(1)
  return {
    bookFor: async (businessId, at) => {
      const stretch = lastIndexNotAfter(await moments('all', () => readMoments(db)), at)
      const book = await books(`${businessId} ${stretch}`, () => cardsAndFxAt(db, businessId, at))
      const agreed = await terms(businessId, () => agreedTerms(db, businessId))
      return { ...book, markupPercent: termsAt({ terms: agreed }, at).markupPercent }
    },
    warehouseIn: (country) => warehouses(country, () => warehouseIn(db, country)),
    siteOrigins: () => origins('all', () => siteOrigins(db)),
  }
}

const pricesOf = new WeakMap<Db, { revision: string; prices: Prices }>()

export const pricesInForce = async (db: Db): Promise<Prices> => {
  const revision = await priceRevision(db)
  const known = pricesOf.get(db)
  if (known?.revision === revision) return known.prices
  const prices = pricesFrom(db)
  pricesOf.set(db, { revision, prices })
  return prices
}
