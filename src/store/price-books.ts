// Rate cards and FX rates as stored, and the price book in force for a business at a moment.

import { createHash } from 'node:crypto'
import type { Business, PostalAddress } from '../domain/business.ts'
import { termsAt } from '../domain/business.ts'
import type { PriceBook } from '../domain/pricing.ts'
import type { CardKind, FxRate, RateCard, Tariff } from '../domain/rate-card.ts'
import type { Query } from './db.ts'
import { insert as insertRows } from './rows.ts'

type CardRow = {
  id: string
  version: number
  business_id: string | null
  title: string
  currency: string
  origin: 'sample' | 'operator'
  tariff_hash: string
  effective_from: number
}

type FxRow = { id: string; base: string; quote: string; rate: string; source: string; effective_from: number }

export const publishCard = async (tx: Query, card: RateCard, now: number): Promise<void> => {
  const tariff = JSON.stringify(card.tariff)
  await insertRows(tx, 'rate_cards', [
    {
      id: card.id,
      version: card.version,
      business_id: card.businessId,
      kind: card.tariff.kind satisfies CardKind,
      title: card.title,
      currency: card.currency,
      origin: card.sample ? 'sample' : 'operator',
      tariff,
      tariff_hash: createHash('sha256').update(tariff).digest('hex'),
      created_at: now,
      published_at: now,
      effective_from: card.effectiveFrom,
    },
  ])
}

export const recordFx = async (tx: Query, fx: FxRate, now: number): Promise<void> => {
  await insertRows(tx, 'fx_rates', [
    { id: fx.id, base: fx.base, quote: fx.quote, rate: fx.rate, source: fx.source, effective_from: fx.effectiveFrom, recorded_at: now },
  ])
}

/** Parsed tariffs by the hash of their text: each is read and parsed once. */
const tariffs = new Map<string, Tariff>()

const tariffOf = async (db: Query, row: CardRow): Promise<Tariff> => {
  const known = tariffs.get(row.tariff_hash)
  if (known) return known
  const rows = await db.query<{ tariff: string }>('select tariff from rate_cards where id = $1 and version = $2', [row.id, row.version])
  const tariff = JSON.parse(rows[0]!.tariff) as Tariff
  tariffs.set(row.tariff_hash, tariff)
  return tariff
}

const withTariff = async (db: Query, row: CardRow): Promise<RateCard> => ({
  id: row.id,
  version: row.version,
  title: row.title,
  currency: row.currency,
  sample: row.origin === 'sample',
  businessId: row.business_id,
  effectiveFrom: row.effective_from,
  tariff: await tariffOf(db, row),
})

const CARD_COLUMNS = 'select id, version, business_id, title, currency, origin, tariff_hash, effective_from from rate_cards'

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string): T[][] => [...Map.groupBy(rows, keyOf).values()]

/** What is in force at a moment, as known at another: by default, everything that is published now. */
export const priceBookAt = async (db: Query, business: Business, at: number, knownAt = Number.MAX_SAFE_INTEGER): Promise<PriceBook> => {
  const cardRows = await db.query<CardRow>(
    `${CARD_COLUMNS} where effective_from <= $1 and published_at <= $2 and (business_id is null or business_id = $3) order by id, version`,
    [at, knownAt, business.id],
  )
  const heads = grouped(cardRows, (row) => row.id).map((versions) => latest(versions))
  const fxRows = await db.query<FxRow>(
    'select * from fx_rates where effective_from <= $1 and recorded_at <= $2 order by effective_from, recorded_at, id',
    [at, knownAt],
  )
  const cards: RateCard[] = []
  for (const head of heads) cards.push(await withTariff(db, head))
  const fx = grouped(fxRows, (row) => `${row.base}/${row.quote}`).map((dated) => fxFrom(latest(dated)))
  return { cards, fx, markupPercent: termsAt(business, at, knownAt).markupPercent }
}

/** Of rows that have all begun, the one in force. */
const latest = <R extends { effective_from: number }>(rows: readonly R[]): R =>
  rows.reduce((best, row) => (row.effective_from >= best.effective_from ? row : best))

const fxFrom = (row: FxRow): FxRate => ({
  id: row.id,
  base: row.base,
  quote: row.quote,
  rate: row.rate,
  source: row.source,
  effectiveFrom: row.effective_from,
})

/** One published version, for applying frozen prices again. */
export const loadCard = async (db: Query, id: string, version: number): Promise<RateCard> => {
  const rows = await db.query<CardRow>(`${CARD_COLUMNS} where id = $1 and version = $2`, [id, version])
  return withTariff(db, rows[0]!)
}

export const insertWarehouse = async (
  tx: Query,
  given: { id: string; country: string; address: PostalAddress; now: number },
): Promise<void> => {
  await insertRows(tx, 'warehouses', [
    { id: given.id, country: given.country, address: JSON.stringify(given.address), created_at: given.now },
  ])
}

/** The operator's first warehouse in a country. */
export const warehouseIn = async (db: Query, country: string): Promise<PostalAddress | null> => {
  const rows = await db.query<{ address: string }>('select address from warehouses where country = $1 order by created_at, id limit 1', [
    country,
  ])
  return rows[0] ? (JSON.parse(rows[0].address) as PostalAddress) : null
}
