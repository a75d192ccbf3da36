// Quotes in the store, and their rates.

import type { Party } from '../../domain/businesses/business.ts'
import type { PackageStatus } from '../../domain/packages/package.ts'
import type { Cargo } from '../../domain/pricing/cargo.ts'
import type { Quote, Rate, RateMessage } from '../../domain/quotes/quote.ts'
import { hasOtherPrices } from '../../domain/quotes/quote.ts'
import type { ClientData } from '../../domain/values/client-data.ts'
import { isId, TIME_CHARACTERS, undatedPart } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Db, Query, Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import {
  changedAt,
  changedColumns,
  insert as insertRows,
  parameters,
  updateAllVersioned,
  updateVersioned,
} from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { previousHash, readWith, recordChange, recordChanges, recordCreations } from '../audit/audit.ts'
import type { ClientRow } from '../values/records.ts'
import { clientColumns, clientDataFrom } from '../values/records.ts'
import { loadScopedRow } from '../values/rows-by-token.ts'

/** Fields of a quote that need their own conversion, for example because they are stored as JSON or in several columns. */
type Mapped =
  | keyof ClientData
  | 'lane'
  | 'sender'
  | 'recipient'
  | 'cargo'
  | 'rates'
  | 'rateMessages'
  | 'selectedRate'
  | 'bookedRate'
  | 'updatedAt'

const plain = columnsOf<Omit<Quote, Mapped>>()(
  'id, version, status, source, reference, customer_id, purchase_id, shipment_id, tracking_code, tracker_id, label_token, created_at, booked_at, cancelled_at, closed_reason, comment, price_finalised_at',
)

type QuoteRow = ReturnType<typeof plain.toRow> &
  ClientRow & {
    direction: 'import' | 'export'
    origin_country: string
    destination_country: string
    sender: string
    recipient: string
    cargo: string
    rates: string
    rate_messages: string
    selected_rate: string | null
    booked_rate: string | null
    updated_at: number | null
  }

const fromRow = (row: QuoteRow): Quote => ({
  ...plain.fromRow(row),
  lane: { direction: row.direction, origin: row.origin_country, destination: row.destination_country },
  sender: JSON.parse(row.sender) as Party,
  recipient: JSON.parse(row.recipient) as Party,
  cargo: JSON.parse(row.cargo) as Cargo,
  rates: JSON.parse(row.rates) as Rate[],
  rateMessages: JSON.parse(row.rate_messages) as RateMessage[],
  selectedRate: row.selected_rate === null ? null : (JSON.parse(row.selected_rate) as Rate),
  bookedRate: row.booked_rate === null ? null : (JSON.parse(row.booked_rate) as Rate),
  ...clientDataFrom(row),
  updatedAt: row.updated_at ?? row.created_at,
})

const changingColumns = (quote: Quote): Columns => ({
  customer_id: quote.customerId,
  status: quote.status,
  rates: JSON.stringify(quote.rates),
  rate_messages: JSON.stringify(quote.rateMessages),
  selected_rate: quote.selectedRate && JSON.stringify(quote.selectedRate),
  purchase_id: quote.purchaseId,
  shipment_id: quote.shipmentId,
  tracking_code: quote.trackingCode,
  tracker_id: quote.trackerId,
  label_token: quote.labelToken,
  booked_at: quote.bookedAt,
  cancelled_at: quote.cancelledAt,
  closed_reason: quote.closedReason,
  comment: quote.comment,
  price_finalised_at: quote.priceFinalisedAt,
  booked_rate: quote.bookedRate && JSON.stringify(quote.bookedRate),
})

const fixedColumns = (quote: Quote): Columns => ({
  source: quote.source,
  direction: quote.lane.direction,
  transport_mode: quote.cargo.mode,
  origin_country: quote.lane.origin,
  destination_country: quote.lane.destination,
  reference: quote.reference,
  sender: JSON.stringify(quote.sender),
  recipient: JSON.stringify(quote.recipient),
  cargo: JSON.stringify(quote.cargo),
  ...clientColumns(quote),
  created_at: quote.createdAt,
})

const columns = (quote: Quote): Columns => ({ ...fixedColumns(quote), ...changingColumns(quote) })

/** Makes a quote from a row with all columns. The columns of audit records are not enough, because they lack id and version. */
export const fromColumns = (row: Columns): Quote => fromRow(row as unknown as QuoteRow)

const SELECT = 'select * from quotes'

/** The text that quote searches look through. If the request gave no sender name, `sender.name` is the name of the linked customer. */
const searchText = ({ reference, sender, clientReference }: Quote): string =>
  [reference, sender.name ?? '', ...(clientReference === null ? [] : [clientReference])].join('\n').toLowerCase()

export const insert = async (tx: Tx, caller: Scope & Author, quote: Quote): Promise<void> => {
  const after = columns(quote)
  const identity = { ...scopeColumns(caller), id: quote.id, version: quote.version }
  await insertRows(tx, 'quotes', [{ ...identity, ...after, search_text: searchText(quote) }])
  await recordCreations(tx, caller, caller, [{ type: 'quote', id: quote.id, version: quote.version, before: null, after }])
}

export const load = async (db: Query, scope: Scope, id: string): Promise<Quote> =>
  fromRow(await loadScopedRow<QuoteRow>(db, scope, 'pq', id))

/** Like `load`, but also reads the hash of the quote's last audit record, which `save` needs. */
export const loadToChange = async (tx: Tx, scope: Scope, id: string): Promise<Quote> => {
  const sql = `select quotes.*, ${previousHash('quotes')} from quotes where ${IN_SCOPE} and id = $3`
  const params = scopeValues(scope, id)
  const [row] = isId('pq', id) ? await tx.query<QuoteRow & { previous_hash: string | null }>(sql, params) : []
  return row ? readWith(fromRow(row), row) : load(tx, scope, id)
}

/**
 * Returns the quote that the package was booked with. Like `loadToChange`, also reads the hash of the quote's last audit record. Null if
 * the package has no quote.
 */
export const ofPackage = async (db: Query, scope: Scope, packageId: string): Promise<Quote | null> => {
  const sql = `select quotes.*, ${previousHash('quotes')} from quotes where ${IN_SCOPE}
    and id = (select quote_id from packages where ${IN_SCOPE} and id = $3)`
  const params = scopeValues(scope, packageId)
  const [row] = isId('pkg', packageId) ? await db.query<QuoteRow & { previous_hash: string | null }>(sql, params) : []
  return row ? readWith(fromRow(row), row) : null
}

/** The version of a booked quote, and its packages in the order of the quote's cargo items. Null if the quote is not booked. */
export const bookedSnapshot = async (
  db: Query,
  scope: Scope,
  id: string,
): Promise<{ version: number; parcels: { id: string; status: PackageStatus }[] } | null> => {
  const rows = await db.query<{ version: number; id: string; status: PackageStatus }>(
    `select quotes.version, packages.id, packages.status from quotes
     join packages on packages.business_id = quotes.business_id and packages.mode = quotes.mode and packages.quote_id = quotes.id
     where quotes.business_id = $1 and quotes.mode = $2 and quotes.id = $3 and quotes.status = 'booked' order by packages.cargo_index`,
    scopeValues(scope, id),
  )
  return rows[0] ? { version: rows[0].version, parcels: rows } : null
}

/** Whether the quote is unchanged since it was read. */
export const isUnchanged = async (tx: Tx, scope: Scope, { id, version }: Quote): Promise<boolean> => {
  const rows = await tx.query(`select version from quotes where ${IN_SCOPE} and id = $3 and version = $4`, scopeValues(scope, id, version))
  return rows.length > 0
}

/** True if a save changes rates but no prices. This happens when a pending quote is read and its rates only get new ids and times. */
const hasOnlyNewRates = (before: Quote, quote: Quote, changes: Columns): boolean =>
  Object.keys(changes).every((column) => RATE_COLUMNS.includes(column)) && !hasOtherPrices(before, quote)

const RATE_COLUMNS = ['rates', 'rate_messages', 'selected_rate']

export const save = async (tx: Tx, caller: Scope & Author, before: Quote, quote: Quote): Promise<Quote> => {
  const version = before.version + 1
  const [fixed, was, is] = [fixedColumns(quote), changingColumns(before), changingColumns(quote)]
  const change = { type: 'quote', id: quote.id, version, before: { ...fixed, ...was }, after: { ...fixed, ...is } } as const
  const changes = changedColumns(was, is)
  const updatedAt = hasOnlyNewRates(before, quote, changes) ? before.updatedAt : changedAt(caller)
  const written = updatedAt === before.updatedAt ? changes : { ...changes, updated_at: updatedAt }
  await updateVersioned(tx, 'quotes', caller, before, written)
  await recordChange(tx, caller, caller, change, before)
  return { ...quote, version, updatedAt }
}

export const referencesOf = async (db: Query, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; reference: string }>(
    `select id, reference from quotes where ${IN_SCOPE} and id in (${parameters(ids.length, 3)})`,
    scopeValues(scope, ...ids),
  )
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

/** Assigns quotes to another customer. The quotes must have been read in this transaction. */
export const reassign = async (tx: Tx, caller: Scope & Author, moving: readonly Quote[], customerId: string): Promise<void> => {
  await updateAllVersioned(tx, 'quotes', caller, moving, { columns: { customer_id: customerId, updated_at: changedAt(caller) } })
  const changes = moving.map((quote) => {
    const before = columns(quote)
    return { type: 'quote', id: quote.id, version: quote.version + 1, before, after: { ...before, customer_id: customerId } } as const
  })
  await recordChanges(tx, caller, caller, changes)
}

/** Returns the quotes with these ids, in no particular order. */
export const loadAll = async (db: Query, scope: Scope, ids: readonly string[]): Promise<Quote[]> => {
  if (ids.length === 0) return []
  const rows = await db.query<QuoteRow>(`${SELECT} where ${IN_SCOPE} and id in (${parameters(ids.length, 3)})`, scopeValues(scope, ...ids))
  return rows.map(fromRow)
}

/** Finds the quote of a label. The label token is the authorization: everyone who knows the token may print the label. */
export const findByLabelToken = async (db: Query, token: string): Promise<{ scope: Scope; quote: Quote } | null> => {
  const rows = await db.query<QuoteRow & { business_id: string; mode: Scope['mode'] }>(`${SELECT} where label_token = $1`, [token])
  return rows[0] ? { scope: scopeOf(rows[0]), quote: fromRow(rows[0]) } : null
}

/** Stores the rates that are replaced when a quote is refreshed, so that clients can still book them. */
export const keepReplaced = async (tx: Tx, scope: Scope, quoteId: string, rates: readonly Rate[]): Promise<void> => {
  await insertRows(
    tx,
    'replaced_rates',
    rates.map((rate) => ({
      ...scopeColumns(scope),
      quote_id: quoteId,
      id: rate.id,
      rate: JSON.stringify(rate),
      created_at: rate.createdAt,
    })),
    'on conflict do nothing',
  )
}

/** The position of the first character after the time in a rate's token, counted from 1 as in SQL. */
const UNDATED_FROM = 'rate_'.length + TIME_CHARACTERS + 1

/**
 * Finds the replaced rates whose id equals `rateId`, ignoring the time in the id: each time a rate is shown again, its id gets a new time.
 */
export const findReplaced = async (db: Query, scope: Scope, quoteId: string, rateId: string): Promise<Rate[]> => {
  if (!isId('rate', rateId)) return []
  const rows = await db.query<{ rate: string }>(
    `select rate from replaced_rates where ${IN_SCOPE} and quote_id = $3 and substr(id, ${UNDATED_FROM}) = $4`,
    scopeValues(scope, quoteId, undatedPart(rateId)),
  )
  return rows.map((row) => JSON.parse(row.rate) as Rate)
}

/** How many rows one transaction deletes at most. Short transactions keep the waiting time of other writers short. */
const PRUNE_ROWS_AT_ONCE = 5_000

/** Deletes replaced rates that were made at `madeUntil` or earlier. */
export const pruneReplaced = async (db: Db, madeUntil: number): Promise<void> => {
  const key = 'business_id, mode, quote_id, id'
  const old = `select ${key} from replaced_rates where created_at <= $1 limit ${PRUNE_ROWS_AT_ONCE}`
  while ((await db.execute(`delete from replaced_rates where (${key}) in (${old})`, [madeUntil])) === PRUNE_ROWS_AT_ONCE);
}

/**
 * Finds a booked quote by tracking code. Searches all businesses, because carriers do not know our businesses. If a carrier reused the
 * code, the latest booking is returned.
 */
export const findByTrackingCode = async (db: Query, trackingCode: string): Promise<{ scope: Scope; quote: Quote } | null> => {
  const rows = await db.query<QuoteRow & { business_id: string; mode: Scope['mode'] }>(
    `${SELECT} where tracking_code = $1 order by booked_at desc limit 1`,
    [trackingCode],
  )
  return rows[0] ? { scope: scopeOf(rows[0]), quote: fromRow(rows[0]) } : null
}
