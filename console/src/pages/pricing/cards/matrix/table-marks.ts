// The marks of a card's file, as its matrix shows them.

import type { Cell } from '../sheet/area.ts'
import type { Mark, Marks } from '../sheet/marks.ts'
import type { MatrixCell, MatrixTable } from './matrix-table.ts'

const markAt = (marks: Marks, { row, column }: Cell): Mark | undefined => marks.get(row)?.get(column)

/** A matrix cell may stand for several cells of the file: a mistake in one of them wins. */
export const markOf = ({ places }: MatrixCell, marks: Marks): Mark | null => {
  const found = places.map((place) => markAt(marks, place)).filter((mark) => mark !== undefined)
  return found.find(({ kind }) => kind === 'mistake') ?? found[0] ?? null
}

const cellsOf = ({ rows }: MatrixTable): MatrixCell[] => rows.flatMap(({ cells }) => cells.filter((cell) => cell !== null))

export const marksIn = (table: MatrixTable, marks: Marks): Mark[] =>
  marks.size === 0 ? [] : cellsOf(table).flatMap((cell) => markOf(cell, marks) ?? [])

/** The position of a cell of the file in the table; null if the table does not show it. */
export const shownAt = ({ rows }: MatrixTable, { row, column }: Cell): Cell | null => {
  for (const [index, { cells }] of rows.entries()) {
    const at = cells.findIndex((cell) => cell?.places.some((place) => place.row === row && place.column === column))
    if (at >= 0) return { row: index, column: at }
  }
  return null
}
