// One table of a card's matrix. An edit of a matrix cell changes every file cell that the matrix cell represents.

import type { Ref } from 'react'
import { useCallback, useMemo } from 'react'
import type { Area, Marks, Sheet } from '../sheet/sheet.ts'
import { marksOf } from '../sheet/sheet.ts'
import type { SheetLayout } from '../sheet/sheet-table.tsx'
import { SheetTable } from '../sheet/sheet-table.tsx'
import type { ChangeSheet } from '../sheet/use-sheet.ts'
import { markOf } from './marks.ts'
import { textAt } from './matrix.ts'
import type { MatrixTable } from './matrix-table.ts'

type MatrixGridProps = {
  table: MatrixTable
  sheet: Sheet
  marks: Marks
  area: Area
  onArea: (area: Area) => void
  change?: ChangeSheet | undefined
  ref?: Ref<{ focus(): void }>
}

export const MatrixGrid = ({ table, sheet, marks, area, onArea, change, ref }: MatrixGridProps) => {
  const shown = useMemo(
    (): Sheet => ({
      columns: table.heads,
      rows: table.rows.map(({ cells }) => cells.map((cell) => (cell ? textAt(sheet, cell) : ''))),
    }),
    [table, sheet],
  )
  const layout = useMemo(
    (): SheetLayout => ({
      corner: table.corner,
      names: table.rows.map(({ name }) => name),
      isFirstFrozen: table.isFirstFrozen,
      isFigures: table.isFigures,
      isUsed: ({ row, column }) => Boolean(table.rows[row]?.cells[column]),
    }),
    [table],
  )
  const shownMarks = useMemo(
    () =>
      marksOf(
        table.rows.flatMap(({ cells }, row) =>
          cells.flatMap((cell, column) => {
            const mark = cell && markOf(cell, marks)
            return mark ? [{ row, column, mark }] : []
          }),
        ),
      ),
    [table, marks],
  )
  const changeFile = useCallback(
    (step: Parameters<ChangeSheet>[0]) => {
      if (!change) return
      if (step.type !== 'put' && step.type !== 'clear') return change(step)
      const [top, left] = step.type === 'put' ? [step.at.row, step.at.column] : [step.bounds.top, step.bounds.left]
      const block =
        step.type === 'put'
          ? step.block
          : Array.from({ length: step.bounds.bottom - top + 1 }, () => Array<string>(step.bounds.right - left + 1).fill(''))
      const cells = block.flatMap((texts, down) =>
        texts.flatMap((text, across) => (table.rows[top + down]?.cells[left + across]?.places ?? []).map((place) => ({ ...place, text }))),
      )
      if (cells.length > 0) change({ type: 'set', cells })
    },
    [change, table],
  )
  return (
    <SheetTable
      ref={ref}
      sheet={shown}
      label={table.title}
      area={area}
      onArea={onArea}
      marks={shownMarks}
      layout={layout}
      {...(change ? { change: changeFile } : {})}
    />
  )
}
