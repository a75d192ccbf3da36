// Two views of a rate card: the matrix, which looks like a printed price list, and the CSV file.

import { Group, Tabs, Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useFilters } from '../../../components/lists/filters.tsx'
import { t } from '../../../strings.ts'
import type { CardInFull, CardKind } from '../../../wire.ts'
import { changeMarks } from './matrix/marks.ts'
import type { MatrixHandle } from './matrix/matrix-view.tsx'
import { MatrixView } from './matrix/matrix-view.tsx'
import type { Area, Cell, Marks, Sheet } from './sheet/sheet.ts'
import { areaAt, marksOf, NO_MARKS, rowNumber, START, sheetOf } from './sheet/sheet.ts'
import { SheetTable } from './sheet/sheet-table.tsx'
import type { ChangeSheet } from './sheet/use-sheet.ts'

const FILE = 'csv'
const MATRIX = 'matrix'

export type CardViewsHandle = { goTo(cell: Cell): void }

type CardViewsProps = {
  sheet: Sheet
  kind: CardKind
  marks: Marks
  /** The selection in the file view. */
  area: Area
  onArea: (area: Area) => void
  /** If omitted, the card is read-only. */
  change?: ChangeSheet
  fileActions?: ReactNode
  ref?: Ref<CardViewsHandle>
}

export const CardViews = ({ sheet, kind, marks, area, onArea, change, fileActions, ref }: CardViewsProps) => {
  const [{ view }, , setFilter] = useFilters(['view'])
  const matrix = useRef<MatrixHandle>(null)
  const file = useRef<{ focus(): void }>(null)
  const [toFocus, setToFocus] = useState<Cell | null>(null)
  useEffect(() => {
    if (toFocus) file.current?.focus()
  }, [toFocus])
  useImperativeHandle(ref, () => ({
    goTo: (cell) => {
      if (matrix.current?.goTo(cell)) return
      setFilter('view', FILE)
      onArea(areaAt(cell))
      setToFocus(cell)
    },
  }))
  const { active } = area
  const mark = marks.get(active.row)?.get(active.column)
  return (
    <Tabs value={view === FILE ? FILE : MATRIX} onChange={(value) => setFilter('view', value === FILE ? FILE : '')} keepMounted={false}>
      <Tabs.List px="md" className="no-print">
        <Tabs.Tab value={MATRIX}>{t('cards.matrix')}</Tabs.Tab>
        <Tabs.Tab value={FILE}>{t('cards.file')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={MATRIX}>
        <MatrixView ref={matrix} sheet={sheet} kind={kind} marks={marks} change={change} />
      </Tabs.Panel>
      <Tabs.Panel value={FILE}>
        {fileActions && (
          <Group gap="xs" px="md" py="xs">
            {fileActions}
          </Group>
        )}
        <SheetTable
          ref={file}
          sheet={sheet}
          label={t('cards.tableLabel')}
          area={area}
          onArea={onArea}
          marks={marks}
          {...(change ? { change } : {})}
        />
        <div className="sheet-status">
          <Text size="sm" fw={600}>
            {t('cards.cellAt', { row: rowNumber(active.row), column: sheet.columns[active.column] ?? '' })}
          </Text>
          <Text size="sm" c={mark?.kind === 'mistake' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {mark?.text ?? t(change ? 'cards.keys' : 'cards.keysReading')}
          </Text>
        </div>
      </Tabs.Panel>
    </Tabs>
  )
}

const firstMarked = (marks: Marks): Area | null => {
  const row = Math.min(...marks.keys())
  const column = Math.min(...(marks.get(row)?.keys() ?? []))
  return marks.size === 0 ? null : areaAt({ row, column })
}

export const ReadOnlySheet = ({ card, before }: { card: CardInFull; before?: CardInFull }) => {
  const sheet = useMemo(() => sheetOf(card), [card])
  const marks = useMemo(() => (before ? marksOf(changeMarks(sheet, sheetOf(before), card.kind)) : NO_MARKS), [sheet, before, card.kind])
  const [area, setArea] = useState(() => firstMarked(marks) ?? START)
  return <CardViews sheet={sheet} kind={card.kind} marks={marks} area={area} onArea={setArea} />
}
