// All payments of the chosen mode and business, newest first.

import { Badge } from '@mantine/core'
import { PAYMENTS } from '../../../api.ts'
import { LinkButton } from '../../../components/buttons.tsx'
import { DataTable } from '../../../components/lists/data-table.tsx'
import { FilterBar, SearchInput, useFilters } from '../../../components/lists/filters.tsx'
import { useRememberList } from '../../../components/lists/last-list-url.ts'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { Page } from '../../../components/page.tsx'
import { CustomerFilter } from '../../../components/records/options.tsx'
import { Empty, NoMatch } from '../../../components/states.tsx'
import { formatDate } from '../../../format.ts'
import { useScope } from '../../../scope.tsx'
import { useMayAccount, useMayTakePayments, useSeesBooks } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { Payment } from '../../../wire.ts'
import { naira } from '../billing-text.tsx'

const ROWS_PER_PAGE = 50

const COLUMNS: Column<Payment>[] = [
  {
    key: 'number',
    title: t('billing.receipt'),
    value: (row) => row.payment.number,
    narrow: ({ payment: { receipt_date: date, amount } }) => `${formatDate(date)} · ${naira(amount)}`,
  },
  {
    key: 'status',
    title: t('records.status'),
    render: (row) => <Badge variant="dot">{t(`payments.${row.payment.status}`)}</Badge>,
    csv: (row) => row.payment.status,
  },
  { key: 'date', title: t('records.date'), value: (row) => row.payment.receipt_date, format: formatDate, isLesser: true },
  { key: 'business', title: t('records.business'), render: (row) => row.business_prefix, csv: (row) => row.business_name, isLesser: true },
  {
    key: 'method',
    title: t('billing.method'),
    render: (row) => t(`billing.${row.payment.method}`),
    csv: (row) => row.payment.method,
    isLesser: true,
  },
  { key: 'reference', title: t('records.reference'), value: (row) => row.payment.reference, isLesser: true, isFreeText: true },
  { key: 'amount', title: t('billing.amount'), align: 'right', value: (row) => row.payment.amount, format: naira, isLesser: true },
  { key: 'credit', title: t('payments.credit'), align: 'right', value: (row) => row.payment.credit, format: naira, isLesser: true },
]

const Actions = () => {
  const mayAccount = useMayAccount()
  const mayTakePayments = useMayTakePayments()
  const seesBooks = useSeesBooks()
  return (
    <>
      {seesBooks && (
        <>
          <LinkButton href="/tax-report" label={t('taxReport.title')} />
          <LinkButton href="/journal" label={t('payments.journalTitle')} />
        </>
      )}
      {mayAccount && <LinkButton href="/payments/bank" label={t('payments.bankTitle')} />}
      {mayTakePayments && <LinkButton href="/payments/new" label={t('billing.takePayment')} icon="cash" variant="filled" />}
    </>
  )
}

const PaymentList = () => {
  const { mode, businessId: business } = useScope()
  useRememberList('/payments')
  const [{ reference, customer_id }, filter] = useFilters(['reference', 'customer_id'])
  const isFiltered = reference !== '' || customer_id !== ''
  return (
    <Page title={t('payments.title')} lead={t('payments.lead')} actions={<Actions />}>
      <FilterBar page="/payments" isFiltered={isFiltered}>
        <SearchInput label={t('records.reference')} placeholder={t('payments.referenceHint')} {...filter('reference')} />
        <CustomerFilter {...filter('customer_id')} />
      </FilterBar>
      <DataTable<Payment>
        isDense
        path={PAYMENTS}
        params={{ mode, business, reference, customer_id }}
        perPage={ROWS_PER_PAGE}
        rowKey={(row) => row.payment.payment_id}
        rowName={(row) => row.payment.number}
        href={(row) => `/payments/${row.payment.payment_id}`}
        csvName="payments"
        columns={COLUMNS}
        empty={
          isFiltered ? <NoMatch page="/payments" /> : <Empty icon="cash" title={t('payments.emptyTitle')} text={t('payments.empty')} />
        }
      />
    </Page>
  )
}

export default PaymentList
