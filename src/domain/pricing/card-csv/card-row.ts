// The card row of a card file: title, kind, currency and surcharges.

import type { CardKind, Surcharges } from '../rate-card.ts'
import type { Column, SURCHARGE_COLUMNS, Values } from './layout.ts'
import { ROW } from './layout.ts'
import type { Note } from './mistakes.ts'
import type { SheetRow } from './sheet.ts'

type Complete<C extends Column> = Required<Pick<Values, C>>

export const complete = <C extends Column>(values: Values, columns: readonly C[]): Complete<C> | null =>
  columns.every((column) => values[column] !== undefined) ? (values as Complete<C>) : null

export const cardRow = (rows: readonly SheetRow[], kind: CardKind, note: Note): Values => {
  const [first, ...more] = rows.filter((row) => row.type === 'card')
  if (!first) {
    note(1, ROW, 'has no card row below it: a file has one')
    return {}
  }
  for (const { row } of more) note(row, ROW, `is a second card row: the first is row ${first.row}`)
  const written = first.values.kind
  if (written !== undefined && written !== kind) note(first.row, 'kind', `is ${written}, but the file is read as ${kind}`)
  return first.values
}

export const surchargesIn = (values: Complete<(typeof SURCHARGE_COLUMNS)[number]>): Surcharges => ({
  minimumCharge: values.minimum_charge,
  fuelPercent: values.fuel_percent,
  handlingFee: values.handling_fee,
})

/** Calls `repeated` for a second row with the same key. `taken` maps keys to the first row. */
export const isFirst = (taken: Map<string, number>, key: string, row: number, repeated: (firstRow: number) => void): boolean => {
  const firstRow = taken.get(key)
  if (firstRow === undefined) taken.set(key, row)
  else repeated(firstRow)
  return firstRow === undefined
}
