// Marks in the matrix of a card: mistakes, and differences from another version.

import { t } from '../../../../strings.ts'
import type { CardKind } from '../../../../wire.ts'
import type { Cell, Mark, Marked, Marks, Sheet } from '../sheet/sheet.ts'
import { matrixOf, tablesOf, textAt } from './matrix.ts'
import type { MatrixCell, MatrixTable } from './matrix-table.ts'

const markAt = (marks: Marks, { row, column }: Cell): Mark | undefined => marks.get(row)?.get(column)

/** A matrix cell may represent several cells of the file. Returns the mark of the first mistake in these cells, or else the first mark. */
export const markOf = ({ places }: MatrixCell, marks: Marks): Mark | null => {
  const found = places.map((place) => markAt(marks, place)).filter((mark) => mark !== undefined)
  return found.find(({ kind }) => kind === 'mistake') ?? found[0] ?? null
}

const cellsOf = ({ rows }: MatrixTable): MatrixCell[] => rows.flatMap(({ cells }) => cells.filter((cell) => cell !== null))

export const marksIn = (table: MatrixTable, marks: Marks): Mark[] =>
  marks.size === 0 ? [] : cellsOf(table).flatMap((cell) => markOf(cell, marks) ?? [])

/** The position in the matrix table at which a cell of the file is shown. Null if the table does not show the file cell. */
export const shownAt = ({ rows }: MatrixTable, { row, column }: Cell): Cell | null => {
  for (const [index, { cells }] of rows.entries()) {
    const at = cells.findIndex((cell) => cell?.places.some((place) => place.row === row && place.column === column))
    if (at >= 0) return { row: index, column: at }
  }
  return null
}

const allCells = (sheet: Sheet, kind: CardKind): MatrixCell[] => tablesOf(matrixOf(sheet, kind)).flatMap(cellsOf)

/** True if two texts stand for the same price, for example 14 and 14.00. */
const isSame = (one: string, other: string): boolean => one === other || (one !== '' && other !== '' && Number(one) === Number(other))

export const changeMarks = (sheet: Sheet, before: Sheet, kind: CardKind): Marked[] => {
  const known = new Map(allCells(before, kind).flatMap((cell) => cell.names.map((name) => [name, textAt(before, cell)] as const)))
  return allCells(sheet, kind).flatMap((cell): Marked[] => {
    const name = cell.names.find((each) => known.has(each))
    const old = name === undefined ? null : known.get(name)!
    if (old !== null && isSame(old, textAt(sheet, cell))) return []
    const mark =
      old === null
        ? { kind: 'added' as const, text: t('cards.isNew') }
        : { kind: 'changed' as const, text: t('cards.was', { before: old }) }
    return cell.places.map((place) => ({ ...place, mark }))
  })
}
