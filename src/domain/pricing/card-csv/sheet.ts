// Parses the rows of a card file and checks the card row. Rules that apply to only one kind of card are in other files.

import type { CardKind, Surcharges } from '../rate-card.ts'
import { shown } from './cell.ts'
import type { Column, SURCHARGE_COLUMNS, Values } from './layout.ts'
import { ROW, ROW_TYPES, reader } from './layout.ts'
import type { Note } from './mistakes.ts'
import type { NamedCells } from './named-cells.ts'
import { readNamedCells } from './named-cells.ts'

/** One parsed row. Invalid values are left out of `values` and reported as mistakes. */
export type SheetRow = { row: number; type: string; values: Values }

const readValues = ({ row, cells }: NamedCells, type: string, filled: readonly string[], note: Note): Values => {
  const values: Partial<Record<string, Values[Column]>> = {}
  for (const [column, text] of cells) {
    if (column === ROW) continue
    if (!filled.includes(column)) {
      if (text !== '') note(row, column, `must be empty in a ${type} row`)
    } else if (text === '') {
      note(row, column, `is empty: a ${type} row needs it`)
    } else {
      const parsed = reader(column as Column)(text)
      if ('wrong' in parsed) note(row, column, parsed.wrong)
      else values[column] = parsed.value
    }
  }
  return values as Values
}

export const readSheet = (bytes: Uint8Array, kind: CardKind, note: Note): SheetRow[] => {
  const types = new Map(Object.entries(ROW_TYPES[kind]))
  return readNamedCells(bytes, kind, note).flatMap((named): SheetRow[] => {
    const written = named.cells.get(ROW)
    if (written === undefined) return []
    const type = written.toLowerCase()
    const filled = types.get(type)
    if (filled) return [{ row: named.row, type, values: readValues(named, type, filled, note) }]
    note(named.row, ROW, `${shown(written)} is not one of: ${[...types.keys()].join(', ')}`)
    return []
  })
}

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

/**
 * True if no earlier row has this key. Otherwise calls `repeated` with the first row that has the key. `taken` maps each key to its first
 * row.
 */
export const isFirst = (taken: Map<string, number>, key: string, row: number, repeated: (firstRow: number) => void): boolean => {
  const firstRow = taken.get(key)
  if (firstRow === undefined) taken.set(key, row)
  else repeated(firstRow)
  return firstRow === undefined
}
