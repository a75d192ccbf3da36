// The rows of a card file with parsed cells. Each kind of card checks its own rules across rows.

import type { CardKind } from '../rate-card.ts'
import { shown } from './cell.ts'
import type { Column, Values } from './layout.ts'
import { ROW, ROW_TYPES, reader } from './layout.ts'
import type { Note } from './mistakes.ts'
import type { NamedCells } from './named-cells.ts'
import { readNamedCells } from './named-cells.ts'

/** An invalid value is missing here and noted as a mistake. */
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
