// One invoice: lines, totals, payments, credit notes, documents.

import { Badge, Group } from '@mantine/core'
import type { LineGoods } from '../../../../src/domain/billing/line-goods.ts'
import { goodsText, groupedLines } from '../../../../src/domain/billing/line-goods.ts'
import { INVOICES, PAYMENTS } from '../../api.ts'
import { lastListUrl } from '../../components/lists/last-list-url.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import type { Fact } from '../../components/page.tsx'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { AuditTrail } from '../../components/records/audit-trail.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Empty } from '../../components/states.tsx'
import { Hint, PageLink, PaperLink } from '../../components/text.tsx'
import { formatDate } from '../../format.ts'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Charge, InvoiceDetail } from '../../wire.ts'
import { MessagesPanel } from '../messages/messages-panel.tsx'
import { AccountLink, CustomerLink, InvoiceStatusBadge, koboOf, naira } from './billing-text.tsx'
import { CreditNotesPanel } from './credit-notes.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { WriteOffsPanel } from './write-off.tsx'

/**
 * The path of the page that explains an invoice line: the quote for a freight line, otherwise the package. Null if there is no such page.
 */
const sourceOf = ({ kind, parcel_quote_id: quoteId, parcel_id: parcelId }: Charge): string | null => {
  if (quoteId !== null && kind === 'freight') return `/quotes/${quoteId}`
  return parcelId === null ? null : `/packages/${parcelId}`
}

const LineText = ({ charge }: { charge: Charge }) => {
  const source = sourceOf(charge)
  return (
    <Group gap={6}>
      {source === null ? charge.description : <PageLink href={source}>{charge.description}</PageLink>}
      {charge.reversed_at !== null && <Badge variant="default">{t('billing.credited')}</Badge>}
    </Group>
  )
}

type WireGoods = NonNullable<NonNullable<InvoiceDetail['paper']>['lines'][number]['goods']>

const LINES: Column<Charge>[] = [
  { key: 'description', title: t('records.description'), render: (row) => <LineText charge={row} /> },
  { key: 'kind', title: t('billing.kind'), render: (row) => t(`billing.kind_${row.kind}`), isLesser: true },
  { key: 'quantity', title: t('billing.quantity'), align: 'right', render: (row) => row.quantity, isLesser: true },
  { key: 'unit', title: t('billing.unitPrice'), align: 'right', render: (row) => naira(row.unit_price), isLesser: true },
  { key: 'net', title: t('billing.net'), align: 'right', render: (row) => naira(row.net), isLesser: true },
  {
    key: 'tax',
    title: t('billing.tax'),
    align: 'right',
    render: (row) => t('billing.taxAt', { amount: naira(row.tax), percent: row.tax_percent }),
    isLesser: true,
  },
  { key: 'total', title: t('records.total'), align: 'right', render: (row) => naira(row.total) },
]

/**
 * Sorts the lines by shipment and package, as on the printed invoice, and returns the heading of each group. The lines of a draft keep
 * their order and get no headings.
 */
const groupsOf = ({ charges, paper }: InvoiceDetail): { rows: readonly Charge[]; headings: ReadonlyMap<string, string> } => {
  const lines = (paper?.lines ?? []).map(({ charge_id: id, goods }) => ({ id, goods: goods && toGoods(goods) }))
  if (lines.every(({ goods }) => goods === null)) return { rows: charges, headings: new Map() }
  const groups = groupedLines(lines)
  const charge = new Map(charges.map((each) => [each.charge_id, each]))
  const textOf = (group: (typeof groups)[number]): string =>
    [group.shipment && t('billing.shipmentOf', { number: group.shipment }), goodsText(group) || t('billing.otherLines')]
      .filter(Boolean)
      .join(' · ')
  return {
    rows: groups.flatMap((group) => group.lines.flatMap(({ id }) => charge.get(id) ?? [])),
    headings: new Map(groups.flatMap((group) => group.lines.map(({ id }) => [id, textOf(group)] as const))),
  }
}

const toGoods = ({ parcel_numbers: parcels, received_on: receivedOn, client_reference: reference, ...goods }: WireGoods): LineGoods => ({
  ...goods,
  parcels,
  receivedOn,
  reference,
})

const LinesPanel = ({ detail }: { detail: InvoiceDetail }) => {
  const { invoice } = detail
  const { rows, headings } = groupsOf(detail)
  return (
    <Panel title={t('billing.lines')} flush>
      <RowsTable
        rows={rows}
        {...(headings.size > 0 ? { headingOf: (row: Charge) => headings.get(row.charge_id) ?? '' } : {})}
        columns={LINES}
        rowKey={(row) => row.charge_id}
        rowName={(row) => row.description}
        totals={{
          description: <strong>{t('records.total')}</strong>,
          net: naira(invoice.net),
          tax: naira(invoice.tax),
          total: <strong>{naira(invoice.total)}</strong>,
        }}
        empty={<Empty icon="invoice" title={t('billing.noLines')} text={t('billing.noLinesText')} />}
      />
    </Panel>
  )
}

const PaymentsPanel = ({ payments }: Pick<InvoiceDetail, 'payments'>) => (
  <Panel title={t('billing.payments')} flush={payments.length > 0}>
    {payments.length === 0 ? (
      <Hint>{t('billing.noPayments')}</Hint>
    ) : (
      <RowsTable
        rows={payments}
        rowKey={(row) => row.payment_id}
        rowName={(row) => row.number}
        columns={[
          {
            key: 'receipt',
            title: t('billing.receipt'),
            render: (row) => (
              <Group gap={6}>
                <PageLink href={`/payments/${row.payment_id}`}>{row.number}</PageLink>
                <PaperLink href={`${PAYMENTS}/${row.payment_id}/receipt.pdf`} label={t('billing.pdf')} size="compact-xs" />
              </Group>
            ),
          },
          { key: 'date', title: t('records.date'), render: (row) => formatDate(row.receipt_date), isLesser: true },
          { key: 'method', title: t('billing.method'), render: (row) => t(`billing.${row.method}`), isLesser: true },
          { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.amount) },
        ]}
      />
    )}
  </Panel>
)

const factsOf = ({ invoice, paper }: InvoiceDetail): Fact[] => {
  const { business_id: businessId, business_name: business, parcel_customer_id: customerId } = invoice
  return [
    [t('billing.open'), <strong key="open">{naira(invoice.open)}</strong>],
    [t('records.total'), naira(invoice.total)],
    [t('billing.paid'), naira(invoice.paid)],
    [t('billing.credited'), naira(invoice.credited)],
    koboOf(invoice.written_off) > 0 && [t('billing.written_off'), naira(invoice.written_off)],
    customerId !== null && [t('billing.payer'), <CustomerLink key="payer" id={customerId} />],
    [t('records.business'), <AccountLink key="business" id={businessId} name={business} />],
    paper && [t('billing.issued'), formatDate(paper.issue_date)],
    paper && [t('billing.dueDate'), formatDate(paper.due_date)],
  ]
}

const InvoicePage = ({ detail }: { detail: InvoiceDetail }) => {
  const { invoice } = detail
  const { formatMoment } = useTimes()
  const lead = (
    <Group gap={6}>
      <InvoiceStatusBadge status={invoice.status} />
      {invoice.mode === 'test' && <Badge variant="default">{t('shell.modeTest')}</Badge>}
      {t('billing.draftedAt', { when: formatMoment(invoice.created_at) })}
    </Group>
  )
  return (
    <Page
      title={invoice.number ?? t('billing.draftInvoice')}
      lead={lead}
      back={{ href: lastListUrl('/invoices'), label: t('billing.title') }}
      actions={<InvoiceActions detail={detail} />}
    >
      <Panel>
        <Facts facts={factsOf(detail)} />
      </Panel>
      <LinesPanel detail={detail} />
      {detail.paper !== null && <PaymentsPanel payments={detail.payments} />}
      <CreditNotesPanel detail={detail} />
      <WriteOffsPanel detail={detail} />
      {detail.paper !== null && <MessagesPanel mode={invoice.mode} about={{ invoice_id: invoice.invoice_id }} />}
      <AuditTrail objectId={invoice.invoice_id} />
    </Page>
  )
}

const InvoiceDetailPage = () => (
  <RecordPage<InvoiceDetail> path={INVOICES} businessOf={(detail) => detail.invoice.business_id}>
    {(detail) => <InvoicePage detail={detail} />}
  </RecordPage>
)

export default InvoiceDetailPage
