// Parses opening balances from CSV: one payer per row. Every mistake is reported with row and column.

import type { CsvMistake } from '../../values/csv-text.ts'
import { BYTE_ORDER_MARK, readCsv } from '../../values/csv-text.ts'
import { Problems } from '../../values/errors.ts'
import type { OpeningBalance } from './opening-balance.ts'
import { readOpeningBalance } from './opening-balance.ts'

export const OPENING_ROWS_MAX = 500
const NOTE_MAX_CHARACTERS = 255

const COLUMNS = ['customer_id', 'amount', 'as_of', 'due_date', 'note'] as const
const REQUIRED = ['customer_id', 'amount', 'as_of'] as const
type Column = (typeof COLUMNS)[number]

/** `customerId`: the customer ID as typed in the file. Empty if the balance belongs to the business itself. */
export type OpeningRow = { row: number; customerId: string; balance: OpeningBalance }

const ofFile = (message: string) => ({ rows: [], mistakes: [{ row: 0, column: 'csv', message }] })

/** Rows with a mistake are left out. Unknown columns are ignored. */
export const readOpeningCsv = (csv: string): { rows: OpeningRow[]; mistakes: CsvMistake[] } => {
  const { rows: table, faults, wrong } = readCsv(csv.replace(BYTE_ORDER_MARK, ''))
  if (wrong !== null) return ofFile(wrong)
  const header = (table[0] ?? []).map((name) => name.trim().toLowerCase())
  const missing = REQUIRED.filter((name) => !header.includes(name))
  if (missing.length > 0) return ofFile(`has no column ${missing.join(', ')}`)
  const filled = table
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ row, cells }) => row > 1 && cells.some((cell) => cell.trim()))
  if (filled.length === 0) return ofFile('has no rows')
  if (filled.length > OPENING_ROWS_MAX) return ofFile(`has ${filled.length} rows; at most ${OPENING_ROWS_MAX} are imported at once`)
  const rows: OpeningRow[] = []
  const mistakes: CsvMistake[] = faults.map(({ row, cell, message }) => ({ row, column: header[cell - 1] ?? `${cell}`, message }))
  for (const { row, cells } of filled) {
    const cell = (column: Column): string => (header.includes(column) ? (cells[header.indexOf(column)] ?? '').trim() : '')
    const problems = new Problems()
    const typed = { amount: cell('amount'), as_of: cell('as_of'), due_date: cell('due_date'), note: cell('note') }
    const balance = readOpeningBalance(typed, problems)
    if (typed.note.length > NOTE_MAX_CHARACTERS) problems.add('note', `must have at most ${NOTE_MAX_CHARACTERS} characters`)
    mistakes.push(...problems.list.map(({ field, message }) => ({ row, column: field, message })))
    if (problems.list.length === 0) rows.push({ row, customerId: cell('customer_id'), balance })
  }
  return { rows, mistakes }
}
