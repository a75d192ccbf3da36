// One row of a card's table.

import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import type { Move } from './cell-input.tsx'
import { CellInput } from './cell-input.tsx'
import type { Mark } from './marks.ts'
import { rowNumber } from './sheet.ts'

export const cellId = (tableId: string, row: number, column: number): string => `${tableId}-${row}-${column}`

type SheetRowProps = {
  tableId: string
  index: number
  /** The row number in the file, or the row's name. */
  head: string
  isNamed: boolean
  isFirstFrozen: boolean
  columns: readonly string[]
  cells: readonly string[]
  /** Columns that rows of this kind leave empty. */
  unused: ReadonlySet<number> | undefined
  marks: ReadonlyMap<number, Mark> | undefined
  /** The selected columns, and the active one. */
  from: number | null
  to: number | null
  active: number | null
  /** Null if the row is not being edited. */
  typed: string | null
  onTyped: (text: string | null, move?: Move) => void
}

const classOf = (column: number, { marks, unused, from, to, active, cells, isFirstFrozen }: SheetRowProps): string =>
  [
    'sheet-cell',
    isFirstFrozen && column === 0 && 'sheet-frozen',
    marks?.has(column) && `sheet-${marks.get(column)!.kind}`,
    unused?.has(column) && cells[column] === '' && 'sheet-unused',
    from !== null && to !== null && column >= from && column <= to && 'sheet-picked',
    column === active && 'sheet-active',
  ]
    .filter(Boolean)
    .join(' ')

export const SheetRow = memo((props: SheetRowProps) => {
  const { tableId, index, head, isNamed, columns, cells, marks, from, to, active, typed, onTyped } = props
  return (
    <tr aria-rowindex={rowNumber(index)}>
      <th scope="row" className={isNamed ? 'sheet-number sheet-name' : 'sheet-number'} title={isNamed ? head : undefined}>
        {head}
      </th>
      {cells.map((cell, column) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected.
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
          key={column}
          id={cellId(tableId, index, column)}
          data-row={index}
          data-column={column}
          aria-colindex={column + 2}
          aria-selected={from !== null && to !== null && column >= from && column <= to}
          aria-invalid={marks?.get(column)?.kind === 'mistake' || undefined}
          title={marks?.get(column)?.text}
          className={classOf(column, props)}
        >
          {column === active && typed !== null ? <CellInput label={`${head}, ${columns[column]}`} typed={typed} onTyped={onTyped} /> : cell}
          {marks?.has(column) && <VisuallyHidden> {marks.get(column)!.text}</VisuallyHidden>}
        </td>
      ))}
    </tr>
  )
})
