// Cash counts of cashiers' tills, and the cash payments and refunds that are not counted yet.

import type { CashCount, CashMovement } from '../../domain/billing/cash-count.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../platform/engine/paging.ts'
import { insertCounted } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { insertRecorded } from '../audit/audited-rows.ts'
import { loadRow } from '../values/rows-by-token.ts'

const plain = columnsOf<CashCount>()('id, mode, cashier_id, movements, expected_kobo, counted_kobo, reason, created_at')
type CountRow = ReturnType<typeof plain.toRow>

const UNCOUNTED = 'not exists (select 1 from cash_count_items where source_id ='

/**
 * The cash movements of a member of staff that are in no count yet: payments, refunds and reversals. A reversed payment has two movements:
 * the payment and the reversal.
 */
export const uncounted = async (db: Query, mode: Mode, staffId: string): Promise<CashMovement[]> => {
  const rows = await db.query<{ source_id: string; amount_kobo: number }>(
    `select id as source_id, amount_kobo - coalesce(withheld_kobo, 0) as amount_kobo from payments where mode = $1 and taken_by = $2 and method = 'cash' and ${UNCOUNTED} payments.id)
     union all
     select id, -amount_kobo from refunds where mode = $1 and created_by = $2 and method = 'cash' and ${UNCOUNTED} refunds.id)
     union all
     select 'reversal ' || id, coalesce(withheld_kobo, 0) - amount_kobo from payments
     where mode = $1 and reversed_by = $2 and method = 'cash' and reversed_by is not null and ${UNCOUNTED} 'reversal ' || payments.id)
     order by source_id`,
    [mode, staffId],
  )
  return rows.map((row) => ({ sourceId: row.source_id, amountKobo: row.amount_kobo }))
}

const CASH = `select id as source_id, amount_kobo - coalesce(withheld_kobo, 0) as amount_kobo from payments where method = 'cash'
  union all select id, -amount_kobo from refunds where method = 'cash'
  union all select 'reversal ' || id, coalesce(withheld_kobo, 0) - amount_kobo from payments where method = 'cash' and reversed_at is not null`

/** All cash counts. The number and the sum of each count's movements are computed again from payments and refunds. */
export const recounted = async (db: Pick<Query, 'query'>): Promise<{ count: CashCount; movements: number; cashKobo: number }[]> => {
  const rows = await db.query<CountRow & { found: number; cash_kobo: number }>(
    `select cash_counts.*, count(cash.source_id) as found, cast(coalesce(sum(cash.amount_kobo), 0) as bigint) as cash_kobo
     from cash_counts left join cash_count_items on cash_count_items.count_id = cash_counts.id
       left join (${CASH}) as cash on cash.source_id = cash_count_items.source_id
     group by cash_counts.id order by cash_counts.created_at, cash_counts.id`,
    [],
  )
  return rows.map(({ found, cash_kobo: cashKobo, ...row }) => ({ count: plain.fromRow(row), movements: found, cashKobo }))
}

/** Saves a cash count. If another transaction has already counted some of this cash, this transaction is retried without that cash. */
export const insert = async (tx: Tx, author: Author, count: CashCount, movements: readonly CashMovement[]): Promise<void> => {
  const items = movements.map(({ sourceId }) => ({ source_id: sourceId, count_id: count.id }))
  const inserted = await insertCounted(tx, 'cash_count_items', items, 'on conflict do nothing')
  if (inserted !== items.length) throw new StaleWrite('the cash was counted meanwhile')
  await insertRecorded(tx, author, 'cash_count', plain.toRow(count))
}

export const load = async (db: Query, id: string): Promise<CashCount> => plain.fromRow(await loadRow<CountRow>(db, 'cct', id))

/** If `cashierId` is null, lists the counts of all cashiers. */
export const list = (
  db: Query,
  { mode, cashierId }: { mode: Mode; cashierId: string | null },
  page: PageRequest,
): Promise<Page<CashCount>> => {
  const params: Value[] = [mode]
  const where = cashierId === null ? 'mode = $1' : `mode = $1 and cashier_id = $${params.push(cashierId)}`
  return listPage(db, 'select * from cash_counts', where, params, { ...page, order: newestFirst(mode) }, plain.fromRow)
}
