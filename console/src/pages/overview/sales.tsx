// Quotes and bookings, day by day.

import { Anchor } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'wouter'
import { Panel } from '../../components/page.tsx'
import { t } from '../../strings.ts'
import type { Overview } from '../../wire.ts'

const LineChart = lazy(() => import('../../components/line-chart.tsx'))

const CHART_PX = 260

/** Days have no fractions of a quote; the axis need not pretend. */
const whole = (value: number): string => (Number.isInteger(value) ? String(value) : '')

export const Sales = ({ perDay }: { perDay: Overview['per_day'] }) => {
  const { at, lines, sums } = useMemo(() => {
    const quotes = perDay.map((day) => day.quotes)
    const bookings = perDay.map((day) => day.bookings)
    const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)
    return {
      at: perDay.map(({ date }) => new Date(`${date}T00:00:00`).getTime() / 1000),
      lines: [
        { label: t('overview.quotes'), values: quotes },
        { label: t('overview.bookings'), values: bookings },
      ],
      sums: { quotes: total(quotes), bookings: total(bookings), today: quotes.at(-1) ?? 0 },
    }
  }, [perDay])
  const toQuotes = (
    <Anchor component={Link} href="/quotes" size="sm">
      {t('overview.toQuotes')}
    </Anchor>
  )
  return (
    <Panel title={t('overview.sales')} lead={`${t('overview.salesLead')} ${t('overview.salesSum', sums)}.`} actions={toQuotes}>
      <Suspense fallback={<div className="chart-space" />}>
        <LineChart at={at} lines={lines} describe={t('overview.salesDescribed', sums)} heightPx={CHART_PX} format={whole} />
      </Suspense>
    </Panel>
  )
}
