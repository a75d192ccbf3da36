// A paged list of /ops/v1, with selection across pages and CSV export. Filters, order, columns and page are kept in the URL.

import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import type { Params } from '../../api.ts'
import { api } from '../../api.ts'
import { useScopeInAddress } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { PlainButton } from '../buttons.tsx'
import { typed } from '../form.tsx'
import { ErrorState, Waiting } from '../states.tsx'
import { Hint } from '../text.tsx'
import { usePagePosition } from './filters.tsx'
import type { RowsTableProps } from './rows-table.tsx'
import { RowsTable } from './rows-table.tsx'
import { useStableRows } from './stable-rows.ts'
import type { ListTotals } from './table-tools.tsx'
import { ExportButton, ListColumns, SelectMatching, shownColumns, TotalText, useTotals } from './table-tools.tsx'
import { PAGE_SIZES, useTableView } from './table-view.ts'

const PER_PAGE_DEFAULT = 25
const NO_ROWS: readonly never[] = []

type DataTableProps<T> = Omit<RowsTableProps<T>, 'rows' | 'sorting' | 'totals'> & {
  /** API path of the list. Queries are cached under keys that begin with this path. After a change, invalidate the query key `[path]`. */
  path: string
  params?: Params
  perPage?: number
  empty: ReactNode
  filters?: ReactNode
  /** True to show each row on a single line, for lists with many columns. */
  isDense?: boolean
  /** Buttons that are shown while rows are selected. */
  bulkActions?: ReactNode
  /** The name of the exported file without `.csv`. If omitted, the list cannot be exported. */
  csvName?: string
  /**
   * Returns the sums to show in the table's footer, by column key. Set `totalsOf` only if the API offers /totals below the path of the
   * list.
   */
  totalsOf?: (totals: ListTotals) => RowsTableProps<T>['totals']
}

export const DataTable = <T,>({
  path,
  params = {},
  perPage = PER_PAGE_DEFAULT,
  isDense = false,
  empty,
  filters,
  bulkActions,
  csvName,
  totalsOf,
  ...table
}: DataTableProps<T>) => {
  const [place, goTo] = usePagePosition()
  const view = useTableView(perPage)
  useScopeInAddress(Boolean(params.mode))
  // Ignores the sort order in the URL if none of the current columns offers it.
  const order = table.columns.some((column) => column.order && column.order === view.order?.replace(/^-/, '')) ? view.order : null
  const asked = { ...params, ...(order === null ? {} : { sort: order }) }
  const queryKey = [path, asked, view.perPage, place]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.list<T>(path, { ...asked, per_page: view.perPage, ...place }, signal),
    placeholderData: keepPreviousData,
  })
  const totals = useTotals(path, asked, totalsOf !== undefined)
  const list = useRef<HTMLElement>(null)
  const named = JSON.stringify([queryKey, query.isPlaceholderData])
  const { rows, showNew } = useStableRows(named, query.data?.items ?? NO_ROWS, table.rowKey, list)
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Waiting query={query} />
  const { next, previous } = query.data
  const picked = table.selection?.rows.size ?? 0
  return (
    <section className={isDense ? 'panel list dense' : 'panel list'} aria-busy={query.isFetching} ref={list}>
      <Group justify="space-between" p="sm" gap="xs" className="no-print">
        <Group gap="xs">
          {filters}
          {picked === 0 && <TotalText totals={totals} />}
          {picked > 0 && (
            <>
              <Text size="sm" role="status">
                {t('shell.selected', { count: picked })}
              </Text>
              {totalsOf && picked < (totals?.count ?? Number.POSITIVE_INFINITY) && (
                <SelectMatching path={path} params={asked} count={totals?.count ?? null} selection={table.selection!} />
              )}
              {bulkActions}
              <Button size="xs" variant="subtle" onClick={() => table.selection?.clear()}>
                {t('shell.clearSelection')}
              </Button>
            </>
          )}
        </Group>
        {rows.length > 0 && (
          <Group gap="xs">
            <div role="status">
              {showNew && (
                <Button size="xs" variant="light" onClick={showNew}>
                  {t('lists.showChanges')}
                </Button>
              )}
            </div>
            <ListColumns columns={table.columns} view={view} />
            {csvName && <ExportButton name={csvName} path={path} params={asked} columns={table.columns} />}
          </Group>
        )}
      </Group>
      {rows.length === 0 ? (
        empty
      ) : (
        <RowsTable
          {...table}
          columns={shownColumns(table.columns, view.columns)}
          rows={rows}
          totals={totals && totals.count !== null && totals.count > 0 ? totalsOf?.(totals) : undefined}
          sorting={{ by: 'server', order, set: view.setOrder }}
        />
      )}
      {(next || previous || rows.length > PAGE_SIZES[0]) && (
        <Group justify="space-between" px="md" py="xs" className="no-print">
          <PlainButton label={t('shell.previous')} size="xs" disabled={!previous} onClick={() => previous && goTo(previous)} />
          <Group gap="xs">
            <Hint>{t('shell.page', { page: place?.page ?? 1 })}</Hint>
            <NativeSelect
              size="xs"
              aria-label={t('lists.perPage')}
              data={PAGE_SIZES.map(String)}
              {...typed(String(view.perPage), (text) => view.setPerPage(Number(text)))}
            />
          </Group>
          <PlainButton label={t('shell.next')} size="xs" disabled={!next} onClick={() => next && goTo(next)} />
        </Group>
      )}
    </section>
  )
}
