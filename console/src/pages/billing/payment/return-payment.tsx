// Forms that refund what is left of a payment, or reverse one that bounced.

import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { filledIn, ReasonDialog, SaveDialog, typed } from '../../../components/form.tsx'
import { Hint } from '../../../components/text.tsx'
import { PAYMENTS } from '../../../paths.ts'
import { t } from '../../../strings.ts'
import type { Payment, RefundMethod } from '../../../wire.ts'
import { naira } from '../billing-words.tsx'

const METHODS = ['transfer', 'cash', 'card', 'paystack'] as const satisfies RefundMethod[]

type DialogProps = { payment: Payment['payment']; onClose: () => void }

export const RefundDialog = ({ payment, onClose }: DialogProps) => {
  const [amount, setAmount] = useState(payment.credit)
  const [method, setMethod] = useState<string | null>('transfer')
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const { number } = payment
  const refund = async () => {
    const given = { amount, method, reason, ...filledIn({ reference }) }
    await api.send('POST', `${PAYMENTS}/${payment.payment_id}/refund`, given)
    return t('payments.isRefunded', { number })
  }
  return (
    <SaveDialog title={t('payments.refundTitle', { number })} submitLabel={t('payments.refund')} onSubmit={refund} onClose={onClose}>
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
    </SaveDialog>
  )
}

export const ReverseDialog = ({ payment: { payment_id: id, number }, onClose }: DialogProps) => {
  const reverse = async (reason: string) => {
    await api.send('POST', `${PAYMENTS}/${id}/reverse`, { reason })
    return t('payments.isReversed', { number })
  }
  const words = { title: t('payments.reverseTitle', { number }), submitLabel: t('payments.reverse'), label: t('payments.reason') }
  return (
    <ReasonDialog {...words} onSubmit={reverse} onClose={onClose}>
      <Hint>{t('payments.reverseHint')}</Hint>
    </ReasonDialog>
  )
}
