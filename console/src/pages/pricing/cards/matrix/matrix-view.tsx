// The matrix of a card: the price table of the chosen zone, and the tables that apply to all zones. A printout contains every zone.

import { Chip, Group, Text } from '@mantine/core'
import type { Ref } from 'react'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFilters } from '../../../../components/lists/filters.tsx'
import { Empty } from '../../../../components/states.tsx'
import { countriesText } from '../../../../format.ts'
import { t } from '../../../../strings.ts'
import type { CardKind } from '../../../../wire.ts'
import type { Area, Cell, Marks, Sheet } from '../sheet/sheet.ts'
import { areaAt, START } from '../sheet/sheet.ts'
import type { ChangeSheet } from '../sheet/use-sheet.ts'
import { markOf, marksIn, shownAt } from './marks.ts'
import { matrixOf, tablesOf } from './matrix.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import type { MatrixTable, MatrixZone } from './matrix-table.ts'

const PAPER = 'print'

/** Whether the page is being printed. The value is updated before the browser lays out the printed page. */
const usePrinting = (): boolean => {
  const [isPrinting, setIsPrinting] = useState(() => window.matchMedia(PAPER).matches)
  useEffect(() => {
    const media = window.matchMedia(PAPER)
    // The state is changed at once, because the browser prints the page as it is when this event handler returns.
    const follow = () => flushSync(() => setIsPrinting(media.matches))
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return isPrinting
}

type ZoneChipsProps = { zones: readonly MatrixZone[]; marks: Marks; value: string; onPick: (zone: string) => void }

const labelOf = ({ zone, table }: MatrixZone, marks: Marks): string => {
  const found = marksIn(table, marks)
  const wrong = found.filter(({ kind }) => kind === 'mistake').length
  const parts = [
    t('cards.zoneChip', { zone }),
    wrong > 0 && t('cards.chipMistakes', { count: wrong }),
    found.length > wrong && t('cards.chipChanged', { count: found.length - wrong }),
  ]
  return parts.filter(Boolean).join(' · ')
}

const ZoneChips = ({ zones, marks, value, onPick }: ZoneChipsProps) => (
  <Chip.Group value={value} onChange={(picked) => onPick(picked as string)}>
    <Group gap={6} role="group" aria-label={t('cards.zones')} className="no-print">
      {zones.map((each) => (
        <Chip key={each.zone} value={each.zone} size="sm">
          {labelOf(each, marks)}
        </Chip>
      ))}
    </Group>
  </Chip.Group>
)

/** `goTo` selects the cell of the matrix that belongs to a cell of the file. It returns false if the matrix has no such cell. */
export type MatrixHandle = { goTo(cell: Cell): boolean }

type MatrixViewProps = { sheet: Sheet; kind: CardKind; marks: Marks; change?: ChangeSheet | undefined; ref?: Ref<MatrixHandle> }

const Countries = ({ codes, isWhole }: { codes: string; isWhole: boolean }) => {
  const text = codes === '*' ? t('cards.everyOtherCountry') : countriesText(codes)
  return (
    <Text size="sm" c="dimmed" {...(isWhole ? {} : { lineClamp: 2, title: text })}>
      {text}
    </Text>
  )
}

/** Shows the name and the mark of the selected cell as text, for people who cannot hover over the cell. */
const ActiveCell = ({ table, cell: { row, column }, marks }: { table: MatrixTable; cell: Cell; marks: Marks }) => {
  const cell = table.rows[row]?.cells[column]
  const mark = cell ? markOf(cell, marks) : null
  return (
    <Text size="sm" mt={4} className="no-print" role="status">
      <b>{t('cards.matrixAt', { row: table.rows[row]?.name ?? '', column: table.heads[column] ?? '' })}</b>{' '}
      {mark && (
        <Text span size="sm" c={mark.kind === 'mistake' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {mark.text}
        </Text>
      )}
    </Text>
  )
}

export const MatrixView = ({ sheet, kind, marks, change, ref }: MatrixViewProps) => {
  const matrix = useMemo(() => matrixOf(sheet, kind), [sheet, kind])
  const { zones } = matrix
  const isPrinting = usePrinting()
  const [{ zone: wanted }, , setFilter] = useFilters(['zone'])
  // The first zone with a mark. It is determined only once, so that the shown zone does not change while somebody types.
  const [first] = useState(() => zones.find(({ table }) => marksIn(table, marks).length > 0)?.zone)
  const zone = [wanted, first].find((name) => zones.some((each) => each.zone === name)) ?? zones[0]?.zone ?? ''
  const [areas, setAreas] = useState<Readonly<Record<string, Area>>>({})
  const [active, setActive] = useState<string | null>(null)
  const [toFocus, setToFocus] = useState<{ title: string } | null>(null)
  const grids = useRef(new Map<string, { focus(): void }>())

  useEffect(() => {
    if (toFocus) grids.current.get(toFocus.title)?.focus()
  }, [toFocus])
  const pick = (title: string, area: Area): void => {
    setAreas((before) => ({ ...before, [title]: area }))
    setActive(title)
  }
  useImperativeHandle(ref, () => ({
    goTo: (cell) => {
      const table = tablesOf(matrix).find((each) => shownAt(each, cell))
      if (!table) return false
      const found = zones.find((each) => each.table === table)
      if (found) setFilter('zone', found.zone)
      pick(table.title, areaAt(shownAt(table, cell)!))
      setToFocus({ title: table.title })
      return true
    },
  }))

  const shown = [...zones.filter((each) => isPrinting || each.zone === zone).map(({ table }) => table), ...matrix.tables]
  if (shown.every(({ rows }) => rows.length === 0)) {
    return <Empty icon="card" title={t('cards.matrixEmptyTitle')} text={t('cards.matrixEmpty')} />
  }
  return (
    <div className="matrix">
      {zones.length > 0 && <ZoneChips zones={zones} marks={marks} value={zone} onPick={(picked) => setFilter('zone', picked)} />}
      {shown.map((table) => (
        <section key={table.title} className="matrix-table">
          <h3 className="matrix-title">{table.title}</h3>
          {table.countries !== null && <Countries codes={table.countries} isWhole={isPrinting} />}
          <MatrixGrid
            ref={(grid) => {
              if (grid) grids.current.set(table.title, grid)
              return () => void grids.current.delete(table.title)
            }}
            table={table}
            sheet={sheet}
            marks={marks}
            area={areas[table.title] ?? START}
            onArea={(area) => pick(table.title, area)}
            change={change}
          />
          {active === table.title && <ActiveCell table={table} cell={(areas[active] ?? START).active} marks={marks} />}
        </section>
      ))}
      <Text size="sm" c="dimmed" className="sheet-status no-print">
        {t(change ? 'cards.keys' : 'cards.keysReading')}
      </Text>
    </div>
  )
}
