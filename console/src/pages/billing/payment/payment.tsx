// One payment: allocation, credit, refund, reversal.

import { Badge, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PAYMENTS } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { filledIn, ReasonDialog, SaveDialog, selected, typed } from '../../../components/form.tsx'
import { lastListUrl } from '../../../components/lists/last-list-url.ts'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import type { Fact } from '../../../components/page.tsx'
import { Facts, Page, Panel, RecordLead } from '../../../components/page.tsx'
import { AuditTrail } from '../../../components/records/audit-trail.tsx'
import { RecordPage } from '../../../components/records/record-page.tsx'
import { Empty } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { formatDate } from '../../../format.ts'
import { useMayAccount } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { Day } from '../../../time.tsx'
import type { PaymentDetail, RefundMethod } from '../../../wire.ts'
import { AccountLink, CustomerLink, koboOf, naira } from '../billing-text.tsx'
import { sendOrAsk } from '../second-person.ts'
import { ReceiptButtons } from './taken.tsx'

const METHODS = ['transfer', 'cash', 'card', 'paystack'] as const satisfies RefundMethod[]

type DialogProps = { payment: PaymentDetail['payment']; onClose: () => void }

const RefundDialog = ({ payment, onClose }: DialogProps) => {
  const [amount, setAmount] = useState(payment.credit)
  const [method, setMethod] = useState<RefundMethod>('transfer')
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const { number } = payment
  const refund = async () => {
    const given = { amount, method, reason, ...filledIn({ reference }) }
    return sendOrAsk(`${PAYMENTS}/${payment.payment_id}`, 'refund', given, t('payments.isRefunded', { number }))
  }
  return (
    <SaveDialog title={t('payments.refundTitle', { number })} submitLabel={t('payments.refund')} onSubmit={refund} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('payments.refundHint', { amount: naira(payment.credit) })}</Hint>
          <TextInput label={t('billing.amountLabel')} {...typed(amount, setAmount, errorOf('amount'))} inputMode="decimal" data-autofocus />
          <Select
            label={t('payments.method')}
            data={METHODS.map((value) => ({ value, label: t(`billing.${value}`) }))}
            {...selected(method, setMethod, errorOf('method'))}
          />
          <TextInput label={t('records.reference')} {...typed(reference, setReference, errorOf('reference'))} />
          <Textarea label={t('records.reason')} {...typed(reason, setReason, errorOf('reason'))} />
        </>
      )}
    </SaveDialog>
  )
}

const ReverseDialog = ({ payment: { payment_id: id, number }, onClose }: DialogProps) => {
  const reverse = async (reason: string) => {
    await api.send('POST', `${PAYMENTS}/${id}/reverse`, { reason })
    return t('payments.isReversed', { number })
  }
  const words = { title: t('payments.reverseTitle', { number }), submitLabel: t('payments.reverse'), label: t('records.reason') }
  return (
    <ReasonDialog {...words} onSubmit={reverse} onClose={onClose}>
      <Hint>{t('payments.reverseHint')}</Hint>
    </ReasonDialog>
  )
}

const factsOf = ({ payment, note, taken_by_name: takenBy, business_id: businessId, business_name: business }: PaymentDetail): Fact[] => {
  return [
    [t('billing.amount'), <strong key="amount">{naira(payment.amount)}</strong>],
    koboOf(payment.withheld) > 0 && [t('withholding.fact'), naira(payment.withheld)],
    [t('payments.allocated'), naira(payment.allocated)],
    [t('payments.credit'), naira(payment.credit)],
    [t('payments.refundedAmount'), naira(payment.refunded)],
    [t('billing.method'), t(`billing.${payment.method}`)],
    [t('records.date'), formatDate(payment.receipt_date)],
    payment.paid_on !== payment.receipt_date && [t('billing.paidOn'), formatDate(payment.paid_on)],
    [t('records.business'), <AccountLink key="business" id={businessId} name={business} />],
    takenBy !== null && [t('payments.takenBy'), takenBy],
    payment.reference !== null && [t('records.reference'), payment.reference],
    note !== null && [t('billing.note'), note],
    payment.reverse_reason !== null && [t('payments.reverseReason'), payment.reverse_reason],
    payment.parcel_customer_id !== null && [t('billing.payer'), <CustomerLink key="payer" id={payment.parcel_customer_id} />],
  ]
}

const PaidInvoices = ({ pays }: Pick<PaymentDetail, 'pays'>) => (
  <Panel title={t('payments.allocated')} flush>
    <RowsTable
      rows={pays}
      rowKey={(row) => row.invoice_id}
      rowName={(row) => row.number}
      href={(row) => `/invoices/${row.invoice_id}`}
      columns={[
        { key: 'invoice', title: t('billing.one'), render: (row) => row.number },
        { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.amount) },
      ]}
      empty={<Empty icon="invoice" title={t('payments.paysNone')} />}
    />
  </Panel>
)

const Refunds = ({ refunds }: Pick<PaymentDetail, 'refunds'>) => (
  <Panel title={t('payments.refunds')} flush>
    <RowsTable
      rows={refunds}
      rowKey={(row) => row.refund_id}
      rowName={(row) => row.reason}
      columns={[
        { key: 'date', title: t('records.date'), render: (row) => <Day at={row.created_at} /> },
        { key: 'method', title: t('billing.method'), render: (row) => t(`billing.${row.method}`), isLesser: true },
        { key: 'reference', title: t('records.reference'), render: (row) => row.reference, isLesser: true },
        { key: 'reason', title: t('records.reason'), render: (row) => row.reason, isFreeText: true },
        { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.amount) },
      ]}
    />
  </Panel>
)

const PaymentPage = ({ taken }: { taken: PaymentDetail }) => {
  const { payment } = taken
  const mayAccount = useMayAccount()
  const [dialog, setDialog] = useState<'refund' | 'reverse' | null>(null)
  const close = () => setDialog(null)
  const actions = (
    <>
      <ReceiptButtons paymentId={payment.payment_id} />
      {mayAccount && koboOf(payment.credit) > 0 && <PlainButton label={t('payments.refund')} onClick={() => setDialog('refund')} />}
      {mayAccount && payment.status === 'recorded' && <PlainButton label={t('payments.reverse')} onClick={() => setDialog('reverse')} />}
    </>
  )
  const lead = (
    <RecordLead mode={payment.mode}>
      <Badge variant="dot">{t(`payments.${payment.status}`)}</Badge>
    </RecordLead>
  )
  return (
    <Page title={payment.number} lead={lead} back={{ href: lastListUrl('/payments'), label: t('payments.title') }} actions={actions}>
      {dialog === 'refund' && <RefundDialog payment={payment} onClose={close} />}
      {dialog === 'reverse' && <ReverseDialog payment={payment} onClose={close} />}
      <Panel>
        <Facts facts={factsOf(taken)} />
      </Panel>
      <PaidInvoices pays={taken.pays} />
      {taken.refunds.length > 0 && <Refunds refunds={taken.refunds} />}
      <AuditTrail objectId={payment.payment_id} />
    </Page>
  )
}

const PaymentRecord = () => (
  <RecordPage<PaymentDetail> path={PAYMENTS} businessOf={(taken) => taken.business_id}>
    {(taken) => <PaymentPage taken={taken} />}
  </RecordPage>
)

export default PaymentRecord
