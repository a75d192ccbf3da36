// The tools above a list: choice of columns, total, export, and selection of all rows that match the filters.

import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COUNTED_ROWS_MAX } from '../../../../src/domain/values/counted-rows.ts'
import type { Params } from '../../api.ts'
import { api } from '../../api.ts'
import { formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import { PlainButton } from '../buttons.tsx'
import { notifyError } from '../queries.ts'
import { Hint } from '../text.tsx'
import { csvText } from './csv.ts'
import type { Column, Selection } from './rows-table.tsx'
import type { TableView } from './table-view.ts'

const usualKeys = <T,>(columns: readonly Column<T>[]): string[] => columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key)

export const shownColumns = <T,>(columns: readonly Column<T>[], chosen: readonly string[] | null): readonly Column<T>[] => {
  const keys = chosen ?? usualKeys(columns)
  return columns.filter(({ key, isTitleHidden }, index) => index === 0 || isTitleHidden || keys.includes(key))
}

type ListColumnsProps<T> = { columns: readonly Column<T>[]; view: TableView }

export const ListColumns = <T,>({ columns, view }: ListColumnsProps<T>) => {
  const offered = columns.slice(1).filter(({ isTitleHidden }) => !isTitleHidden)
  const usual = usualKeys(columns)
  const shown = view.columns ?? usual
  const choose = (keys: readonly string[]) => {
    const inOrder = columns.map(({ key }) => key).filter((key) => keys.includes(key))
    const isUsual = inOrder.length === usual.length && inOrder.every((key, index) => key === usual[index])
    view.setColumns(isUsual ? null : inOrder)
  }
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          {t('lists.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group label={t('lists.columnsShown')} value={[...shown]} onChange={choose}>
          <Stack gap="xs" pt="xs">
            {offered.map(({ key, title }) => (
              <Checkbox key={key} size="xs" value={key} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

export type ListTotals = { count: number | null; [sum: string]: number | null }

/** A `totalsOf` for lists that show how many rows they have, but no sums. */
export const NO_SUMS = (): undefined => undefined

export const useTotals = (path: string, params: Params, isAsked: boolean): ListTotals | undefined => {
  const { sort: _, ...filters } = params
  return useQuery({
    queryKey: [path, 'totals', filters],
    enabled: isAsked,
    queryFn: ({ signal }) => api.get<ListTotals>(`${path}/totals`, filters, signal),
  }).data
}

export const TotalText = ({ totals }: { totals: ListTotals | undefined }) =>
  totals && (
    <Hint>
      {totals.count === null
        ? t('lists.manyRows', { count: formatNumber(COUNTED_ROWS_MAX) })
        : t('lists.rows', { count: formatNumber(totals.count) })}
    </Hint>
  )

const CSV_ROWS_MAX = 10_000

export const saveFile = (name: string, text: string): void => {
  const link = document.createElement('a')
  // The byte order mark tells spreadsheets that the text is UTF-8.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Rows per request: the largest page size that the server allows. */
const ROWS_AT_ONCE = 100

type ExportProps<T> = { name: string; path: string; params: Params; columns: readonly Column<T>[] }

export const ExportButton = <T,>({ name, path, params, columns }: ExportProps<T>) => {
  const [count, setCount] = useState<number | null>(null)
  const save = async () => {
    setCount(0)
    try {
      const { items, isCut } = await api.listAll<T>(
        path,
        { ...params, per_page: ROWS_AT_ONCE },
        { rowsMax: CSV_ROWS_MAX, onProgress: setCount },
      )
      saveFile(`${name}.csv`, csvText(columns, items))
      if (isCut) notifications.show({ message: t('shell.exportCut', { count: CSV_ROWS_MAX }), color: 'orange' })
    } catch (error) {
      notifyError(error)
    }
    setCount(null)
  }
  return (
    <PlainButton
      label={count === null ? t('shell.exportCsv') : t('shell.exporting', { count })}
      icon="download"
      size="xs"
      disabled={count !== null}
      onClick={save}
    />
  )
}

const SELECTED_ROWS_MAX = 5_000

type SelectMatchingProps<T> = { path: string; params: Params; count: number | null; selection: Selection<T> }

export const SelectMatching = <T,>({ path, params, count, selection }: SelectMatchingProps<T>) => {
  const [read, setRead] = useState<number | null>(null)
  const select = async () => {
    setRead(0)
    try {
      const asked = { ...params, per_page: ROWS_AT_ONCE }
      const { items, isCut } = await api.listAll<T>(path, asked, { rowsMax: SELECTED_ROWS_MAX, onProgress: setRead })
      selection.set(items, true)
      if (isCut) notifications.show({ message: t('lists.selectionCut', { count: SELECTED_ROWS_MAX }), color: 'orange' })
    } catch (error) {
      notifyError(error)
    }
    setRead(null)
  }
  const label = count === null ? t('lists.selectMatching') : t('lists.selectMatchingCount', { count: formatNumber(count) })
  return (
    <Button size="xs" variant="subtle" onClick={select} disabled={read !== null}>
      {read === null ? label : t('lists.selecting', { count: read })}
    </Button>
  )
}
