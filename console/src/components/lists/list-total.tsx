// How many rows a list has over all of its pages.

import { useQuery } from '@tanstack/react-query'
import { COUNTED_ROWS_MAX } from '../../../../src/domain/values/counted-rows.ts'
import type { Params } from '../../api.ts'
import { api } from '../../api.ts'
import { formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import { Hint } from '../text.tsx'

export type ListTotals = { count: number | null; [sum: string]: number | null }

/** For lists that only count their rows. */
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
