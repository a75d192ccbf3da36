// Purchases of shipping labels at outside carriers.

import type { BoughtLabel, PurchaseIntent, PurchaseState } from '../../domain/booking/purchase.ts'
import type { Rate } from '../../domain/quotes/quote.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import { insert as insertRows, readRow } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeOf, scopeValues } from '../../platform/engine/scope.ts'

const plain = columnsOf<Omit<PurchaseIntent, 'rate' | 'bought'>>()(
  'id, quote_id, carrier_id, state, outcome, opened_at, first_clean_look_at, looks, next_look_at, settled_at, charged_otherwise_at, next_track_at, actor, request_id, opened_under',
)
export type PurchaseRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Scope['mode']; rate: string; bought: string | null }

export const fromRow = (row: PurchaseRow): PurchaseIntent => ({
  ...plain.fromRow(row),
  rate: JSON.parse(row.rate) as Rate,
  bought: row.bought === null ? null : (JSON.parse(row.bought) as BoughtLabel),
})

export const insert = async (tx: Tx, scope: Scope, intent: PurchaseIntent, carrierShipmentId: string): Promise<void> => {
  await insertRows(tx, 'purchases', [
    {
      ...scopeColumns(scope),
      ...plain.toRow(intent),
      carrier_shipment_id: carrierShipmentId,
      rate: JSON.stringify(intent.rate),
      bought: null,
    },
  ])
}

export const load = async (db: Query, scope: Scope, id: string): Promise<PurchaseIntent> => {
  const rows = await db.query<PurchaseRow>(`select * from purchases where ${IN_SCOPE} and id = $3`, scopeValues(scope, id))
  return fromRow(rows[0]!)
}

/** Saves a purchase if its stored state still equals `was`. Otherwise saves nothing and returns false. */
export const saveIfStill = async (tx: Tx, scope: Scope, intent: PurchaseIntent, was: PurchaseState): Promise<boolean> =>
  (await tx.execute(
    `update purchases set state = $5, outcome = $6, first_clean_look_at = $7, looks = $8, next_look_at = $9, settled_at = $10, bought = $11,
       charged_otherwise_at = $12, next_track_at = $13
     where ${IN_SCOPE} and id = $3 and state = $4`,
    scopeValues(
      scope,
      intent.id,
      was,
      intent.state,
      intent.outcome,
      intent.firstCleanLookAt,
      intent.looks,
      intent.nextLookAt,
      intent.settledAt,
      intent.bought && JSON.stringify(intent.bought),
      intent.chargedOtherwiseAt,
      intent.nextTrackAt,
    ),
  )) === 1

/** Like `saveIfStill`, but throws `StaleWrite` instead of returning false, so that the transaction is retried. */
export const save = async (tx: Tx, scope: Scope, intent: PurchaseIntent, was: PurchaseState): Promise<void> => {
  if (!(await saveIfStill(tx, scope, intent, was)))
    throw new StaleWrite(`purchase ${intent.id} is no longer ${was}`, { subject: intent.id })
}

export type DuePurchase = { scope: Scope; intent: PurchaseIntent }

const toDue = (row: PurchaseRow): DuePurchase => ({ scope: scopeOf(row), intent: fromRow(row) })

const postpone = async (tx: Tx, { scope, intent }: DuePurchase, column: string, from: number | null, until: number): Promise<boolean> => {
  const sql = `update purchases set ${column} = $5 where ${IN_SCOPE} and id = $3 and ${column} = $4`
  return (await tx.execute(sql, scopeValues(scope, intent.id, from, until))) === 1
}

/** Finds purchases of all businesses whose outcome is due to be looked up at the carrier. */
export const due = async (db: Query, now: number, limit: number): Promise<DuePurchase[]> => {
  const rows = await db.query<PurchaseRow>('select * from purchases where next_look_at <= $1 order by next_look_at limit $2', [now, limit])
  return rows.map(toDue)
}

/** Reserves a due purchase for this server until the time `until`. Returns false if another server reserved the purchase first. */
export const claim = (tx: Tx, due: DuePurchase, until: number): Promise<boolean> =>
  postpone(tx, due, 'next_look_at', due.intent.nextLookAt, until)

/** Finds purchases of all businesses whose tracking is due to be polled. */
export const dueForTracking = async (db: Query, now: number, limit: number): Promise<DuePurchase[]> => {
  const sql = 'select * from purchases where next_track_at <= $1 order by next_track_at limit $2'
  return (await db.query<PurchaseRow>(sql, [now, limit])).map(toDue)
}

/**
 * Reserves the tracking poll of a purchase for this server until the time `until`. Returns false if another server reserved the poll first.
 */
export const claimTracking = (tx: Tx, due: DuePurchase, until: number): Promise<boolean> =>
  postpone(tx, due, 'next_track_at', due.intent.nextTrackAt, until)

/** Sets when the tracking of a quote's parcels is polled next. Null stops the polling. */
export const scheduleTracking = async (tx: Tx, scope: Scope, quoteId: string, nextTrackAt: number | null): Promise<void> => {
  await tx.execute(
    `update purchases set next_track_at = $4 where ${IN_SCOPE} and quote_id = $3 and state = 'bought'`,
    scopeValues(scope, quoteId, nextTrackAt),
  )
}

export const statesOf = async (db: Query, carrierId: string, carrierShipmentId: string): Promise<PurchaseState[]> => {
  const rows = await db.query<{ state: PurchaseState }>('select state from purchases where carrier_id = $1 and carrier_shipment_id = $2', [
    carrierId,
    carrierShipmentId,
  ])
  return rows.map((row) => row.state)
}

/** Locks the open purchases at this carrier, so that none is settled until this transaction ends. */
export const lockOpen = async (tx: Tx, carrierId: string): Promise<void> => {
  await tx.query("select id from purchases where state = 'open' and carrier_id = $1 for share", [carrierId])
}

/** The purchase that bought the labels of a quote from the carrier. Null if no labels were bought. */
export const boughtFor = (db: Query, scope: Scope, quoteId: string): Promise<PurchaseIntent | null> =>
  readRow(db, `select * from purchases where ${IN_SCOPE} and quote_id = $3 and state = 'bought'`, scopeValues(scope, quoteId), fromRow)
