// A card's file as a table of cells: functions that read it, write it as CSV, and handle selections and marks.

export type Sheet = { columns: readonly string[]; rows: readonly (readonly string[])[] }

export const HEADER_ROWS = 1

/** The row number as in a spreadsheet, where the header is row 1. The server's error messages use the same number. */
export const rowNumber = (index: number): number => index + HEADER_ROWS + 1

export const sheetOf = ({ columns, rows }: { columns: string[]; rows: Record<string, string>[] }): Sheet => ({
  columns,
  rows: rows.map((row) => columns.map((column) => row[column] ?? '')),
})

const written = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvOf = ({ columns, rows }: Sheet): string => [columns, ...rows].map((line) => `${line.map(written).join(',')}\n`).join('')

/** Parses text into rows of cells. Quotation marks work as in spreadsheets. */
export const readCells = (text: string, separator: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  const plain = text.replaceAll(/\r\n?/g, '\n')
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (plain[at + 1] === '"') cell += plain[at++]
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

const separatorOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1)
  return [',', ';', '\t'].toSorted((one, other) => header.split(other).length - header.split(one).length)[0]!
}

export const readFile = (text: string): Sheet => {
  const content = text.replace(/^\uFEFF/, '')
  const [header = [], ...rows] = readCells(content, separatorOf(content))
  const width = Math.max(header.length, ...rows.map((row) => row.length))
  const wide = (row: string[]): string[] => [...row, ...Array<string>(width - row.length).fill('')]
  return { columns: wide(header.map((name) => name.trim())), rows: rows.map(wide) }
}

export type Cell = { row: number; column: number }
export type Area = { anchor: Cell; active: Cell }
export type Bounds = { top: number; bottom: number; left: number; right: number }

export const START: Area = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } }
export const areaAt = (cell: Cell): Area => ({ anchor: cell, active: cell })

export const boundsOf = ({ anchor, active }: Area): Bounds => ({
  top: Math.min(anchor.row, active.row),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
})

const PAGE_ROWS = 12
const between = (value: number, max: number): number => Math.max(0, Math.min(value, max))

export const within = ({ row, column }: Cell, { rows, columns }: Sheet): Cell => ({
  row: between(row, rows.length - 1),
  column: between(column, columns.length - 1),
})

/** The cell that becomes active when `key` is pressed. Null if the key does not move the selection. */
export const moved = (from: Cell, key: string, isFar: boolean, sheet: Sheet): Cell | null => {
  const [lastRow, lastColumn] = [sheet.rows.length - 1, sheet.columns.length - 1]
  const to = (): Cell | null => {
    switch (key) {
      case 'ArrowUp':
        return { ...from, row: isFar ? 0 : from.row - 1 }
      case 'ArrowDown':
        return { ...from, row: isFar ? lastRow : from.row + 1 }
      case 'ArrowLeft':
        return { ...from, column: isFar ? 0 : from.column - 1 }
      case 'ArrowRight':
        return { ...from, column: isFar ? lastColumn : from.column + 1 }
      case 'Home':
        return { row: isFar ? 0 : from.row, column: 0 }
      case 'End':
        return { row: isFar ? lastRow : from.row, column: lastColumn }
      case 'PageUp':
        return { ...from, row: from.row - PAGE_ROWS }
      case 'PageDown':
        return { ...from, row: from.row + PAGE_ROWS }
      default:
        return null
    }
  }
  const next = to()
  return next && within(next, sheet)
}

export const blockOf = ({ rows }: Sheet, { top, bottom, left, right }: Bounds): string[][] =>
  rows.slice(top, bottom + 1).map((row) => row.slice(left, right + 1))

export type Mark = { kind: 'mistake' | 'changed' | 'added'; text: string }
/** The marks of cells, by row and then by column. */
export type Marks = ReadonlyMap<number, ReadonlyMap<number, Mark>>

export const NO_MARKS: Marks = new Map()

export type Marked = { row: number; column: number; mark: Mark }

/** Returns the marks by row and column. If a cell has several marks, their texts are joined, and the kind of the last mark is used. */
export const marksOf = (list: readonly Marked[]): Marks => {
  const rows = new Map<number, Map<number, Mark>>()
  for (const { row, column, mark } of list) {
    const cells = rows.get(row) ?? new Map<number, Mark>()
    const before = cells.get(column)
    cells.set(column, before ? { ...mark, text: `${before.text}; ${mark.text}` } : mark)
    rows.set(row, cells)
  }
  return rows
}
