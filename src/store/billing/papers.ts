// Finds invoices, credit notes and receipts by the numbers that are printed on them, across all businesses.

import type { PaperKind } from '../../domain/billing/paper-number.ts'
import { readPaperNumber } from '../../domain/billing/paper-number.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import { scopeOf } from '../../platform/engine/scope.ts'
import type { SearchScope } from '../overview/people-search.ts'

export type FoundPaper = {
  scope: Scope
  /** Never `openingBalance`: an opening debt is found as an invoice, and an opening credit as a receipt. */
  kind: Exclude<PaperKind, 'openingBalance'>
  number: string
  /** The id of the record to open: the invoice itself, the invoice that a credit note corrects, or the payment of a receipt. */
  recordId: string
}

type PaperRow = { business_id: string; mode: Mode; number: string; record_id: string }

/** For each kind of paper: its table, and the column that holds the `recordId`. */
const PAPERS: Record<FoundPaper['kind'], { table: string; record: string }> = {
  invoice: { table: 'invoices', record: 'id' },
  creditNote: { table: 'credit_notes', record: 'invoice_id' },
  receipt: { table: 'payments', record: 'id' },
}

/** Papers of the chosen business come first, then papers of other businesses. In both groups, the newest paper comes first. */
const select = async (
  db: Query,
  kind: FoundPaper['kind'],
  [where, params]: [where: string, params: string[]],
  { businessId = '' }: SearchScope,
  max: number,
): Promise<FoundPaper[]> => {
  const { table, record } = PAPERS[kind]
  const rows = await db.query<PaperRow>(
    `select business_id, mode, number, ${record} as record_id from ${table} where ${where}
     order by case when business_id = $${params.length + 1} then 0 else 1 end, created_at desc, id desc limit ${max}`,
    [...params, businessId],
  )
  return rows.map((row) => ({
    scope: scopeOf(row),
    kind,
    number: row.number,
    recordId: row.record_id,
  }))
}

/**
 * Finds papers by number, in live and test mode. If `text` is not a paper number, finds receipts by payment reference, but only in the mode
 * of `scope`.
 */
export const find = async (db: Query, scope: SearchScope, text: string, max: number): Promise<FoundPaper[]> => {
  const read = readPaperNumber(text)
  if (read?.kind === 'openingBalance') {
    const [debts, credits] = [
      await select(db, 'invoice', ['number = $1', [read.number]], scope, max),
      await select(db, 'receipt', ['number = $1', [read.number]], scope, max),
    ]
    return [...debts, ...credits].slice(0, max)
  }
  return read
    ? select(db, read.kind, ['number = $1', [read.number]], scope, max)
    : select(db, 'receipt', ['mode = $1 and reference = $2', [scope.mode, text]], scope, max)
}
