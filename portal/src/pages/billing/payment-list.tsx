// The payments of a business and its customers, each with its receipt.

import { formatDate } from '../../../../web/format.ts'
import { Badge } from '../../components/marks.tsx'
import { Page } from '../../components/page.tsx'
import { FileButton } from '../../components/records/file-button.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList } from '../../scope.tsx'
import { METHOD_NAMES, texts } from '../../texts/billing.ts'
import { Amount, BillingTabs } from './billing-parts.tsx'

const STATUS_MARKS = { recorded: null, refunded: texts.refunded, reversed: texts.reversed }

export default () => {
  const { query } = useFilters([])
  return (
    <Page title={texts.payments}>
      <BillingTabs />
      <ListView
        query={useList('listPayments', query)}
        caption={texts.paymentCaption}
        keyOf={(payment) => payment.payment_id}
        empty={{ icon: 'cash', title: texts.noPaymentsTitle, children: texts.noPayments }}
        columns={[
          {
            head: texts.number,
            cell: ({ number, status }) => (
              <span className="marks">
                {number} {STATUS_MARKS[status] && <Badge tone="warning">{STATUS_MARKS[status]}</Badge>}
              </span>
            ),
          },
          { head: texts.paidOn, cell: (payment) => formatDate(payment.paid_on) },
          { head: texts.method, cell: (payment) => METHOD_NAMES[payment.method] },
          { head: texts.reference, cell: (payment) => payment.reference },
          { head: texts.amount, cell: ({ amount, currency }) => <Amount amount={amount} currency={currency} />, isNumber: true },
          {
            isLesser: true,
            head: texts.left,
            cell: ({ credit, currency }) => <Amount amount={credit} currency={currency} />,
            isNumber: true,
          },
          {
            head: texts.receipt,
            cell: ({ payment_id: id, number }) => (
              <FileButton operation="getReceiptPdf" given={{ id }} label={texts.pdf} name={texts.receiptFor(number)} look="quiet" />
            ),
          },
        ]}
      />
    </Page>
  )
}
