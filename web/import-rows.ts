// Imports the rows of a CSV file in parts. Good rows are imported; bad rows are returned with their mistakes.

import { BYTE_ORDER_MARK, readCsv, writeCsv } from '../src/domain/values/csv-text.ts'
import { ApiError } from './errors.ts'

const ROWS_AT_ONCE = 200

/** The column with the mistakes in the file of bad rows. It is ignored when the corrected file is imported. */
const MISTAKES = 'mistakes'

export type Row = { row: number; cells: string[] }
export type RowMistake = { row: number; column: string; message: string }
/** `wrong`: mistakes of the file as a whole. A file with such mistakes is not imported. */
export type Table = { header: string[]; rows: Row[]; wrong: RowMistake[] }
export type Progress = { done: number; taken: number; mistakes: readonly RowMistake[] }

export const tableOf = (text: string): Table => {
  const { rows, faults, wrong } = readCsv(text.replace(BYTE_ORDER_MARK, ''))
  const [header = [], ...body] = rows
  const left = header.findIndex((name) => name.trim().toLowerCase() === MISTAKES)
  const kept = (cells: string[]) => cells.filter((_, index) => index !== left)
  const filled = body
    .map((cells, index) => ({ row: index + 2, cells: kept(cells) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()))
  const whole = wrong ?? (filled.length === 0 ? 'has no rows' : null)
  const mistakes = faults.map(({ row, cell, message }) => ({ row, column: header[cell - 1] ?? `${cell}`, message }))
  return { header: kept(header), rows: filled, wrong: whole === null ? mistakes : [{ row: 0, column: 'csv', message: whole }] }
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
/** Writes CSV for the server, not for a spreadsheet: cells are not escaped against formulas, because the server stores them unchanged. */
const csvOf = (rows: readonly string[][]): string => rows.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')

/** Sends rows as CSV. Answers their mistakes; rows without mistakes were imported, unless they were only checked. */
export type SendRows = (csv: string) => Promise<RowMistake[]>

/** The mistakes that an error names by row. Any other error is thrown again. */
export const mistakesIn = (error: unknown): RowMistake[] => {
  if (!(error instanceof ApiError) || error.details.length === 0) throw error
  return error.details.map(({ row = 0, column = 'csv', message }) => ({ row, column, message }))
}

/** Sends the rows, and then sends them again without the bad ones, until the server accepts the rest. */
const sendPart = async (send: SendRows, header: string[], part: readonly Row[]): Promise<{ mistakes: RowMistake[]; isWhole: boolean }> => {
  const mistakes: RowMistake[] = []
  let rows = part
  while (rows.length > 0) {
    const found = await send(csvOf([header, ...rows.map(({ cells }) => cells)]))
    if (found.length === 0) break
    const rowOf = (place: number): number => rows[place - 2]?.row ?? place
    const own = found.filter(({ row }) => row > 1)
    if (own.length === 0 || found.some(({ row }) => row === 1)) return { mistakes: found, isWhole: true }
    for (const { row, column, message } of own)
      mistakes.push({ row: rowOf(row), column, message: message.replace(/(?<=in row )\d+/, (place) => String(rowOf(Number(place)))) })
    const bad = new Set(own.map(({ row }) => row))
    rows = rows.filter((_, index) => !bad.has(index + 2))
  }
  return { mistakes, isWhole: false }
}

export const importRows = async ({ header, rows }: Table, send: SendRows, onProgress: (progress: Progress) => void): Promise<void> => {
  let [taken, mistakes]: [number, RowMistake[]] = [0, []]
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE)
    const { mistakes: found, isWhole } = await sendPart(send, header, part)
    mistakes = [...mistakes, ...found]
    if (isWhole) return onProgress({ done: rows.length, taken, mistakes })
    taken += part.length - new Set(found.map(({ row }) => row)).size
    onProgress({ done: from + part.length, taken, mistakes })
  }
}

/** The bad rows as a CSV file, with a column for their mistakes. */
export const rowsToMend = ({ header, rows }: Table, mistakes: readonly RowMistake[]): string => {
  const byRow = Map.groupBy(mistakes, ({ row }) => row)
  const texts = (row: number): string[] => (byRow.get(row) ?? []).map(({ column, message }) => `${column} ${message}`)
  const bad = rows
    .filter(({ row }) => byRow.has(row))
    .map(({ row, cells }) => [...header.map((_, at) => cells[at] ?? ''), texts(row).join('; ')])
  return writeCsv([[...header, MISTAKES], ...bad])
}
