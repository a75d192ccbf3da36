// All invoices of the chosen mode and business, newest first.

import { INVOICES } from '../../api.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchInput, useFilters } from '../../components/lists/filters.tsx'
import { useRememberList } from '../../components/lists/last-list-url.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { Page } from '../../components/page.tsx'
import { IssueNotice } from '../../components/records/live-notices.tsx'
import { CustomerFilter } from '../../components/records/options.tsx'
import { Empty, NoMatch } from '../../components/states.tsx'
import { formatDate } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { useMayAccount, useMayTakePayments } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Invoice } from '../../wire.ts'
import { INVOICE_STATUSES, InvoiceStatusBadge, invoiceStatusName, naira, payerName } from './billing-text.tsx'

const ROWS_PER_PAGE = 50
const STATUSES = INVOICE_STATUSES.map((value) => ({ value, label: invoiceStatusName(value) }))
const DUE = [
  { value: 'open', label: t('billing.open') },
  { value: 'overdue', label: t('billing.dueOverdue') },
]

const dateText = (date: string | null): string => (date === null ? '—' : formatDate(date))
const nameOf = ({ number }: Invoice): string => number ?? t('billing.draft')

const COLUMNS: Column<Invoice>[] = [
  {
    key: 'number',
    title: t('billing.number'),
    render: nameOf,
    csv: (row) => row.number,
    narrow: (row) => `${payerName(row)} · ${naira(row.total)}`,
  },
  { key: 'status', title: t('records.status'), render: (row) => <InvoiceStatusBadge status={row.status} />, csv: (row) => row.status },
  { key: 'payer', title: t('billing.payer'), value: payerName, isLesser: true, isFreeText: true },
  { key: 'business', title: t('records.business'), render: (row) => row.business_prefix, csv: (row) => row.business_name, isLesser: true },
  { key: 'issued', title: t('billing.issued'), value: (row) => row.issue_date, format: dateText, isLesser: true },
  { key: 'due', title: t('billing.dueDate'), value: (row) => row.due_date, format: dateText, isLesser: true },
  { key: 'total', title: t('records.total'), align: 'right', value: (row) => row.total, format: naira, isLesser: true },
  { key: 'open', title: t('billing.open'), align: 'right', value: (row) => row.open, format: naira, isLesser: true },
]

const InvoiceList = () => {
  const { mode, businessId } = useScope()
  const mayAccount = useMayAccount()
  const mayTakePayments = useMayTakePayments()
  useRememberList('/invoices')
  const [{ number, status, due, payer }, filter, setFilter] = useFilters(['number', 'status', 'due', 'payer'])
  const isFiltered = [number, status, due, payer].some((value) => value !== '')
  return (
    <Page
      title={t('billing.title')}
      lead={t('billing.lead')}
      actions={
        <>
          {mayAccount && <LinkButton href="/month-end" label={t('monthEnd.title')} />}
          {mayAccount && <LinkButton href="/opening-balances" label={t('opening.title')} />}
          {mayTakePayments && <LinkButton href="/payments/new" label={t('billing.takePayment')} icon="cash" variant="filled" />}
        </>
      }
    >
      <IssueNotice />
      <FilterBar page="/invoices" isFiltered={isFiltered}>
        <SearchInput
          label={t('billing.number')}
          placeholder={t('billing.numberHint')}
          value={number}
          onPick={(text) => setFilter('number', text.toUpperCase())}
        />
        <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
        <ChoiceFilter label={t('billing.due')} choices={DUE} {...filter('due')} />
        <CustomerFilter label={t('billing.payer')} {...filter('payer')} />
      </FilterBar>
      <DataTable<Invoice>
        isDense
        path={INVOICES}
        params={{
          mode,
          business: businessId,
          number,
          status,
          payer,
          open: due === 'open' ? true : null,
          overdue: due === 'overdue' ? true : null,
        }}
        perPage={ROWS_PER_PAGE}
        rowKey={(row) => row.invoice_id}
        rowName={nameOf}
        href={(row) => `/invoices/${row.invoice_id}`}
        csvName="invoices"
        columns={COLUMNS}
        empty={
          isFiltered ? <NoMatch page="/invoices" /> : <Empty icon="invoice" title={t('billing.emptyTitle')} text={t('billing.empty')} />
        }
      />
    </Page>
  )
}

export default InvoiceList
