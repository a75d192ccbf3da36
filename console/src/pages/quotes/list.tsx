// All quotes of the chosen mode and business, newest first.

import { QUOTES } from '../../api.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, DaysFilter, FilterBar, SearchInput, useFilters } from '../../components/lists/filters.tsx'
import { useRememberList } from '../../components/lists/last-list-url.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { NO_SUMS } from '../../components/lists/table-tools.tsx'
import { Page } from '../../components/page.tsx'
import { CustomerFilter } from '../../components/records/options.tsx'
import { Empty, NoMatch } from '../../components/states.tsx'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { day, useTimes } from '../../time.tsx'
import type { Quote, QuoteStatus } from '../../wire.ts'
import { flowText, priceText, QuoteStatusBadge, quoteStatusName } from './quote-text.tsx'

const ROWS_PER_PAGE = 50
const STATUSES = (['pending', 'booked', 'cancelled'] satisfies QuoteStatus[]).map((value) => ({ value, label: quoteStatusName(value) }))

const COLUMNS: Column<Quote>[] = [
  {
    key: 'reference',
    title: t('records.reference'),
    value: (row) => row.reference,
    narrow: (row) => `${row.sender.name ?? ''} · ${priceText(row)}`,
  },
  { key: 'status', title: t('records.status'), render: (row) => <QuoteStatusBadge status={row.status} />, csv: (row) => row.status },
  {
    key: 'sender',
    title: t('quotes.sender'),
    render: (row) => row.sender.name,
    csv: (row) => row.sender.name ?? '',
    isLesser: true,
    isFreeText: true,
  },
  {
    key: 'recipient',
    title: t('quotes.recipient'),
    render: (row) => row.recipient.name,
    csv: (row) => row.recipient.name ?? '',
    isLesser: true,
    isFreeText: true,
  },
  { key: 'business', title: t('records.business'), render: (row) => row.business.prefix, csv: (row) => row.business.name, isLesser: true },
  { key: 'flow', title: t('quotes.flow'), value: flowText, isLesser: true },
  { key: 'cargo', title: t('quotes.cargo'), value: (row) => row.cargo_volume, isLesser: true },
  { key: 'price', title: t('quotes.price'), align: 'right', render: priceText, csv: (row) => row.estimated_price, isLesser: true },
  { key: 'created', title: t('records.createdAt'), value: (row) => row.created_at, format: day, isLesser: true, order: 'created' },
]

const QuoteList = () => {
  const { mode, businessId } = useScope()
  const mayHandle = useMayHandle()
  useRememberList('/quotes')
  const [filters, filter] = useFilters(['q', 'status', 'booked_from', 'booked_to', 'customer_id'])
  const { zone } = useTimes()
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <Page
      title={t('quotes.title')}
      lead={t('quotes.lead')}
      actions={mayHandle && <LinkButton href="/quotes/new" label={t('counter.title')} icon="plus" variant="filled" />}
    >
      <FilterBar page="/quotes" isFiltered={isFiltered}>
        <SearchInput label={t('records.search')} placeholder={t('quotes.searchHint')} {...filter('q')} />
        <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
        <DaysFilter
          label={t('quotes.booked')}
          from={filter('booked_from')}
          to={filter('booked_to')}
          hint={t('packages.arrivedZone', { zone })}
        />
        <CustomerFilter {...filter('customer_id')} />
      </FilterBar>
      <DataTable<Quote>
        isDense
        path={QUOTES}
        params={{ mode, business: businessId, time_zone: zone, ...filters }}
        perPage={ROWS_PER_PAGE}
        rowKey={(row) => row.parcel_quote_id}
        rowName={(row) => row.reference}
        href={(row) => `/quotes/${row.parcel_quote_id}`}
        csvName="quotes"
        columns={COLUMNS}
        totalsOf={NO_SUMS}
        empty={isFiltered ? <NoMatch page="/quotes" /> : <Empty icon="quote" title={t('quotes.emptyTitle')} text={t('quotes.empty')} />}
      />
    </Page>
  )
}

export default QuoteList
