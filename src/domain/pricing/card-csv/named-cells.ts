// Parses the bytes of a card file into cells by column name, and notes mistakes in the file and its header.

import { readCsv } from '../../values/csv-text.ts'
import type { CardKind } from '../rate-card.ts'
import { forbiddenIn, shown } from './cell.ts'
import { CARD_KINDS, headerOf, ROW } from './layout.ts'
import type { Note } from './mistakes.ts'
import { WHOLE_FILE } from './mistakes.ts'

/** The cells of known columns, trimmed. One that could not be read is left out, and has been noted. */
export type NamedCells = { row: number; cells: ReadonlyMap<string, string> }

export const CARD_FILE_MAX_BYTES = 1_048_576
export const CARD_FILE_MAX_ROWS = 10_000

/** First two bytes, in hex, of files that a spreadsheet saves when not asked for CSV UTF-8. */
const OTHER_FORMATS: Readonly<Record<string, string>> = { fffe: 'UTF-16 text', feff: 'UTF-16 text', '504b': 'a workbook' }

/** What is wrong with the bytes as a whole; null when they can be read as text. */
const unreadable = (bytes: Uint8Array): string | null => {
  if (bytes.length > CARD_FILE_MAX_BYTES) return `is larger than ${CARD_FILE_MAX_BYTES} bytes`
  const format = OTHER_FORMATS[bytes.slice(0, 2).toHex()]
  return format ? `is ${format}: save it as "CSV UTF-8"` : null
}

/** What is wrong with the table as a whole; null when its rows can be looked at. */
const unusable = (rows: readonly string[][], header: readonly string[], kind: CardKind): string | null => {
  if (rows.flat().every((cell) => cell.trim() === '')) return 'is empty'
  if (rows.length > CARD_FILE_MAX_ROWS) return `has more than ${CARD_FILE_MAX_ROWS} rows`
  const kinds = CARD_KINDS.filter((candidate) => new Set(header).symmetricDifference(new Set(headerOf(candidate))).size === 0)
  return kinds.length > 0 && !kinds.includes(kind) ? `has the columns of a card of kind ${kinds.join(' or ')}, not ${kind}` : null
}

const checkHeader = (header: readonly string[], kind: CardKind, note: Note): void => {
  const expected = headerOf(kind)
  for (const column of expected.filter((name) => !header.includes(name))) note(1, column, 'is missing from the header')
  header.forEach((column, index) => {
    if (column === '') return
    if (!expected.includes(column)) note(1, shown(column), `is not a column of a card of kind ${kind}`)
    else if (header.indexOf(column) !== index) note(1, column, 'is in the header twice')
  })
}

export const readNamedCells = (bytes: Uint8Array, kind: CardKind, note: Note): NamedCells[] => {
  const refuse = (message: string): [] => {
    note(1, WHOLE_FILE, message)
    return []
  }
  const wrongBytes = unreadable(bytes)
  if (wrongBytes) return refuse(wrongBytes)
  // Drops a byte order mark; bytes that are not UTF-8 become U+FFFD, which the cell that holds them reports.
  const { rows, faults, wrong } = readCsv(new TextDecoder().decode(bytes))
  const header = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const wrongTable = wrong ?? unusable(rows, header, kind)
  if (wrongTable) return refuse(wrongTable)
  checkHeader(header, kind, note)

  const known = new Set(headerOf(kind))
  const label = (index: number): string => {
    const column = header[index]
    if (!column) return `cell ${index + 1}`
    return known.has(column) ? column : shown(column)
  }
  const faulty = new Set(faults.map(({ row, cell }) => `${row} ${cell}`))
  for (const { row, cell, message } of faults) note(row, label(cell - 1), message)

  const namedCells = (written: readonly string[], row: number): NamedCells => {
    const cells = new Map<string, string>()
    for (let index = 0; index < Math.max(header.length, written.length); index += 1) {
      if (faulty.has(`${row} ${index + 1}`)) continue
      const cell = (written[index] ?? '').trim()
      const forbidden = forbiddenIn(cell)
      if (forbidden) note(row, label(index), forbidden)
      else if (known.has(label(index))) cells.set(label(index), cell)
      else if (!header[index] && cell !== '') note(row, label(index), 'has no column name in the header')
    }
    return { row, cells }
  }
  // Without the column that says what a row is, no row means anything. Spreadsheets leave empty rows behind.
  if (!header.includes(ROW)) return []
  return rows.flatMap((written, index) =>
    index === 0 || written.every((cell) => cell.trim() === '') ? [] : namedCells(written, index + 1),
  )
}
