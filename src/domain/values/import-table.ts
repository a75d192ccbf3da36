// Imports the rows of a CSV file in parts. Good rows are imported; bad rows are returned with their mistakes.

import { BYTE_ORDER_MARK, readCsv, writeCsv } from './csv-text.ts'

/** In the file of bad rows, this column lists the mistakes of each row. The column is ignored when the corrected file is imported. */
const MISTAKES = 'mistakes'

export type ImportRow = { row: number; cells: string[] }
export type RowMistake = { row: number; column: string; message: string }
/** `wrong`: mistakes of the file as a whole. A file with such mistakes is not imported. */
export type ImportTable = { header: string[]; rows: ImportRow[]; wrong: RowMistake[] }

export const readTable = (text: string): ImportTable => {
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
export const csvOf = (rows: readonly string[][]): string => rows.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')

/** Imports either all rows of a CSV file or none. Returns the mistakes; an empty list means that all rows were imported. */
export type Take = (csv: string) => Promise<RowMistake[]>

/** `isWhole`: the mistakes concern the file as a whole, and no row was imported. */
type PartTaken = { mistakes: RowMistake[]; isWhole: boolean }

/** Imports the rows. If some rows are bad, retries without them until the remaining rows are accepted. */
export const takePart = async (take: Take, header: string[], part: readonly ImportRow[]): Promise<PartTaken> => {
  const mistakes: RowMistake[] = []
  let rows = part
  while (rows.length > 0) {
    const found = await take(csvOf([header, ...rows.map(({ cells }) => cells)]))
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

type BadRow = { cells: readonly string[]; mistakes: readonly string[] }

/** The bad rows as a CSV file, with a column for their mistakes. */
export const badRowsCsv = (header: readonly string[], bad: readonly BadRow[]): string =>
  writeCsv([[...header, MISTAKES], ...bad.map(({ cells, mistakes }) => [...header.map((_, at) => cells[at] ?? ''), mistakes.join('; ')])])
