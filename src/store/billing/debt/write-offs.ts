// Debts that were written off.

import type { WriteOff } from '../../../domain/billing/debt/write-off.ts'
import type { Mode, Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Tx } from '../../../platform/engine/db.ts'
import { IN_SCOPE, scopeOf } from '../../../platform/engine/scope.ts'
import type { Author } from '../../audit/audit.ts'
import { insertScoped, saveScoped } from '../../audit/scoped-rows.ts'
import { loadRow } from '../../values/rows-by-token.ts'

const plain = columnsOf<WriteOff>()(
  'id, version, invoice_id, amount_kobo, reason, written_off_on, written_off_at, reversed_at, reversed_by, reverse_reason, created_by, created_at',
)
type WriteOffRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

export const insert = (tx: Tx, caller: Scope & Author, made: WriteOff): Promise<void> =>
  insertScoped(tx, caller, 'write_off', [plain.toRow(made)])

export const save = (tx: Tx, caller: Scope & Author, before: WriteOff, after: WriteOff): Promise<WriteOff> =>
  saveScoped(tx, caller, 'write_off', plain.toRow, before, after)

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<{ scope: Scope; writeOff: WriteOff }> => {
  const row = await loadRow<WriteOffRow>(db, 'wof', id)
  return { scope: scopeOf(row), writeOff: plain.fromRow(row) }
}

/** The write-offs of an invoice, oldest first, including reversed ones. */
export const ofInvoice = async (db: Query, { businessId, mode }: Scope, invoiceId: string): Promise<WriteOff[]> =>
  (
    await db.query<WriteOffRow>(`select * from write_offs where ${IN_SCOPE} and invoice_id = $3 order by created_at, id`, [
      businessId,
      mode,
      invoiceId,
    ])
  ).map(plain.fromRow)

export const all = async (db: Pick<Query, 'query'>, { businessId, mode }: Scope): Promise<WriteOff[]> =>
  (await db.query<WriteOffRow>(`select * from write_offs where ${IN_SCOPE} order by created_at, id`, [businessId, mode])).map(plain.fromRow)
