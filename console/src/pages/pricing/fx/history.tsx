// The history of an exchange rate, as a chart and a table.

import { Badge, Box } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Panel } from '../../../components/page.tsx'
import { Loading } from '../../../components/states.tsx'
import { t } from '../../../strings.ts'
import { Moment, useTimes } from '../../../time.tsx'
import type { FxRate } from '../../../wire.ts'
import { EffectiveSince } from '../cards/versions.tsx'

const LineChart = lazy(() => import('../../../components/line-chart.tsx'))

const CHART_PX = 220

const secondsOf = (iso: string): number => Date.parse(iso) / 1000

/**
 * The start of a rate in the chart, in seconds. The sample rate has been in force since 1970 (epoch 0), so its line starts when the rate
 * was recorded.
 */
const beginOf = ({ effective_from: from, recorded_at: recorded }: Pick<FxRate, 'effective_from' | 'recorded_at'>): number =>
  Math.max(secondsOf(from), secondsOf(recorded))

/**
 * The points of a step line. Each rate has a point at its start and a point at its end, because the rate is constant until the next rate
 * starts.
 */
const stepsOf = (rates: readonly FxRate[], nowSeconds: number): { at: number[]; values: number[] } => {
  const points = rates.flatMap(({ rate, effective_from: from, recorded_at: recorded }, index) => {
    const next = rates[index + 1]
    const begins = beginOf({ effective_from: from, recorded_at: recorded })
    const ends = next ? secondsOf(next.effective_from) : Math.max(nowSeconds, begins + 1)
    return [
      { at: begins, value: Number(rate) },
      { at: Math.max(begins, ends - 0.001), value: Number(rate) },
    ]
  })
  return { at: points.map(({ at }) => at), values: points.map(({ value }) => value) }
}

const StatusOf = ({ rate, now }: { rate: FxRate; now: FxRate | undefined }) => {
  if (rate.in_force) return <Badge variant="light">{t('records.inForce')}</Badge>
  if (now && rate.effective_from <= now.effective_from) return null
  return (
    <Badge variant="light" color="blue">
      {t('records.scheduled')}
    </Badge>
  )
}

export const History = ({ pair, rates }: { pair: string; rates: readonly FxRate[] }) => {
  const { formatMoment } = useTimes()
  // If several rates start at the same time, only the rate that was recorded last is drawn.
  const counting = useMemo(
    () =>
      rates
        .filter((rate, index) => rates[index + 1]?.effective_from !== rate.effective_from)
        .toSorted((one, other) => Date.parse(one.effective_from) - Date.parse(other.effective_from)),
    [rates],
  )
  const { at, lines } = useMemo(() => {
    const steps = stepsOf(counting, Date.now() / 1000)
    return { at: steps.at, lines: [{ label: pair, values: steps.values }] }
  }, [counting, pair])
  const [first] = counting
  const now = rates.find((rate) => rate.in_force)
  const says =
    first && now
      ? t('fx.chartSays', { pair, first: first.rate, start: formatMoment(new Date(beginOf(first) * 1000).toISOString()), last: now.rate })
      : pair
  return (
    <Panel title={t('fx.history', { pair })} flush>
      {/* Reserves the height of the chart while it loads. */}
      <Box px="md" mih={CHART_PX}>
        <Suspense fallback={<Loading />}>
          <LineChart at={at} lines={lines} describe={says} heightPx={CHART_PX} />
        </Suspense>
      </Box>
      <RowsTable
        rows={rates.toReversed()}
        rowKey={(rate) => rate.fx_id}
        rowName={(rate) => rate.rate}
        columns={[
          { key: 'from', title: t('records.from'), render: (rate) => <EffectiveSince from={rate.effective_from} /> },
          { key: 'rate', title: t('fx.rate'), align: 'right', render: (rate) => rate.rate },
          { key: 'source', title: t('fx.source'), render: (rate) => rate.source },
          { key: 'recorded', title: t('fx.recorded'), render: (rate) => <Moment at={rate.recorded_at} />, isLesser: true },
          { key: 'status', title: t('records.status'), render: (rate) => <StatusOf rate={rate} now={now} /> },
        ]}
      />
    </Panel>
  )
}
