// The account page of a customer who is billed directly: balance, charges not invoiced yet, invoices, payments, statement.

import { useQuery } from '@tanstack/react-query'
import { api, CUSTOMERS, INVOICES, PAYMENTS } from '../../api.ts'
import { LinkButton } from '../../components/buttons.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { IssueNotice } from '../../components/records/live-notices.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Empty, QueryView } from '../../components/states.tsx'
import { PageLink } from '../../components/text.tsx'
import { formatDate } from '../../format.ts'
import { useMayTakePayments } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { CustomerDetail, Invoice, Payment } from '../../wire.ts'
import { customerName } from '../customers/profile.tsx'
import { BalancePanel, StatementPanel } from './account.tsx'
import { InvoiceStatusBadge, naira } from './billing-text.tsx'
import { CustomerUninvoicedPanel } from './uninvoiced.tsx'
import { CertificatesPanel } from './withholding/certificates.tsx'
import { ClaimsPanel } from './withholding/claims.tsx'
import { PayerTaxPanel } from './withholding/payer-tax.tsx'

const LATEST = 10

const INVOICE_COLUMNS: Column<Invoice>[] = [
  { key: 'number', title: t('billing.number'), render: (row) => row.number ?? t('billing.draft') },
  { key: 'status', title: t('records.status'), render: (row) => <InvoiceStatusBadge status={row.status} /> },
  { key: 'due', title: t('billing.dueDate'), render: (row) => row.due_date && formatDate(row.due_date), isLesser: true },
  { key: 'total', title: t('records.total'), align: 'right', render: (row) => naira(row.total), isLesser: true },
  { key: 'open', title: t('billing.open'), align: 'right', render: (row) => <strong>{naira(row.open)}</strong> },
]

const PAYMENT_COLUMNS: Column<Payment>[] = [
  { key: 'number', title: t('billing.receipt'), render: (row) => row.payment.number },
  { key: 'date', title: t('records.date'), render: (row) => formatDate(row.payment.receipt_date) },
  { key: 'method', title: t('billing.method'), render: (row) => t(`billing.${row.payment.method}`), isLesser: true },
  { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.payment.amount) },
]

type LatestProps<T> = {
  title: string
  path: string
  params: Record<string, string | number>
  all: string
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  nameOf: (row: T) => string
  none: string
}

const Latest = <T,>({ title, path, params, all, columns, keyOf, nameOf, none }: LatestProps<T>) => {
  const asked = { ...params, per_page: LATEST }
  const query = useQuery({ queryKey: [path, 'account', asked], queryFn: ({ signal }) => api.list<T>(path, asked, signal) })
  return (
    <Panel title={title} actions={<PageLink href={all}>{t('billing.all')}</PageLink>} flush>
      <QueryView query={query}>
        {({ items }) => (
          <RowsTable
            rows={items}
            columns={columns}
            rowKey={keyOf}
            rowName={nameOf}
            href={(row) => `${path.replace('/ops/v1', '')}/${keyOf(row)}`}
            empty={<Empty icon="invoice" title={none} />}
          />
        )}
      </QueryView>
    </Panel>
  )
}

const AccountPage = ({ customer }: { customer: CustomerDetail }) => {
  const mayTakePayments = useMayTakePayments()
  const { parcel_customer_id: id, mode, business } = customer
  const name = customerName(customer)
  const account = { businessId: business.business_id, customerId: id, mode }
  const scope = { mode, business: business.business_id }
  const filter = `mode=${mode}&business=${business.business_id}`
  const actions = mayTakePayments && (
    <LinkButton href={`/payments/new?mode=${mode}&code=${id}`} label={t('billing.takePayment')} icon="cash" variant="filled" />
  )
  return (
    <Page
      title={t('billing.accountOf', { name })}
      lead={t('billing.customerAccountLead')}
      back={{ href: `/customers/${id}`, label: name }}
      actions={actions}
    >
      <IssueNotice of={mode} />
      <BalancePanel account={account} />
      <CustomerUninvoicedPanel customer={customer} />
      <Latest<Invoice>
        title={t('billing.title')}
        path={INVOICES}
        params={{ ...scope, payer: id }}
        all={`/invoices?${filter}&payer=${id}`}
        columns={INVOICE_COLUMNS}
        keyOf={(row) => row.invoice_id}
        nameOf={(row) => row.number ?? t('billing.draft')}
        none={t('billing.emptyTitle')}
      />
      <Latest<Payment>
        title={t('billing.payments')}
        path={PAYMENTS}
        params={{ ...scope, customer_id: id }}
        all={`/payments?${filter}&customer_id=${id}`}
        columns={PAYMENT_COLUMNS}
        keyOf={(row) => row.payment.payment_id}
        nameOf={(row) => row.payment.number}
        none={t('billing.noPayments')}
      />
      <StatementPanel account={account} />
      <PayerTaxPanel account={account} />
      <ClaimsPanel account={account} />
      <CertificatesPanel account={account} />
    </Page>
  )
}

const CustomerAccount = () => (
  <RecordPage<CustomerDetail> path={CUSTOMERS} businessOf={(customer) => customer.business.business_id}>
    {(customer) => <AccountPage customer={customer} />}
  </RecordPage>
)

export default CustomerAccount
