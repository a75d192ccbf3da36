// State of a table that is being edited, with undo.

import { useReducer } from 'react'
import type { Bounds, Cell, Sheet } from './sheet.ts'

const UNDO_MAX = 200

type Edit =
  | { type: 'put'; at: Cell; block: readonly (readonly string[])[] }
  | { type: 'set'; cells: readonly (Cell & { text: string })[] }
  | { type: 'clear'; bounds: Bounds }
  | { type: 'insert'; below: number }
  | { type: 'remove'; bounds: Bounds }
  | { type: 'load'; sheet: Sheet }
type Step = Edit | { type: 'undo' } | { type: 'redo' }
type History = { past: readonly Sheet[]; sheet: Sheet; future: readonly Sheet[] }

const emptyRow = ({ columns }: Sheet): string[] => columns.map(() => '')

/** Puts a block of cells into the sheet. Rows are added if the block ends below the last row; cells beyond the last column are dropped. */
const put = (sheet: Sheet, at: Cell, block: readonly (readonly string[])[]): Sheet => {
  const missing = Math.max(0, at.row + block.length - sheet.rows.length)
  const rows = [...sheet.rows, ...Array.from({ length: missing }, () => emptyRow(sheet))]
  const changed = rows.map((row, index) => {
    const cells = block[index - at.row]
    return cells ? row.map((cell, column) => cells[column - at.column] ?? cell) : row
  })
  return { ...sheet, rows: changed }
}

const set = (sheet: Sheet, cells: readonly (Cell & { text: string })[]): Sheet => {
  const byRow = Map.groupBy(cells, ({ row }) => row)
  const rows = sheet.rows.map((before, index) => {
    const changes = new Map(byRow.get(index)?.map(({ column, text }) => [column, text]))
    return changes.size === 0 ? before : before.map((cell, column) => changes.get(column) ?? cell)
  })
  return { ...sheet, rows }
}

/** Inserts a row. Its first cell (the kind of row) is copied from the row above. The other cells are empty. */
const insert = (sheet: Sheet, below: number): Sheet => {
  const row = emptyRow(sheet)
  row[0] = sheet.rows[below]?.[0] ?? ''
  return { ...sheet, rows: sheet.rows.toSpliced(below + 1, 0, row) }
}

const apply = (sheet: Sheet, edit: Edit): Sheet => {
  switch (edit.type) {
    case 'put':
      return put(sheet, edit.at, edit.block)
    case 'set':
      return set(sheet, edit.cells)
    case 'clear': {
      const { top, bottom, left, right } = edit.bounds
      const blank = Array.from({ length: bottom - top + 1 }, () => Array<string>(right - left + 1).fill(''))
      return put(sheet, { row: top, column: left }, blank)
    }
    case 'insert':
      return insert(sheet, edit.below)
    case 'remove': {
      const rows = sheet.rows.toSpliced(edit.bounds.top, edit.bounds.bottom - edit.bounds.top + 1)
      return { ...sheet, rows: rows.length > 0 ? rows : [emptyRow(sheet)] }
    }
    case 'load':
      return edit.sheet
  }
}

const reduce = ({ past, sheet, future }: History, step: Step): History => {
  if (step.type === 'undo') {
    const previous = past.at(-1)
    return previous ? { past: past.slice(0, -1), sheet: previous, future: [sheet, ...future] } : { past, sheet, future }
  }
  if (step.type === 'redo') {
    const [next, ...rest] = future
    return next ? { past: [...past, sheet], sheet: next, future: rest } : { past, sheet, future }
  }
  return { past: [...past, sheet].slice(-UNDO_MAX), sheet: apply(sheet, step), future: [] }
}

export type ChangeSheet = (step: Step) => void

export const useSheet = (initial: Sheet) => {
  const [{ past, sheet, future }, change] = useReducer(reduce, { past: [], sheet: initial, future: [] })
  return { sheet, change, canUndo: past.length > 0, canRedo: future.length > 0 }
}
