// Saves all rows of a list, page after page, as a CSV file.

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Params } from '../../api.ts'
import { api } from '../../api.ts'
import { t } from '../../strings.ts'
import { Icon } from '../icons.tsx'
import { notifyError } from '../notify.ts'
import { CSV_ROWS_MAX, saveFile } from './csv.ts'
import { csvText } from './csv-text.ts'
import type { Column } from './rows-table.tsx'

/** The largest page that the server returns. */
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
    <Button size="xs" variant="default" leftSection={<Icon name="download" sizePx={14} />} onClick={save} disabled={count !== null}>
      {count === null ? t('shell.exportCsv') : t('shell.exporting', { count })}
    </Button>
  )
}
