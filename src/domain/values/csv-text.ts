// Parses and writes CSV (RFC 4180), and lists the mistakes in a file. Written cells cannot run as formulas in a spreadsheet.

import { escapeFormulas } from './spreadsheet.ts'
import { isStorable } from './storable-text.ts'

type CsvFault = { row: number; cell: number; message: string }

type Cell = { text: string; end: number; fault?: string }

/** Parsing stops at a row with more cells than this. No table of Waybill or of a bank has that many columns. */
export const CSV_COLUMNS_MAX = 100

/**
 * The limit is twice the number of rows of the largest import, which leaves room for blank lines. Without a limit, 1 MiB of JSON could hold
 * half a million empty rows.
 */
export const CSV_ROWS_MAX = 20_000

const FAULTS_MAX = 1_000

/** Spreadsheets do not detect UTF-8 without this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

const COMMA = ','
/** Spreadsheet programs write semicolons in countries with a decimal comma. Some other programs write tabs. */
const SEPARATORS = [COMMA, ';', '\t']

const separatorOf = (text: string): string => {
  const header = /^[^\r\n]*/.exec(text)![0]
  const count = (separator: string): number => header.split(separator).length
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

const isLineEnd = (symbol: string | undefined): boolean => symbol === '\n' || symbol === '\r'

const plainCell = (text: string, from: number, separator: string): Cell => {
  let end = from
  while (end < text.length && text[end] !== separator && !isLineEnd(text[end])) end += 1
  const cell = { text: text.slice(from, end), end }
  return cell.text.includes('"') ? { ...cell, fault: 'holds a quote: put the whole cell in quotes and double those inside' } : cell
}

const quotedCell = (text: string, from: number, separator: string): Cell => {
  let inside = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { text: inside + text.slice(at), end: text.length, fault: 'begins with a quote that is never closed' }
    inside += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const rest = plainCell(text, quote + 1, separator)
      if (rest.text === '') return { text: inside, end: rest.end }
      return { text: inside + rest.text, end: rest.end, fault: 'goes on after its closing quote' }
    }
    inside += '"'
    at = quote + 2
  }
}

type CsvTable = { rows: string[][]; faults: CsvFault[]; wrong: string | null }

/** Lines may end in CRLF, LF or CR. An empty line is a row with one empty cell, as in a spreadsheet. */
export const readCsv = (text: string): CsvTable => {
  if (!isStorable(text)) return { rows: [], faults: [], wrong: 'has NUL characters or broken Unicode: save it as CSV in UTF-8' }
  const separator = separatorOf(text)
  const rows: string[][] = []
  const faults: CsvFault[] = []
  let at = 0
  while (at < text.length) {
    if (rows.length === CSV_ROWS_MAX) return { rows, faults, wrong: `has more than ${CSV_ROWS_MAX} rows, blank ones included` }
    const cells: string[] = []
    rows.push(cells)
    for (;;) {
      const cell = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator)
      if (cells.length === CSV_COLUMNS_MAX) return { rows, faults, wrong: `has more than ${CSV_COLUMNS_MAX} columns in row ${rows.length}` }
      cells.push(cell.text)
      if (cell.fault && faults.length < FAULTS_MAX) faults.push({ row: rows.length, cell: cells.length, message: cell.fault })
      at = cell.end
      if (text[at] !== separator) break
      at += 1
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  return { rows, faults, wrong: null }
}

export const csvCell = (value: string): string => {
  const text = escapeFormulas(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(COMMA)}\n`).join('')

/** `row` is numbered as in a spreadsheet, where the header is row 1. `column` is the name in the header. */
export type CsvMistake = { row: number; column: string; message: string }

/** The mistakes sorted by row, at most `max`. If there are more, a last entry for the whole file says how many are left out. */
export const listMistakes = (
  all: readonly CsvMistake[],
  max: number,
  wholeFile: Pick<CsvMistake, 'row' | 'column'> = { row: 0, column: 'csv' },
): CsvMistake[] => {
  const listed = all.toSorted((one, other) => one.row - other.row).slice(0, max)
  const left = all.length - listed.length
  return left === 0 ? listed : [...listed, { ...wholeFile, message: `has ${left} more mistakes than the ${max} listed` }]
}
