// The price book of a business at a given time: cards, FX rates, markup and the tax on freight.

import { freightTaxAt } from '../../domain/billing/tax.ts'
import type { Business, BusinessTerms } from '../../domain/businesses/business.ts'
import { termsAt } from '../../domain/businesses/business.ts'
import type { PriceBook } from '../../domain/pricing/pricing.ts'
import type { Query } from '../../platform/engine/db.ts'
import { taxRates } from '../billing/price-list.ts'
import { fxAt } from './fx-rates.ts'
import type { CardWithTariffRow } from './rate-cards.ts'
import { CARD_WITH_TARIFF, cardFrom } from './rate-cards.ts'

export { recordFx } from './fx-rates.ts'
export { hasCards, loadCard, publishCard } from './rate-cards.ts'

/** SQL that selects the version in force of each card, with one index look-up per card. */
const CARDS_IN_FORCE = `${CARD_WITH_TARIFF}
  join (select distinct id as card_id from rate_cards) as card on card_id = id
  where version = (
    select version from rate_cards as dated
    where dated.id = card_id and dated.effective_from <= $1 and dated.published_at <= $2
      and (dated.business_id is null or dated.business_id = $3)
    order by effective_from desc, version desc limit 1)
  order by id`

/**
 * The price book in force at `at`. Prices, terms and tax rates that were recorded after `knownAt` are ignored. By default, nothing is
 * ignored.
 */
export const priceBookAt = async (
  db: Query,
  { id }: Pick<Business, 'id'>,
  at: number,
  knownAt = Number.MAX_SAFE_INTEGER,
): Promise<PriceBook> => {
  const [book, terms] = await Promise.all([cardsAndFxAt(db, id, at, knownAt), agreedTerms(db, id)])
  return { ...book, markupPercent: termsAt({ terms }, at, knownAt).markupPercent }
}

/** Reads the terms from the store, because the business in a request may come from a cache. */
export const agreedTerms = async (db: Query, businessId: string): Promise<BusinessTerms[]> => {
  const [row] = await db.query<{ terms: string }>('select terms from businesses where id = $1', [businessId])
  return row ? (JSON.parse(row.terms) as BusinessTerms[]) : []
}

export const cardsAndFxAt = async (
  db: Query,
  businessId: string,
  at: number,
  knownAt = Number.MAX_SAFE_INTEGER,
): Promise<Omit<PriceBook, 'markupPercent'>> => {
  const [rows, fx, taxes] = await Promise.all([
    db.query<CardWithTariffRow>(CARDS_IN_FORCE, [at, knownAt, businessId]),
    fxAt(db, at, knownAt),
    taxRates(db),
  ])
  const known = taxes.filter(({ recordedAt }) => recordedAt <= knownAt)
  return { cards: rows.map(cardFrom), fx, freightTax: freightTaxAt(known, at) }
}

/** The operator's general prices at `at`, without the rate cards that apply to a single business. */
export const operatorBookAt = (db: Query, at: number): Promise<Omit<PriceBook, 'markupPercent'>> => cardsAndFxAt(db, '', at)
