// Charges that could not be made, and the decision about each.

import type { MissedCharge, MissedState } from '../../domain/billing/missed-charge.ts'
import type { Decimal } from '../../domain/values/money.ts'
import { decimal, sum } from '../../domain/values/money.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../platform/engine/paging.ts'
import { chunks, countRows, insertCounted, parameters, readRow } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { recordCreations } from '../audit/audit.ts'
import { saveScoped } from '../audit/scoped-rows.ts'
import { loadRow } from '../values/rows-by-token.ts'

const plain = columnsOf<MissedCharge>()(
  'id, version, state, reason, kind, subject, quote_id, package_id, description, amount, currency, last_day, charge_id, decided_by, decision_note, decided_at, created_at',
)
type MissedRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

export type FoundMissedCharge = { scope: Scope; missed: MissedCharge }

const foundFrom = (row: MissedRow): FoundMissedCharge => ({ scope: scopeOf(row), missed: plain.fromRow(row) })

/**
 * Inserts a missed charge. If another transaction has already inserted the same missed charge, this transaction is retried and finds it.
 */
export const insert = async (tx: Tx, caller: Scope & Author, missed: MissedCharge): Promise<void> => {
  const row = { ...scopeColumns(caller), ...plain.toRow(missed) }
  if ((await insertCounted(tx, 'missed_charges', [row], 'on conflict do nothing')) === 0) throw new StaleWrite('it was noted meanwhile')
  const { id, version, ...after } = plain.toRow(missed)
  await recordCreations(tx, caller, caller, [{ type: 'missed_charge', id, version, before: null, after }])
}

export const save = (tx: Tx, caller: Scope & Author, before: MissedCharge, missed: MissedCharge): Promise<MissedCharge> =>
  saveScoped(tx, caller, 'missed_charge', plain.toRow, before, missed)

export const open = (db: Query, scope: Scope, subject: string): Promise<MissedCharge | null> =>
  readRow(
    db,
    `select * from missed_charges where ${IN_SCOPE} and subject = $3 and state = 'open'`,
    scopeValues(scope, subject),
    plain.fromRow,
  )

const SUBJECTS_PER_READ = 500

/** The open missed charges of these subjects. Large lists are read in batches. Each batch is sorted, oldest first. */
export const openOf = async (db: Query, { businessId, mode }: Scope, subjects: readonly string[]): Promise<MissedCharge[]> => {
  const found: MissedCharge[] = []
  for (const some of chunks(subjects, SUBJECTS_PER_READ)) {
    const rows = await db.query<MissedRow>(
      `select * from missed_charges where ${IN_SCOPE} and subject in (${parameters(some.length, 3)})
       and state = 'open' order by created_at, id`,
      [businessId, mode, ...some],
    )
    found.push(...rows.map(plain.fromRow))
  }
  return found
}

/** Locks the open missed charges of these subjects until the transaction ends. Returns the subjects that have an open missed charge. */
export const lockOpen = async (tx: Tx, { businessId, mode }: Scope, subjects: readonly string[]): Promise<Set<string>> => {
  const sql = `select subject from missed_charges where ${IN_SCOPE} and subject in (${parameters(subjects.length, 3)})
    and state = 'open' order by id for update`
  return new Set((await tx.query<{ subject: string }>(sql, [businessId, mode, ...subjects])).map(({ subject }) => subject))
}

/**
 * Missed storage charges that were dismissed, summed by subject. `lastDay`: the last day that the charges cover. `amount`: the sum of the
 * charges, in the currency of the storage terms.
 */
export const dismissedStorage = async (
  db: Query,
  scope: Scope,
  subjects: readonly string[],
): Promise<Map<string, { lastDay: string; amount: Decimal }>> => {
  const rows = await db.query<{ subject: string; last_day: string; amount: string }>(
    `select subject, last_day, amount from missed_charges
     where ${IN_SCOPE} and subject in (${parameters(subjects.length, 3)}) and state = 'dismissed' order by last_day`,
    scopeValues(scope, ...subjects),
  )
  return new Map(
    [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, own]) => [
      subject,
      { lastDay: own.at(-1)!.last_day, amount: sum(own.map(({ amount }) => decimal(amount))) },
    ]),
  )
}

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundMissedCharge> =>
  foundFrom(await loadRow<MissedRow>(db, 'msd', id))

export type MissedFilter = { mode: Mode; businessId?: string; state?: MissedState }

const filtered = ({ mode, businessId, state }: MissedFilter): { where: string; params: Value[] } => {
  const params: Value[] = [mode]
  let where = 'mode = $1'
  // This condition is written as in the partial index of open rows, so that the index is used.
  if (state === 'open') where += ` and state = 'open'`
  else if (state !== undefined) where += ` and state = $${params.push(state)}`
  if (businessId !== undefined) where += ` and business_id = $${params.push(businessId)}`
  return { where, params }
}

export const list = (db: Query, filter: MissedFilter, page: PageRequest): Promise<Page<FoundMissedCharge>> => {
  const { where, params } = filtered(filter)
  return listPage(db, 'select * from missed_charges', where, params, { ...page, order: newestFirst(filter.mode) }, foundFrom)
}

export const countOpen = (db: Pick<Query, 'query'>, filter: Omit<MissedFilter, 'state'>): Promise<number> => {
  const { where, params } = filtered({ ...filter, state: 'open' })
  return countRows(db, `missed_charges where ${where}`, params)
}
