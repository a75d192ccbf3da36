// Imported lines of bank statements, and the open invoices that lines are matched with.

import type { OpenInvoice } from '../../domain/billing/bank/bank-match.ts'
import type { Paper } from '../../domain/billing/invoice.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import { chunks, parameters } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { IS_OPEN, OPEN_KOBO } from './invoices.ts'

export type ImportedLine = {
  id: string
  mode: Mode
  lineKey: string
  date: string
  amountKobo: number
  reference: string | null
  description: string
  businessId: string
  paymentId: string
  createdBy: string
  createdAt: number
}

const plain = columnsOf<ImportedLine>()(
  'id, mode, line_key, date, amount_kobo, reference, description, business_id, payment_id, created_by, created_at',
)
type LineRow = ReturnType<typeof plain.toRow>

const VALUES_AT_ONCE = 200

export const insert = (tx: Tx, author: Author, line: ImportedLine): Promise<void> =>
  insertRecorded(tx, author, 'bank_line', plain.toRow(line))

/** Saves a line that is imported again, after the payment from its previous import was reversed. */
export const takeAgain = async (tx: Tx, author: Author, before: ImportedLine, line: ImportedLine): Promise<void> => {
  const { id: _id, ...columns } = plain.toRow({ ...line, id: before.id })
  await changeRecorded<LineRow>(tx, author, 'bank_line', { id: before.id }, (row) => {
    if (row.payment_id !== before.paymentId) throw new StaleWrite('the line was taken again by another import')
    return columns
  })
}

export type EarlierLine = ImportedLine & { isReversed: boolean }

/** The earlier imports of lines with these keys, by key. `isReversed`: the payment of the line was reversed after the import. */
export const imported = async (db: Query, mode: Mode, lineKeys: readonly string[]): Promise<Map<string, EarlierLine>> => {
  const found = new Map<string, EarlierLine>()
  for (const keys of chunks(lineKeys, VALUES_AT_ONCE)) {
    const sql = `select bank_lines.*, payments.reversed_at from bank_lines join payments
        on payments.business_id = bank_lines.business_id and payments.mode = bank_lines.mode and payments.id = bank_lines.payment_id
      where bank_lines.mode = $1 and line_key in (${parameters(keys.length, 2)})`
    for (const row of await db.query<LineRow & { reversed_at: number | null }>(sql, [mode, ...keys]))
      found.set(row.line_key, { ...plain.fromRow(row), isReversed: row.reversed_at !== null })
  }
  return found
}

type OpenRow = { business_id: string; id: string; payer_id: string | null; number: string; paper: string; open_kobo: number }

export const openMatching = async (
  db: Query,
  mode: Mode,
  { numbers, amounts }: { numbers: readonly string[]; amounts: readonly number[] },
): Promise<OpenInvoice[]> => {
  const found = new Map<string, OpenInvoice>()
  const collect = async (where: (count: number) => string, values: readonly Value[]): Promise<void> => {
    for (const some of chunks(values, VALUES_AT_ONCE)) {
      const rows = await db.query<OpenRow>(
        `select business_id, id, payer_id, number, paper, ${OPEN_KOBO} as open_kobo from invoices
         where mode = $1 and ${IS_OPEN} and ${where(some.length)} order by due_date, number`,
        [mode, ...some],
      )
      for (const row of rows) found.set(`${row.business_id} ${row.id}`, toOpen(row))
    }
  }
  await collect((count) => `number in (${parameters(count, 2)})`, numbers)
  await collect((count) => `${OPEN_KOBO} in (${parameters(count, 2)})`, amounts)
  return [...found.values()]
}

const toOpen = (row: OpenRow): OpenInvoice => ({
  businessId: row.business_id,
  payerId: row.payer_id,
  invoiceId: row.id,
  number: row.number,
  buyer: (JSON.parse(row.paper) as Paper).buyer.name,
  openKobo: row.open_kobo,
})
