// One payment: allocation, credit, refund, reversal.

import { Badge, Button, Group, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PAYMENTS } from '../../../api.ts'
import { filledIn, ReasonDialog, SaveDialog, typed } from '../../../components/form.tsx'
import { lastListUrl } from '../../../components/lists/last-list-url.ts'
import type { Fact } from '../../../components/page.tsx'
import { Facts, Page, Panel } from '../../../components/page.tsx'
import { AuditTrail } from '../../../components/records/audit-trail.tsx'
import { RecordPage } from '../../../components/records/record-page.tsx'
import { Hint } from '../../../components/text.tsx'
import { formatDate } from '../../../format.ts'
import { useMayAccount } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { Payment, RefundMethod } from '../../../wire.ts'
import { AccountLink, CustomerLink, koboOf, naira } from '../billing-text.tsx'
import { sendOrAsk } from '../second-person.ts'
import { ReceiptButtons } from './taken.tsx'

const METHODS = ['transfer', 'cash', 'card', 'paystack'] as const satisfies RefundMethod[]

type DialogProps = { payment: Payment['payment']; onClose: () => void }

const RefundDialog = ({ payment, onClose }: DialogProps) => {
  const [amount, setAmount] = useState(payment.credit)
  const [method, setMethod] = useState<string | null>('transfer')
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
            value={method}
            onChange={setMethod}
            error={errorOf('method')}
            allowDeselect={false}
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

const factsOf = ({ payment, note, business_id: businessId, business_name: business }: Payment): Fact[] => {
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
    payment.reference !== null && [t('records.reference'), payment.reference],
    note !== null && [t('payments.note'), note],
    payment.reverse_reason !== null && [t('payments.reverseReason'), payment.reverse_reason],
    payment.parcel_customer_id !== null && [t('billing.payer'), <CustomerLink key="payer" id={payment.parcel_customer_id} />],
  ]
}

const PaymentPage = ({ taken }: { taken: Payment }) => {
  const { payment } = taken
  const mayAccount = useMayAccount()
  const [dialog, setDialog] = useState<'refund' | 'reverse' | null>(null)
  const close = () => setDialog(null)
  const actions = (
    <>
      <ReceiptButtons paymentId={payment.payment_id} />
      {mayAccount && koboOf(payment.credit) > 0 && (
        <Button variant="default" onClick={() => setDialog('refund')}>
          {t('payments.refund')}
        </Button>
      )}
      {mayAccount && payment.status === 'recorded' && (
        <Button variant="default" onClick={() => setDialog('reverse')}>
          {t('payments.reverse')}
        </Button>
      )}
    </>
  )
  const lead = (
    <Group gap={6}>
      <Badge variant="dot">{t(`payments.${payment.status}`)}</Badge>
      {payment.mode === 'test' && <Badge variant="default">{t('records.test')}</Badge>}
    </Group>
  )
  return (
    <Page title={payment.number} lead={lead} back={{ href: lastListUrl('/payments'), label: t('payments.title') }} actions={actions}>
      {dialog === 'refund' && <RefundDialog payment={payment} onClose={close} />}
      {dialog === 'reverse' && <ReverseDialog payment={payment} onClose={close} />}
      <Panel>
        <Facts facts={factsOf(taken)} />
      </Panel>
      <AuditTrail objectId={payment.payment_id} />
    </Page>
  )
}

const PaymentDetail = () => (
  <RecordPage<Payment> path={PAYMENTS} businessOf={(taken) => taken.business_id}>
    {(taken) => <PaymentPage taken={taken} />}
  </RecordPage>
)

export default PaymentDetail
