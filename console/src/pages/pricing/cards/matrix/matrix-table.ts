// Types of a card's matrix, and functions that read the rows of the card's CSV file. Each matrix cell refers to cells of that file.

import type { Cell, Sheet } from '../sheet/sheet.ts'

export type FileRow = {
  type: string
  text: (column: string) => string
  /** The position of the row's cell in the given column. Null if the file has no such column. */
  at: (column: string) => Cell | null
}

export const fileRows = ({ columns, rows }: Sheet): FileRow[] => {
  const places = new Map(columns.map((name, column) => [name, column]))
  return rows.map((cells, row) => {
    const text = (name: string): string => cells[places.get(name) ?? -1] ?? ''
    const at = (name: string): Cell | null => (places.has(name) ? { row, column: places.get(name)! } : null)
    return { type: text('row').toLowerCase(), text, at }
  })
}

export const rowsOfType = (rows: readonly FileRow[], type: string): FileRow[] => rows.filter((row) => row.type === type)

/**
 * `names`: names by which the cell is found in another version of the card, best name first. `places`: the cells of the file that the
 * matrix cell shows.
 */
export type MatrixCell = { names: readonly string[]; places: readonly Cell[] }
export type MatrixRow = { name: string; cells: readonly (MatrixCell | null)[] }
export type MatrixTable = {
  title: string
  /** The country codes of a zone. `*` means all countries that no other zone lists. */
  countries: string | null
  /** The title of the column with the row names. */
  corner: string
  heads: readonly string[]
  isFirstFrozen: boolean
  isFigures: boolean
  rows: readonly MatrixRow[]
}
export type MatrixZone = { zone: string; table: MatrixTable }
export type Matrix = { zones: readonly MatrixZone[]; tables: readonly MatrixTable[] }

export const cellOf = (names: readonly string[], places: readonly (Cell | null)[]): MatrixCell | null => {
  const there = places.filter((place) => place !== null)
  return there.length === 0 ? null : { names, places: there }
}
