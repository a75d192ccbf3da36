// The rows of a card's file by type, with the position of every cell.

import type { Cell } from '../sheet/area.ts'
import type { Sheet } from '../sheet/sheet.ts'

export type FileRow = {
  type: string
  text: (column: string) => string
  /** Null if the file has no such column. */
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
