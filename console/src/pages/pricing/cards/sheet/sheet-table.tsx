// A card's table as a spreadsheet: keyboard navigation, editing in place, virtual scrolling.

import './sheet.css'
import type { CSSProperties, Ref } from 'react'
import { Fragment, useCallback, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Area, Cell, Marks, Sheet } from './sheet.ts'
import { areaAt, boundsOf, HEADER_ROWS, moved, NO_MARKS, rowNumber, within } from './sheet.ts'
import { useSheetKeys, useSheetPointer } from './sheet-input.ts'
import type { Move } from './sheet-row.tsx'
import { cellId, SheetRow } from './sheet-row.tsx'
import type { ChangeSheet } from './use-sheet.ts'

const ROW_PX = 32
/** How many rows are rendered: enough for a tall screen, plus some above and below it. */
const DRAWN_ROWS = 72
const ABOVE_ROWS = 12
const HEADER_PX = 44
const COLUMN_CH = { min: 7, max: 30 }
const CELL_PADDING_CH = 3
const NAME_REM = { perCharacter: 0.48, padding: 1.4 }
/** The maximum width of the column with the row names. It leaves room for the other cells on a phone. */
const NAME_MAX = '30vw'

/** The layout of a matrix table: rows have names instead of numbers. */
export type SheetLayout = {
  corner: string
  names: readonly string[]
  isFirstFrozen: boolean
  isFigures: boolean
  isUsed: (cell: Cell) => boolean
}

const KEYS = { down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const satisfies Record<Move, string>

type SheetTableProps = {
  sheet: Sheet
  label: string
  area: Area
  onArea: (area: Area) => void
  marks?: Marks
  layout?: SheetLayout
  /** If omitted, the table is read-only. */
  change?: ChangeSheet
  ref?: Ref<{ focus(): void }> | undefined
}

const widthsOf = ({ columns, rows }: Sheet): number[] =>
  columns.map((name, column) => {
    // The title of a column is shown on two lines, so only half of its length counts.
    const longest = rows.reduce((most, row) => Math.max(most, row[column]!.length), Math.ceil(name.length / 2))
    return Math.min(Math.max(longest, COLUMN_CH.min), COLUMN_CH.max) + CELL_PADDING_CH
  })

/** For each kind of row, the columns that are empty in all rows of that kind. A row's kind is the text of its first cell. */
const unusedOf = ({ columns, rows }: Sheet): Map<string, Set<number>> => {
  const unused = new Map<string, Set<number>>()
  for (const row of rows) {
    const kind = row[0] ?? ''
    if (!unused.has(kind)) unused.set(kind, new Set(columns.keys()))
    for (const column of columns.keys()) if (row[column] !== '') unused.get(kind)!.delete(column)
  }
  return unused
}

const unusedIn = ({ rows, columns }: Sheet, { isUsed }: SheetLayout): Set<number>[] =>
  rows.map((_, row) => new Set([...columns.keys()].filter((column) => !isUsed({ row, column }))))

const nameWidth = (names: readonly string[], corner: string): string => {
  const characters = Math.max(...[corner, ...names].map((name) => name.length))
  return `min(${characters * NAME_REM.perCharacter + NAME_REM.padding}rem, ${NAME_MAX})`
}

/** Lets the browser break long names after an underscore. */
const HeadName = ({ name }: { name: string }) =>
  name.split(/(?<=_)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change places.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

export const SheetTable = ({ sheet, label, area: wanted, onArea, marks = NO_MARKS, layout, change, ref }: SheetTableProps) => {
  const tableId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [firstDrawn, setFirstDrawn] = useState(0)
  const [typed, setTyped] = useState<string | null>(null)
  useImperativeHandle(ref, () => ({ focus: () => table.current?.focus() }))

  const widths = useMemo(() => widthsOf(sheet), [sheet])
  const unused = useMemo(() => (layout ? null : unusedOf(sheet)), [sheet, layout])
  const unusedCells = useMemo(() => layout && unusedIn(sheet, layout), [sheet, layout])
  const namesWidth = layout && nameWidth(layout.names, layout.corner)
  // The selection is limited to the sheet, because an undo may have removed rows.
  const area = useMemo(() => ({ anchor: within(wanted.anchor, sheet), active: within(wanted.active, sheet) }), [wanted, sheet])
  const { active } = area
  const bounds = boundsOf(area)

  useLayoutEffect(() => {
    const { current: box } = frame
    const head = box?.querySelector<HTMLElement>(`th[data-head="${active.column}"]`)
    const number = box?.querySelector<HTMLElement>('th[data-head="number"]')
    if (!box || !head || !number) return
    const top = active.row * ROW_PX
    const roomPx = box.clientHeight - head.offsetHeight - ROW_PX
    if (top < box.scrollTop) box.scrollTop = top
    else if (top > box.scrollTop + roomPx) box.scrollTop = top - roomPx
    const frozen = layout?.isFirstFrozen ? box.querySelector<HTMLElement>('th[data-head="0"]') : null
    if (frozen === head) return
    const left = head.offsetLeft - number.offsetWidth - (frozen?.offsetWidth ?? 0)
    const right = head.offsetLeft + head.offsetWidth - box.clientWidth
    // If a column is wider than the view, its beginning is shown.
    if (left < box.scrollLeft || left < right) box.scrollLeft = left
    else if (right > box.scrollLeft) box.scrollLeft = right
  }, [active.row, active.column, layout?.isFirstFrozen])

  const finish = useCallback(
    (text: string | null, move?: Move) => {
      setTyped(null)
      if (text !== null && text !== sheet.rows[active.row]?.[active.column]) change?.({ type: 'put', at: active, block: [[text]] })
      if (move || text === null) table.current?.focus()
      const next = move && moved(active, KEYS[move], false, sheet)
      if (next) onArea(areaAt(next))
    },
    [sheet, active, change, onArea],
  )
  const type = (cell: Cell, text = sheet.rows[cell.row]?.[cell.column] ?? '') => {
    if (change && (!layout || layout.isUsed(cell))) setTyped(text)
  }
  const keys = useSheetKeys({ sheet, area, onArea, isTyping: typed !== null, onType: type, ...(change ? { change } : {}) })
  const pointer = useSheetPointer({ area, onArea, onType: type, focus: () => table.current?.focus() })

  const lastDrawn = Math.min(sheet.rows.length, firstDrawn + DRAWN_ROWS)
  return (
    <div
      ref={frame}
      className="sheet-frame"
      onScroll={({ currentTarget }) => setFirstDrawn(Math.max(0, Math.floor(currentTarget.scrollTop / ROW_PX) - ABOVE_ROWS))}
    >
      {/* The element is as tall as all rows together, but only the visible rows are rendered. */}
      <div style={{ height: sheet.rows.length * ROW_PX + HEADER_PX }}>
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation is a grid.
          role="grid"
          className={['sheet', change && 'sheet-editable', layout?.isFigures && 'sheet-figures'].filter(Boolean).join(' ')}
          style={{ marginTop: firstDrawn * ROW_PX, '--sheet-names': namesWidth } as CSSProperties}
          tabIndex={0}
          aria-label={label}
          aria-readonly={change === undefined}
          aria-multiselectable="true"
          aria-rowcount={sheet.rows.length + HEADER_ROWS}
          aria-colcount={sheet.columns.length + 1}
          aria-activedescendant={sheet.rows.length > 0 ? cellId(tableId, active.row, active.column) : undefined}
          {...keys}
          {...pointer}
        >
          <colgroup>
            <col className="sheet-number-column" style={{ width: namesWidth }} />
            {widths.map((ch, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
              <col key={column} style={{ width: `${ch}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" data-head="number" className={layout ? 'sheet-number sheet-name' : 'sheet-number'}>
                {layout?.corner ?? HEADER_ROWS}
              </th>
              {sheet.columns.map((name, column) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
                  key={column}
                  scope="col"
                  data-head={column}
                  className={layout?.isFirstFrozen && column === 0 ? 'sheet-frozen' : undefined}
                >
                  <HeadName name={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.slice(firstDrawn, lastDrawn).map((cells, offset) => {
              const index = firstDrawn + offset
              const isPicked = index >= bounds.top && index <= bounds.bottom
              const isActive = index === active.row
              return (
                <SheetRow
                  key={index}
                  tableId={tableId}
                  index={index}
                  head={layout?.names[index] ?? String(rowNumber(index))}
                  isNamed={layout !== undefined}
                  isFirstFrozen={layout?.isFirstFrozen ?? false}
                  columns={sheet.columns}
                  cells={cells}
                  unused={unusedCells?.[index] ?? unused?.get(cells[0] ?? '')}
                  marks={marks.get(index)}
                  from={isPicked ? bounds.left : null}
                  to={isPicked ? bounds.right : null}
                  active={isActive ? active.column : null}
                  typed={isActive ? typed : null}
                  onTyped={finish}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
