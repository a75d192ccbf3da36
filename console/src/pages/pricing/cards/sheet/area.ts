// The selected range of cells in a table.

import type { Sheet } from './sheet.ts'

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

/** The cell that a key moves to; null for other keys. */
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
