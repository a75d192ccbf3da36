// The storage fee of a package: the fee today, the fee on a chosen later date, and a chart of the coming days.

import { Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api, PACKAGES } from '../../api.ts'
import { typed } from '../../components/form.tsx'
import { Facts, Panel } from '../../components/page.tsx'
import { Loading, QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { formatDate, formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Storage } from '../../wire.ts'

const FORECAST_DAYS = 60
const CHART_HEIGHT_PX = 160

const LineChart = lazy(() => import('../../components/line-chart.tsx'))
const short = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })
const shortly = (value: number): string => short.format(value)
/** A day is drawn at noon UTC, which has the same date in nearly all time zones. */
const secondsOf = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000

const Forecast = ({ series, currency }: { series: NonNullable<Storage['series']>; currency: string }) => {
  const at = useMemo(() => series.map(({ date }) => secondsOf(date)), [series])
  const lines = useMemo(() => [{ label: t('packages.due'), values: series.map(({ amount }) => Number(amount)) }], [series])
  const [first, last] = [series[0]!, series.at(-1)!]
  const describe = t('packages.forecast', {
    days: series.length,
    first: formatMoney(first.amount, currency),
    last: formatMoney(last.amount, currency),
    date: formatDate(last.date),
  })
  return (
    <Suspense fallback={<Loading />}>
      <LineChart at={at} lines={lines} describe={describe} heightPx={CHART_HEIGHT_PX} format={shortly} />
    </Suspense>
  )
}

const StorageView = ({ storage: { today, on, series }, isStored }: { storage: Storage; isStored: boolean }) => {
  if (today.start_date === undefined || today.last_free_day === undefined) return <Hint>{t('packages.storageNone')}</Hint>
  return (
    <>
      <Facts
        facts={[
          [t('packages.dueToday'), <strong key="due">{formatMoney(today.amount_due, today.currency)}</strong>],
          [t('packages.lastFreeDay'), formatDate(today.last_free_day)],
          [t('packages.chargeableDays'), today.chargeable_storage_days],
          [t('packages.area'), t('packages.sqm', { value: today.storage_area_sqm })],
          [t('packages.dailyRate'), formatMoney(today.daily_rate, today.currency)],
        ]}
      />
      {isStored && series && <Forecast series={series} currency={today.currency} />}
      {on && (
        <Text size="sm" role="status">
          {t('packages.onDateText', {
            amount: formatMoney(on.amount_due, on.currency),
            date: formatDate(on.date),
            days: on.chargeable_storage_days,
          })}
        </Text>
      )}
    </>
  )
}

export const StoragePanel = ({ parcelId, isStored }: { parcelId: string; isStored: boolean }) => {
  const [on, setOn] = useState('')
  const query = useQuery({
    queryKey: [PACKAGES, parcelId, 'storage', on],
    queryFn: ({ signal }) => api.get<Storage>(`${PACKAGES}/${parcelId}/storage`, { days: FORECAST_DAYS, on }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title={t('packages.storage')}>
      <QueryView query={query}>{(storage) => <StorageView storage={storage} isStored={isStored} />}</QueryView>
      {isStored && <TextInput type="date" size="xs" label={t('packages.onDate')} {...typed(on, setOn)} />}
    </Panel>
  )
}
