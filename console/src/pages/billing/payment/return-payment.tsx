// Forms that refund what is left of a payment, or reverse one that bounced.

import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { FormDialog, typed } from '../../../components/form.tsx'
import { notifyDone } from '../../../components/notify.ts'
import { useRefresh } from '../../../components/refresh.ts'
import { Hint } from '../../../components/text.tsx'
import { PAYMENTS } from '../../../paths.ts'
import { t } from '../../../strings.ts'
import type { Payment, RefundMethod } from '../../../wire.ts'
import { naira } from '../billing-words.tsx'

const METHODS = ['transfer', 'cash', 'card', 'paystack'] as const satisfies RefundMethod[]

type DialogProps = { payment: Payment['payment']; onClose: () => void }

export const RefundDialog = ({ payment, onClose }: DialogProps) => {
  const refresh = useRefresh()
  const [amount, setAmount] = useState(payment.credit)
  const [method, setMethod] = useState<string | null>('transfer')
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const { number } = payment
  const refund = async () => {
    const given = { amount, method, reason, ...(reference.trim() === '' ? {} : { reference: reference.trim() }) }
    await api.send('POST', `${PAYMENTS}/${payment.payment_id}/refund`, given)
    await refresh()
    notifyDone(t('payments.isRefunded', { number }))
    onClose()
  }
  return (
    <FormDialog title={t('payments.refundTitle', { number })} submitLabel={t('payments.refund')} onSubmit={refund} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('payments.refundHint', { amount: naira(payment.credit) })}</Hint>
          <TextInput label={t('payments.amount')} {...typed(amount, setAmount, errorOf('amount'))} inputMode="decimal" data-autofocus />
          <Select
            label={t('payments.method')}
            data={METHODS.map((value) => ({ value, label: t(`billing.${value}`) }))}
            value={method}
            onChange={setMethod}
            error={errorOf('method')}
            allowDeselect={false}
          />
          <TextInput label={t('payments.reference')} {...typed(reference, setReference, errorOf('reference'))} />
          <Textarea label={t('payments.reason')} {...typed(reason, setReason, errorOf('reason'))} />
        </>
      )}
    </FormDialog>
  )
}

export const ReverseDialog = ({ payment, onClose }: DialogProps) => {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const { number } = payment
  const reverse = async () => {
    await api.send('POST', `${PAYMENTS}/${payment.payment_id}/reverse`, { reason })
    await refresh()
    notifyDone(t('payments.isReversed', { number }))
    onClose()
  }
  return (
    <FormDialog title={t('payments.reverseTitle', { number })} submitLabel={t('payments.reverse')} onSubmit={reverse} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('payments.reverseHint')}</Hint>
          <Textarea label={t('payments.reason')} {...typed(reason, setReason, errorOf('reason'))} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
