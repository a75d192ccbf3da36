// One row of a card's table.

import { memo } from 'react'
import { CellInput } from './cell-input.tsx'
import type { Mark } from './marks.ts'
import { rowNumber } from './sheet.ts'

export const cellId = (tableId: string, row: number, column: number): string => `${tableId}-${row}-${column}`

type SheetRowProps = {
  tableId: string
  index: number
  cells: readonly string[]
  /** Columns that rows of this kind leave empty. */
  unused: ReadonlySet<number> | undefined
  marks: ReadonlyMap<number, Mark> | undefined
  /** The picked columns of the row, and the one that keys act upon. */
  from: number | null
  to: number | null
  active: number | null
  /** Null: nothing is being typed. */
  typed: string | null
  onTyped: (text: string | null, move?: 'down' | 'right') => void
}

const classOf = (column: number, { marks, unused, from, to, active, cells }: SheetRowProps): string =>
  [
    'sheet-cell',
    marks?.has(column) && `sheet-${marks.get(column)!.kind}`,
    unused?.has(column) && cells[column] === '' && 'sheet-unused',
    from !== null && to !== null && column >= from && column <= to && 'sheet-picked',
    column === active && 'sheet-active',
  ]
    .filter(Boolean)
    .join(' ')

export const SheetRow = memo((props: SheetRowProps) => {
  const { tableId, index, cells, marks, from, to, active, typed, onTyped } = props
  return (
    <tr aria-rowindex={rowNumber(index)}>
      <th scope="row" className="sheet-number">
        {rowNumber(index)}
      </th>
      {cells.map((cell, column) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected.
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it stands.
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
          {column === active && typed !== null ? <CellInput label={cell} typed={typed} onTyped={onTyped} /> : cell}
        </td>
      ))}
    </tr>
  )
})
