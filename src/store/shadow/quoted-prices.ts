// Reads the quotes of a period for shadow pricing, page by page.

import type { Cargo, TransportMode } from '../../domain/pricing/cargo.ts'
import type { Rate } from '../../domain/quotes/quote.ts'
import { QUOTE_STATUSES } from '../../domain/quotes/quote.ts'
import type { QuotedPrice } from '../../domain/shadow/shadow-price.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Value } from '../../platform/engine/db.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'

const PAGE_ROWS = 500

/** `since` is inclusive, `until` is exclusive. If `until` is null, the period has no end. */
export type Period = { since: number; until: number | null }

const endOf = ({ until }: Period): number => until ?? Number.MAX_SAFE_INTEGER

/** Limits the quotes to one direction and transport mode. Null for all quotes. */
export type Flow = { direction: 'import' | 'export'; transportMode: TransportMode } | null

type Row = {
  id: string
  reference: string
  direction: 'import' | 'export'
  origin_country: string
  destination_country: string
  cargo: string
  rates: string
  selected_rate: string | null
  created_at: number
  price_finalised_at: number | null
}

const COLUMNS = 'id, reference, direction, origin_country, destination_country, cargo, rates, selected_rate, created_at, price_finalised_at'

const where = (scope: Scope, status: string, period: Period, flow: Flow): { text: string; params: Value[] } => {
  const text = `${IN_SCOPE} and status = $3 and created_at >= $4 and created_at < $5`
  const params = scopeValues(scope, status, period.since, endOf(period))
  if (!flow) return { text, params }
  return { text: `${text} and direction = $6 and transport_mode = $7`, params: [...params, flow.direction, flow.transportMode] }
}

const fromRow = (scope: Scope, row: Row): QuotedPrice => ({
  id: row.id,
  reference: row.reference,
  businessId: scope.businessId,
  lane: { direction: row.direction, origin: row.origin_country, destination: row.destination_country },
  cargo: JSON.parse(row.cargo) as Cargo,
  rates: row.selected_rate === null ? (JSON.parse(row.rates) as Rate[]) : [],
  selectedRate: row.selected_rate === null ? null : (JSON.parse(row.selected_rate) as Rate),
  isFinal: row.price_finalised_at !== null,
})

export const countQuotes = async (db: Pick<Query, 'query'>, scope: Scope, period: Period, flow: Flow): Promise<number> => {
  let total = 0
  for (const status of QUOTE_STATUSES) {
    const { text, params } = where(scope, status, period, flow)
    const [row] = await db.query<{ count: number }>(`select count(*) as count from quotes where ${text}`, params)
    total += row!.count
  }
  return total
}

/**
 * `db` must be a snapshot, because the quotes of each status are read separately. Otherwise a quote that is booked during the read could be
 * read twice or not at all.
 */
export async function* quotePages(db: Pick<Query, 'query'>, scope: Scope, period: Period, flow: Flow): AsyncGenerator<QuotedPrice[]> {
  for (const status of QUOTE_STATUSES) {
    const { text, params } = where(scope, status, period, flow)
    const next = params.length + 1
    const sql = `select ${COLUMNS} from quotes where ${text} and (created_at, id) < ($${next}, $${next + 1})
      order by created_at desc, id desc limit ${PAGE_ROWS}`
    const read = (before: Pick<Row, 'created_at' | 'id'>): Promise<Row[]> => {
      const rows = db.query<Row>(sql, [...params, before.created_at, before.id])
      // Prevents an unhandled rejection: a caller that stops early never awaits this page.
      rows.catch(() => {})
      return rows
    }
    let page: Promise<Row[]> | null = read({ created_at: endOf(period), id: '' })
    while (page) {
      const rows: Row[] = await page
      // The next page is read while the caller works on this one.
      page = rows.length < PAGE_ROWS ? null : read(rows.at(-1)!)
      if (rows.length > 0) yield rows.map((row) => fromRow(scope, row))
    }
  }
}
