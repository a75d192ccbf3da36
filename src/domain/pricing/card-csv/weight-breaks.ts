// The weight breaks of one service and zone, put in order: from zero up without gap or overlap, the last one open.

import type { Decimal } from '../../values/money.ts'
import { decimal, quantityText, ZERO } from '../../values/money.ts'
import { NO_LIMIT } from './layout.ts'
import type { Note } from './mistakes.ts'

type BreakRow = { row: number; values: { over_kg: string; up_to_kg: string | null } }

const range = (from: Decimal, to: Decimal): string => `${quantityText(from)} to ${quantityText(to)} kg`

const noteStart = ({ row, values }: BreakRow, previous: BreakRow | undefined, note: Note): void => {
  const overKg = decimal(values.over_kg)
  if (!previous) {
    if (overKg.gt(ZERO)) note(row, 'over_kg', `leaves a gap: no row covers ${range(ZERO, overKg)}`)
    return
  }
  if (previous.values.up_to_kg === null) {
    note(row, 'over_kg', `overlaps row ${previous.row}, which has ${NO_LIMIT}`)
    return
  }
  const reachedKg = decimal(previous.values.up_to_kg)
  if (overKg.gt(reachedKg)) note(row, 'over_kg', `leaves a gap after row ${previous.row}: no row covers ${range(reachedKg, overKg)}`)
  if (overKg.lt(reachedKg)) note(row, 'over_kg', `overlaps row ${previous.row}: both cover ${range(overKg, reachedKg)}`)
}

/** Rows may come in any order; a sorted spreadsheet means the same card. */
export const orderBreaks = <T extends BreakRow>(rows: readonly T[], note: Note): T[] => {
  const ordered = rows.toSorted((one, other) => decimal(one.values.over_kg).cmp(other.values.over_kg))
  ordered.forEach((current, index) => {
    const { over_kg, up_to_kg } = current.values
    if (up_to_kg !== null && decimal(up_to_kg).lte(over_kg)) {
      note(current.row, 'up_to_kg', `must be above over_kg, which is ${over_kg}`)
      return
    }
    noteStart(current, ordered[index - 1], note)
    if (index === ordered.length - 1 && up_to_kg !== null) {
      note(current.row, 'up_to_kg', `must be "${NO_LIMIT}" in the last row of a zone: no row covers more than ${up_to_kg} kg`)
    }
  })
  return ordered
}
