// Parses a card file into cells by column name, and notes mistakes in the file and its header.

import { readCsv } from '../../values/csv-text.ts'
import type { CardKind } from '../rate-card.ts'
import { forbiddenIn, shown } from './cell.ts'
import { CARD_KINDS, headerOf, ROW } from './layout.ts'
import type { Note } from './mistakes.ts'
import { WHOLE_FILE } from './mistakes.ts'

/** The trimmed cells of one row, by column name. Unknown columns are left out. Unreadable cells are left out and reported as mistakes. */
export type NamedCells = { row: number; cells: ReadonlyMap<string, string> }

export const CARD_FILE_MAX_BYTES = 1_048_576
export const CARD_FILE_MAX_ROWS = 10_000
/** Maximum total number of entries in the country and zone lists of one file. Example: 40 services in 40 zones have 1,600 entries. */
export const CARD_LISTED_MAX = 10_000

/** First two bytes, in hex, of the formats that a spreadsheet program may save instead of CSV UTF-8. */
const OTHER_FORMATS: Readonly<Record<string, string>> = { fffe: 'UTF-16 text', feff: 'UTF-16 text', '504b': 'a workbook' }

const unreadable = (bytes: Uint8Array): string | null => {
  if (bytes.length > CARD_FILE_MAX_BYTES) return `is larger than ${CARD_FILE_MAX_BYTES} bytes`
  const format = OTHER_FORMATS[bytes.slice(0, 2).toHex()]
  return format ? `is ${format}: save it as "CSV UTF-8"` : null
}

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

const LIST_COLUMNS = ['countries', 'zones_served']

const listed = (named: readonly NamedCells[]): number => {
  let entries = 0
  for (const { cells } of named)
    for (const column of LIST_COLUMNS) for (const _entry of cells.get(column)?.matchAll(/\S+/g) ?? []) entries += 1
  return entries
}

export const readNamedCells = (bytes: Uint8Array, kind: CardKind, note: Note): NamedCells[] => {
  const refuse = (message: string): [] => {
    note(1, WHOLE_FILE, message)
    return []
  }
  const wrongBytes = unreadable(bytes)
  if (wrongBytes) return refuse(wrongBytes)
  // `TextDecoder` drops a byte order mark. Bytes that are not UTF-8 become U+FFFD, and each cell with U+FFFD is reported as a mistake.
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
  const columns = header.map((column, index) => (known.has(column) ? column : label(index)))
  const faulty = new Set(faults.map(({ row, cell }) => `${row} ${cell}`))
  for (const { row, cell, message } of faults) note(row, label(cell - 1), message)

  const namedCells = (written: readonly string[], row: number): NamedCells => {
    const cells = new Map<string, string>()
    for (let index = 0; index < Math.max(header.length, written.length); index += 1) {
      if (faulty.size > 0 && faulty.has(`${row} ${index + 1}`)) continue
      const column = columns[index] ?? label(index)
      const cell = (written[index] ?? '').trim()
      const forbidden = cell === '' ? null : forbiddenIn(cell)
      if (forbidden) note(row, column, forbidden)
      else if (known.has(column)) cells.set(column, cell)
      else if (!header[index] && cell !== '') note(row, column, 'has no column name in the header')
    }
    return { row, cells }
  }
  // Rows have no meaning without the column of row types. Empty rows, which spreadsheets leave behind, are skipped.
  if (!header.includes(ROW)) return []
  const named = rows.flatMap((written, index) =>
    index === 0 || written.every((cell) => cell.trim() === '') ? [] : namedCells(written, index + 1),
  )
  return listed(named) > CARD_LISTED_MAX ? refuse(`lists more than ${CARD_LISTED_MAX} countries and zones`) : named
}
