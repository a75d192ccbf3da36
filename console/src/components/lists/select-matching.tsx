// Selects all rows that match the filters of a list, not only those of the page.

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Params } from '../../api.ts'
import { api } from '../../api.ts'
import { formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import { notifyError } from '../notify.ts'
import type { Selection } from './selection.ts'

const ROWS_MAX = 5_000
const ROWS_AT_ONCE = 100

type SelectMatchingProps<T> = { path: string; params: Params; count: number | null; selection: Selection<T> }

export const SelectMatching = <T,>({ path, params, count, selection }: SelectMatchingProps<T>) => {
  const [read, setRead] = useState<number | null>(null)
  const select = async () => {
    setRead(0)
    try {
      const asked = { ...params, per_page: ROWS_AT_ONCE }
      const { items, isCut } = await api.listAll<T>(path, asked, { rowsMax: ROWS_MAX, onProgress: setRead })
      selection.set(items, true)
      if (isCut) notifications.show({ message: t('lists.selectionCut', { count: ROWS_MAX }), color: 'orange' })
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
