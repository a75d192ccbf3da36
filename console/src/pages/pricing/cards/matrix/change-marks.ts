// Marks the cells of a card that differ from another version of it.

import { t } from '../../../../strings.ts'
import type { CardKind } from '../../../../wire.ts'
import type { Marked } from '../sheet/marks.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { matrixOf, tablesOf, textAt } from './matrix.ts'
import type { MatrixCell } from './matrix-table.ts'

const cellsOf = (sheet: Sheet, kind: CardKind): MatrixCell[] =>
  tablesOf(matrixOf(sheet, kind)).flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((cell) => cell !== null)))

/** 14 and 14.00 are the same price. */
const isSame = (one: string, other: string): boolean => one === other || (one !== '' && other !== '' && Number(one) === Number(other))

export const changeMarks = (sheet: Sheet, before: Sheet, kind: CardKind): Marked[] => {
  const known = new Map(cellsOf(before, kind).flatMap((cell) => cell.names.map((name) => [name, textAt(before, cell)] as const)))
  return cellsOf(sheet, kind).flatMap((cell): Marked[] => {
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
