// Storage fees: the total, the fees by day, and the fees by business.

import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useFilters } from '../../components/lists/filters.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { readWith } from '../../components/queries.ts'
import { Loading, QueryView } from '../../components/states.tsx'
import { formatMoney } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import { useTimes } from '../../time.tsx'
import type { BusinessStorage, StorageSum, StorageTotals } from '../../wire.ts'

/** The start of a day in the page's time zone, in epoch seconds. */
const startOf = (date: string, { instantOf }: Times): number => Date.parse(instantOf(`${date}T00:00:00`)) / 1000

const chargesOf = (currency: string, totals: readonly BusinessStorage[], times: Times) => {
  const byDate = new Map<string, number>()
  for (const { date, amount } of totals.flatMap(({ history }) => history)) byDate.set(date, (byDate.get(date) ?? 0) + Number(amount))
  const days = [...byDate].sort(([a], [b]) => a.localeCompare(b))
  const values = days.map(([, amount]) => amount)
  return {
    currency,
    at: days.map(([date]) => startOf(date, times)),
    lines: [{ label: t('storage.chartLine'), values }],
    last: values.at(-1) ?? 0,
  }
}

const dailyCharges = (totals: readonly BusinessStorage[], times: Times) =>
  [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, found]) => chargesOf(currency, found, times))

const LineChart = lazy(() => import('../../components/line-chart.tsx'))

const SPANS_DAYS = ['30', '90'] as const

const Sums = ({ sums }: { sums: readonly StorageSum[] }) =>
  sums.map((sum) => (
    <dl key={sum.currency} className="storage-sums panel">
      {(
        [
          ['stored', String(sum.packages_stored)],
          ['chargeable', String(sum.packages_chargeable)],
          ['due', formatMoney(sum.amount_due, sum.currency)],
          ['perDay', formatMoney(sum.accruing_per_day, sum.currency)],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`storage.${name}`)}</dt>
          <dd data-testid={`sum-${name}`}>{value}</dd>
        </div>
      ))}
    </dl>
  ))

const Charts = ({ totals: { totals }, days }: { totals: StorageTotals; days: string }) => {
  const times = useTimes()
  return dailyCharges(totals, times).map(({ currency, at, lines, last }) => {
    const compact = new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'narrowSymbol', notation: 'compact' })
    return (
      <Suspense key={currency} fallback={<Loading />}>
        <LineChart
          at={at}
          lines={lines}
          format={compact.format}
          describe={t('storage.chartDescribed', { currency, days, amount: formatMoney(last, currency) })}
        />
      </Suspense>
    )
  })
}

const ByBusiness = ({ totals }: Pick<StorageTotals, 'totals'>) => (
  <Panel title={t('storage.byBusiness')} lead={t('storage.byBusinessLead')} flush>
    <RowsTable
      rows={totals}
      rowKey={(row) => `${row.business.business_id} ${row.currency}`}
      rowName={(row) => row.business.name}
      href={(row) => `/businesses/${row.business.business_id}`}
      columns={[
        { key: 'business', title: t('records.business'), render: (row) => row.business.name },
        { key: 'stored', title: t('storage.stored'), align: 'right', render: (row) => row.packages_stored, isLesser: true },
        { key: 'chargeable', title: t('storage.chargeable'), align: 'right', render: (row) => row.packages_chargeable },
        { key: 'due', title: t('packages.dueToday'), align: 'right', render: (row) => formatMoney(row.amount_due, row.currency) },
        {
          key: 'per-day',
          title: t('storage.perDay'),
          align: 'right',
          render: (row) => formatMoney(row.accruing_per_day, row.currency),
          isLesser: true,
        },
      ]}
    />
  </Panel>
)

export const Accrual = () => {
  const { mode, businessId: business } = useScope()
  const [{ days: asked, site }, , setFilter] = useFilters(['days', 'site'])
  const days = SPANS_DAYS.find((span) => span === asked) ?? SPANS_DAYS[0]
  const query = useQuery({
    ...readWith<StorageTotals>('/ops/v1/storage/totals', { mode, business, site, days }),
    // Keeps the old chart while the chart of another time span loads, but not for another mode, business or site.
    placeholderData: (before, query) => {
      const [, asked] = query?.queryKey ?? []
      return typeof asked === 'object' && asked.mode === mode && asked.business === business && asked.site === site ? before : undefined
    },
  })
  const span = (
    <SegmentedControl
      size="xs"
      aria-label={t('storage.daysShown')}
      value={days}
      onChange={(value) => setFilter('days', value)}
      data={SPANS_DAYS.map((value) => ({ value, label: t('records.days', { count: value }) }))}
    />
  )
  return (
    <QueryView query={query}>
      {(totals) =>
        totals.totals.length === 0 ? null : (
          <>
            <Sums sums={totals.sums} />
            <Panel title={t('storage.chart')} lead={t('storage.chartLead')} actions={span}>
              <Charts totals={totals} days={days} />
            </Panel>
            <ByBusiness totals={totals.totals} />
          </>
        )
      }
    </QueryView>
  )
}
