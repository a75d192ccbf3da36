// A paged list of /ops/v1: filters in the URL, selection across pages, CSV export.

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Params } from '../../api.ts'
import { api } from '../../api.ts'
import { t } from '../../strings.ts'
import { Icon } from '../icons.tsx'
import { notifyError } from '../notify.ts'
import { ErrorState, Waiting } from '../states.tsx'
import { CSV_ROWS_MAX, csvText, saveFile } from './csv.ts'
import { usePlace } from './filters.ts'
import type { RowsTableProps } from './rows-table.tsx'
import { RowsTable } from './rows-table.tsx'

type DataTableProps<T> = Omit<RowsTableProps<T>, 'rows'> & {
  /** Lists are cached under [path, …]: invalidate `[path]` after a change. */
  path: string
  params?: Params
  empty: ReactNode
  filters?: ReactNode
  /** Shown while rows are picked. */
  bulkActions?: ReactNode
  /** The exported file's name, without its ending; no export without it. */
  csvName?: string
}

export const DataTable = <T,>({ path, params = {}, empty, filters, bulkActions, csvName, ...table }: DataTableProps<T>) => {
  const [place, goTo] = usePlace()
  const query = useQuery({
    queryKey: [path, params, place],
    queryFn: ({ signal }) => api.list<T>(path, { ...params, ...place }, signal),
    placeholderData: keepPreviousData,
  })
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Waiting query={query} />
  const { items, next, previous } = query.data
  const picked = table.selection?.rows.size ?? 0
  return (
    <section className="panel" aria-busy={query.isFetching}>
      {(filters || csvName || picked > 0) && (
        <Group justify="space-between" p="sm" gap="xs" className="no-print">
          <Group gap="xs">{filters}</Group>
          <Group gap="xs">
            {picked > 0 && (
              <>
                <Text size="sm" role="status">
                  {t('shell.selected', { count: picked })}
                </Text>
                {bulkActions}
                <Button size="xs" variant="subtle" onClick={() => table.selection?.clear()}>
                  {t('shell.clearSelection')}
                </Button>
              </>
            )}
            {csvName && items.length > 0 && <ExportButton name={csvName} path={path} params={params} columns={table.columns} />}
          </Group>
        </Group>
      )}
      {items.length === 0 ? empty : <RowsTable {...table} rows={items} />}
      {(next || previous) && (
        <Group justify="space-between" px="md" py="xs" className="no-print">
          <Button size="xs" variant="default" disabled={!previous} onClick={() => previous && goTo(previous)}>
            {t('shell.previous')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('shell.page', { page: place?.page ?? 1 })}
          </Text>
          <Button size="xs" variant="default" disabled={!next} onClick={() => next && goTo(next)}>
            {t('shell.next')}
          </Button>
        </Group>
      )}
    </section>
  )
}

type ExportProps<T> = { name: string; path: string; params: Params; columns: RowsTableProps<T>['columns'] }

const ExportButton = <T,>({ name, path, params, columns }: ExportProps<T>) => {
  const [count, setCount] = useState<number | null>(null)
  const save = async () => {
    setCount(0)
    try {
      const { items, isCut } = await api.listAll<T>(path, params, { rowsMax: CSV_ROWS_MAX, onProgress: setCount })
      saveFile(`${name}.csv`, csvText(columns, items))
      if (isCut) notifications.show({ message: t('shell.exportCut', { count: CSV_ROWS_MAX }), color: 'orange' })
    } catch (error) {
      notifyError(error)
    }
    setCount(null)
  }
  return (
    <Button size="xs" variant="default" leftSection={<Icon name="download" sizePx={14} />} onClick={save} disabled={count !== null}>
      {count === null ? t('shell.exportCsv') : t('shell.exporting', { count })}
    </Button>
  )
}
