// The invoices of a business and its customers, with the balance.

import { formatDate, formatMoney } from '../../../../web/format.ts'
import { optionsOf, SelectField } from '../../components/field.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { Loaded } from '../../components/states.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList, useRead } from '../../scope.tsx'
import { STATUS_NAMES, texts } from '../../texts/billing.ts'
import { Amount, BillingTabs, InvoiceMark } from './billing-parts.tsx'
import { IssueTestInvoice } from './test-money.tsx'

const { paid, written_off, void: voided } = STATUS_NAMES
const STATUSES = optionsOf({ 'issued,part_paid': texts.open, paid, written_off, void: voided }, texts.anyStatus)

const titleOf = (balance: number): string => {
  if (balance === 0) return texts.even
  return balance > 0 ? texts.balance : texts.credit
}

/** The balance of the business and its customers together: the amount that they owe or have paid in advance. */
const BalancePanel = () => {
  const balance = useRead('getBalance', { query: {} })
  return (
    <Loaded query={balance} rows={1}>
      {({ balance: owed, receivable, credit, currency }) => (
        <Section title={titleOf(Number(owed))}>
          <p className="figure">{formatMoney(owed.replace('-', ''), currency)}</p>
          <Facts
            facts={[
              [texts.receivable, formatMoney(receivable, currency)],
              [texts.unused, formatMoney(credit, currency)],
            ]}
          />
        </Section>
      )}
    </Loaded>
  )
}

export default () => {
  const { field, query, ...filters } = useFilters(['status'])
  return (
    <Page title={texts.invoices} actions={<IssueTestInvoice />}>
      <BillingTabs />
      <BalancePanel />
      <search className="filters">
        <SelectField label={texts.status} {...field('status')} options={STATUSES} />
      </search>
      <ListView
        query={useList('listInvoices', query)}
        filters={filters}
        caption={texts.caption}
        keyOf={(invoice) => invoice.invoice_id}
        hrefOf={(invoice) => `/billing/invoices/${invoice.invoice_id}`}
        empty={{ icon: 'invoice', title: texts.emptyTitle, children: texts.empty }}
        columns={[
          { head: texts.number, cell: (invoice) => invoice.number },
          { head: texts.status, cell: (invoice) => <InvoiceMark invoice={invoice} /> },
          { isLesser: true, head: texts.payer, cell: (invoice) => invoice.buyer.name },
          { isLesser: true, head: texts.issued, cell: (invoice) => <span className="whole">{formatDate(invoice.issue_date)}</span> },
          { head: texts.due, cell: (invoice) => <span className="whole">{formatDate(invoice.due_date)}</span> },
          { head: texts.total, cell: (invoice) => <Amount amount={invoice.total} currency={invoice.currency} />, isNumber: true },
          { head: texts.stillOpen, cell: (invoice) => <Amount amount={invoice.open} currency={invoice.currency} />, isNumber: true },
        ]}
      />
    </Page>
  )
}
