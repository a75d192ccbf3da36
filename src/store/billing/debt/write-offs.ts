// Debts that were written off.

import type { WriteOff } from '../../../domain/billing/debt/write-off.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import { isId } from '../../../domain/values/ids.ts'
import type { Mode, Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Tx } from '../../../platform/engine/db.ts'
import type { Author } from '../../audit/audit.ts'
import { insertScoped, updateScoped } from '../../audit/scoped-rows.ts'

const plain = columnsOf<WriteOff>()(
  'id, version, invoice_id, amount_kobo, reason, written_off_on, written_off_at, reversed_at, reversed_by, reverse_reason, created_by, created_at',
)
type WriteOffRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

export const insert = (tx: Tx, caller: Scope & Author, made: WriteOff): Promise<void> =>
  insertScoped(tx, caller, 'write_off', [plain.toRow(made)])

export const save = async (tx: Tx, caller: Scope & Author, before: WriteOff, after: WriteOff): Promise<WriteOff> => {
  const version = await updateScoped(tx, caller, 'write_off', plain.toRow(before), plain.toRow(after))
  return { ...after, version }
}

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<{ scope: Scope; writeOff: WriteOff }> => {
  const [row] = isId('wof', id) ? await db.query<WriteOffRow>('select * from write_offs where id = $1', [id]) : []
  if (!row) throw new Rejection('NOT_FOUND', 'No such write-off.')
  return { scope: { businessId: row.business_id, mode: row.mode }, writeOff: plain.fromRow(row) }
}

const IN_SCOPE = 'business_id = $1 and mode = $2'

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
