// The messages of a month, counted by business, channel, purpose and status, with the costs that providers reported.

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MESSAGE_COUNTS } from '../../../api.ts'
import { typed } from '../../../components/form.tsx'
import { FilterBar, useFilters } from '../../../components/lists/filters.tsx'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page } from '../../../components/page.tsx'
import { readWith, useBusinessName } from '../../../components/queries.ts'
import { Empty, QueryView } from '../../../components/states.tsx'
import { formatMoney, formatNumber } from '../../../format.ts'
import { useScope } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { MessageCounts } from '../../../wire.ts'
import { channelName, purposeName, stateName } from '../message-text.tsx'

type Count = MessageCounts['counts'][number]

const keyOf = ({ business_id, channel, purpose, status }: Count): string => [business_id, channel, purpose, status].join(' ')

const costsText = (costs: Count['costs']): string => costs.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')

/** Costs are added up in ten-thousandths, because they have up to four decimals. */
const SCALE = 10_000
const totalCosts = (counts: readonly Count[]): string => {
  const sums = Map.groupBy(
    counts.flatMap(({ costs }) => costs),
    ({ currency }) => currency,
  )
  return [...sums]
    .map(([currency, all]) => {
      const sum = all.reduce((total, { amount }) => total + Math.round(Number(amount) * SCALE), 0) / SCALE
      return formatMoney(String(sum), currency)
    })
    .join(', ')
}

const CostsPage = () => {
  const { mode, businessId: business } = useScope()
  const [{ month }, filter] = useFilters(['month'])
  const nameOf = useBusinessName()
  const query = useQuery(readWith<MessageCounts>(MESSAGE_COUNTS, { mode, business, month }))
  const columns: Column<Count>[] = [
    {
      key: 'purpose',
      title: t('messages.purpose'),
      render: (row) => purposeName(row.purpose),
      csv: (row) => row.purpose,
      narrow: (row) => channelName(row.channel),
    },
    { key: 'channel', title: t('messages.channel'), value: (row) => channelName(row.channel), isLesser: true },
    { key: 'status', title: t('records.status'), value: (row) => stateName(row.status) },
    {
      key: 'business',
      title: t('records.business'),
      value: (row) => (row.business_id === null ? t('messages.toStaff') : nameOf(row.business_id)),
      isLesser: true,
    },
    { key: 'count', title: t('costs.count'), align: 'right', value: (row) => row.count },
    { key: 'costs', title: t('messages.cost'), align: 'right', render: (row) => costsText(row.costs) || '—' },
    { key: 'without', title: t('costs.without'), align: 'right', value: (row) => row.without_cost, isLesser: true },
  ]
  const { value, onPick } = filter('month')
  return (
    <Page title={t('costs.title')} lead={t('costs.lead')} back={{ href: '/messages', label: t('messages.title') }}>
      <QueryView query={query}>
        {({ month: shown, counts }) => (
          <>
            <FilterBar page="/messages/costs" isFiltered={value !== ''}>
              <TextInput type="month" label={t('costs.month')} {...typed(value || shown, onPick)} />
            </FilterBar>
            <section className="panel">
              <RowsTable<Count>
                rows={counts}
                columns={columns}
                rowKey={keyOf}
                rowName={(row) => `${purposeName(row.purpose)}, ${channelName(row.channel)}, ${stateName(row.status)}`}
                totals={{ count: formatNumber(counts.reduce((total, { count }) => total + count, 0)), costs: totalCosts(counts) || '—' }}
                empty={<Empty icon="mail" title={t('costs.none')} text={t('costs.noneText')} />}
              />
            </section>
          </>
        )}
      </QueryView>
    </Page>
  )
}

export default CostsPage
