// The operator's money rules, such as whether warehouse staff see amounts. The table has at most one row.

import type { MoneyRules } from '../../domain/operator/money-rules.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

const ID = 'rules'

type Row = { warehouse_sees_since: number | null; second_person_from_kobo: number | null }

export const find = async (db: Query): Promise<MoneyRules> => {
  const [row] = await db.query<Row>('select warehouse_sees_since, second_person_from_kobo from money_rules where id = $1', [ID])
  if (row) return { warehouseSeesMoney: row.warehouse_sees_since !== null, secondPersonFromKobo: row.second_person_from_kobo }
  const sawBefore = (await db.query('select id from rules_of_before')).length > 0
  return { warehouseSeesMoney: sawBefore, secondPersonFromKobo: null }
}

/** Saves the rules. Call in an exclusive transaction. */
export const save = async (tx: Tx, author: Author, rules: MoneyRules, now: number): Promise<void> => {
  const columns = (since: number | null) => ({
    warehouse_sees_since: rules.warehouseSeesMoney ? (since ?? now) : null,
    second_person_from_kobo: rules.secondPersonFromKobo,
  })
  if (await changeRecorded<Row>(tx, author, 'money_rules', { id: ID }, (row) => columns(row.warehouse_sees_since))) return
  await insertRecorded(tx, author, 'money_rules', { id: ID, ...columns(null), created_at: now })
}
