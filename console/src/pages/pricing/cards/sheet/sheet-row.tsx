// One row of a card's table, and the input of a cell.

import { VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { memo, useRef, useState } from 'react'
import type { Mark } from './sheet.ts'
import { rowNumber } from './sheet.ts'

export type Move = 'down' | 'left' | 'right'

type CellInputProps = { label: string; typed: string; onTyped: (text: string | null, move?: Move) => void }

const focusOnMount = (input: HTMLInputElement | null): void => input?.focus()

const CellInput = ({ label, typed, onTyped }: CellInputProps) => {
  const [text, setText] = useState(typed)
  // Whether editing has ended. A key that ends editing also blurs the input, which must not end editing a second time.
  const isOver = useRef(false)
  const end = (...result: Parameters<typeof onTyped>): void => {
    if (isOver.current) return
    isOver.current = true
    onTyped(...result)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') return end(null)
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    event.preventDefault()
    if (event.key === 'Enter') return end(text, 'down')
    end(text, event.shiftKey ? 'left' : 'right')
  }
  return (
    <input
      className="sheet-input"
      aria-label={label}
      value={text}
      ref={focusOnMount}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(text)}
      spellCheck={false}
      autoComplete="off"
    />
  )
}

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
  /** The columns that this row does not use. */
  unused: ReadonlySet<number> | undefined
  marks: ReadonlyMap<number, Mark> | undefined
  /**
   * `from` and `to`: the first and last selected column; null if the row is not selected. `active`: the column of the active cell; null if
   * that cell is in another row.
   */
  from: number | null
  to: number | null
  active: number | null
  /** The text of the cell that is being edited. Null if no cell of this row is being edited. */
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
