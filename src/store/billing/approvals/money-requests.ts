// Requests for refunds, credits and write-offs. Each must be decided by a person other than the one who made the request.

import type { MoneyRequest } from '../../../domain/billing/money-request.ts'
import type { Mode, Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../../platform/engine/paging.ts'
import { scopeOf } from '../../../platform/engine/scope.ts'
import type { Author } from '../../audit/audit.ts'
import { insertScoped, saveScoped } from '../../audit/scoped-rows.ts'
import { loadRow } from '../../values/rows-by-token.ts'

const plain = columnsOf<MoneyRequest>()(
  'id, version, kind, state, subject_id, amount_kobo, terms, reason, requested_by, decided_by, decision_note, decided_at, created_at',
)
type RequestRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

export type FoundMoneyRequest = { scope: Scope; request: MoneyRequest }

const foundFrom = (row: RequestRow): FoundMoneyRequest => ({ scope: scopeOf(row), request: plain.fromRow(row) })

export const insert = (tx: Tx, caller: Scope & Author, request: MoneyRequest): Promise<void> =>
  insertScoped(tx, caller, 'money_request', [plain.toRow(request)])

export const save = (tx: Tx, caller: Scope & Author, before: MoneyRequest, request: MoneyRequest): Promise<MoneyRequest> =>
  saveScoped(tx, caller, 'money_request', plain.toRow, before, request)

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundMoneyRequest> =>
  foundFrom(await loadRow<RequestRow>(db, 'mrq', id))

export type RequestFilter = { mode: Mode; businessId?: string; state?: MoneyRequest['state'] }

export const list = (db: Query, { mode, businessId, state }: RequestFilter, page: PageRequest): Promise<Page<FoundMoneyRequest>> => {
  const params: Value[] = [mode]
  let where = 'mode = $1'
  // This condition is written as in the partial index of open rows, so that the index is used.
  if (state === 'open') where += ` and state = 'open'`
  else if (state !== undefined) where += ` and state = $${params.push(state)}`
  if (businessId !== undefined) where += ` and business_id = $${params.push(businessId)}`
  return listPage(db, 'select * from money_requests', where, params, { ...page, order: newestFirst(mode) }, foundFrom)
}
