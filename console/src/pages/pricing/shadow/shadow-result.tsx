// The result of shadow re-pricing: totals, lanes, and the quotes with the largest change.

import { Alert, Text, Title } from '@mantine/core'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Facts } from '../../../components/page.tsx'
import { useBusinessName } from '../../../components/queries.ts'
import { Empty } from '../../../components/states.tsx'
import { PageLink } from '../../../components/text.tsx'
import { formatMoney, signedMoney, signedPercent } from '../../../format.ts'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { LaneTotals, MovedQuote, ShadowReport } from '../../../wire.ts'
import { LaneChart } from './lane-chart.tsx'

const laneName = ({ lane, transport_mode: mode }: LaneTotals | MovedQuote): string => `${lane}, ${t(`cards.${mode}`)}`

const UNSERVED: Column<LaneTotals> = {
  key: 'unserved',
  title: t('cards.unserved'),
  align: 'right',
  render: (row) => row.unserved,
}

const changeColumns = (currency: string): Column<Pick<LaneTotals | MovedQuote, 'difference' | 'percent'>>[] => [
  {
    key: 'difference',
    title: t('records.difference'),
    align: 'right',
    render: (row) => <span className="amount">{signedMoney(row.difference, currency)}</span>,
  },
  {
    key: 'percent',
    title: t('cards.percent'),
    align: 'right',
    render: (row) => <span className="amount">{signedPercent(row.percent)}</span>,
  },
]

const Lanes = ({ report: { lanes, currency, total } }: { report: ShadowReport }) => {
  const nameOf = useBusinessName()
  return (
    <div>
      <Title order={3} size="h5" pb="xs">
        {t('cards.lanes')}
      </Title>
      <RowsTable
        rows={lanes}
        rowKey={(row) => `${row.lane} ${row.transport_mode} ${row.business_id}`}
        rowName={laneName}
        columns={[
          { key: 'lane', title: t('cards.lane'), render: (row) => <span className="lane-cell">{laneName(row)}</span> },
          { key: 'business', title: t('records.business'), render: (row) => nameOf(row.business_id), isLesser: true },
          { key: 'quotes', title: t('cards.quotes'), align: 'right', render: (row) => row.quotes, isLesser: true },
          { key: 'before', title: t('cards.totalBefore'), align: 'right', render: (row) => formatMoney(row.before, currency) },
          { key: 'after', title: t('cards.totalAfter'), align: 'right', render: (row) => formatMoney(row.after, currency) },
          ...changeColumns(currency),
          ...(total.unserved > 0 ? [UNSERVED] : []),
        ]}
      />
    </div>
  )
}

const Movers = ({ title, quotes, currency }: { title: string; quotes: readonly MovedQuote[]; currency: string }) => {
  const nameOf = useBusinessName()
  if (quotes.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5" pb="xs">
        {title}
      </Title>
      <RowsTable
        rows={quotes}
        rowKey={(row) => row.parcel_quote_id}
        rowName={(row) => row.reference}
        columns={[
          {
            key: 'reference',
            title: t('quotes.one'),
            render: (row) => <PageLink href={`/quotes/${row.parcel_quote_id}`}>{row.reference}</PageLink>,
          },
          { key: 'business', title: t('records.business'), render: (row) => nameOf(row.business_id), isLesser: true },
          { key: 'lane', title: t('cards.lane'), render: laneName, isLesser: true },
          { key: 'before', title: t('cards.before'), align: 'right', render: (row) => formatMoney(row.before, currency) },
          { key: 'after', title: t('cards.after'), align: 'right', render: (row) => row.after && formatMoney(row.after, currency) },
          ...changeColumns(currency),
        ]}
      />
    </div>
  )
}

export const ShadowResult = ({ report }: { report: ShadowReport }) => {
  const { total, currency, lanes } = report
  const { formatMoment } = useTimes()
  if (total.quotes === 0 && total.unserved === 0) {
    return <Empty icon="quote" title={t('cards.shadowEmptyTitle')} text={t('cards.shadowEmpty', { seen: report.seen })} />
  }
  return (
    <>
      {!report.complete && (
        <Alert color="orange">
          {t('cards.incomplete', { count: report.quotes_in_period, max: report.quotes_max, since: formatMoment(report.since) })}
        </Alert>
      )}
      <Facts
        facts={[
          [t('cards.quotes'), total.quotes],
          [t('cards.totalBefore'), formatMoney(total.before, currency)],
          [t('cards.totalAfter'), formatMoney(total.after, currency)],
          [
            t('records.difference'),
            <Text key="difference" span size="sm" fw={650}>
              {[signedMoney(total.difference, currency), signedPercent(total.percent)].filter(Boolean).join(', ')}
            </Text>,
          ],
          [t('cards.unserved'), total.unserved],
          [t('cards.untouched'), report.untouched],
        ]}
      />
      <LaneChart lanes={lanes} currency={currency} />
      <Lanes report={report} />
      <Movers title={t('cards.rises')} quotes={report.rises} currency={currency} />
      <Movers title={t('cards.falls')} quotes={report.falls} currency={currency} />
      <Movers title={t('cards.unservedQuotes')} quotes={report.unserved} currency={currency} />
    </>
  )
}
