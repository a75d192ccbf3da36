// Credit notes, which correct issued invoices.

import type { CreditNote, Paper } from '../../domain/billing/invoice.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { insertScoped } from '../audit/scoped-rows.ts'
import { loadRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Omit<CreditNote, 'paper'>>()(
  'id, number, invoice_id, kind, net_kobo, tax_kobo, total_kobo, reason, issue_date, created_by, created_at',
)
type CreditNoteRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode; paper: string }

const fromRow = (row: CreditNoteRow): CreditNote => ({ ...plain.fromRow(row), paper: JSON.parse(row.paper) as Paper })

export const insert = (tx: Tx, caller: Scope & Author, note: CreditNote): Promise<void> =>
  insertScoped(tx, caller, 'credit_note', [{ ...plain.toRow(note), paper: JSON.stringify(note.paper) }])

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<{ scope: Scope; note: CreditNote }> => {
  const row = await loadRow<CreditNoteRow>(db, 'crn', id)
  return { scope: scopeOf(row), note: fromRow(row) }
}

export const ofInvoice = async (db: Query, scope: Scope, invoiceId: string): Promise<CreditNote[]> =>
  (
    await db.query<CreditNoteRow>(
      `select * from credit_notes where ${IN_SCOPE} and invoice_id = $3 order by created_at, id`,
      scopeValues(scope, invoiceId),
    )
  ).map(fromRow)

export const all = async (db: Pick<Query, 'query'>, scope: Scope): Promise<CreditNote[]> =>
  (await db.query<CreditNoteRow>(`select * from credit_notes where ${IN_SCOPE} order by created_at, id`, scopeValues(scope))).map(fromRow)
