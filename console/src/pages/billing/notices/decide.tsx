// The form in which an admin decides on a payment that needs attention.

import { Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { SaveDialog, typed } from '../../../components/form.tsx'
import { PAYMENT_NOTICES } from '../../../paths.ts'
import { t } from '../../../strings.ts'
import type { PaymentNotice } from '../../../wire.ts'
import { useBusinesses } from '../../businesses/names.ts'

type Decision = 'record' | 'look_up' | 'dismiss'

const DONE = { record: 'payments.isAssigned', look_up: 'payments.isAsked', dismiss: 'payments.isDismissed' } as const
const LABELS = { record: 'payments.assign', look_up: 'payments.lookUp', dismiss: 'payments.dismiss' } as const

/** Only what the provider confirmed under a foreign reference may be recorded; a refund cannot be looked up. */
const decisionsFor = ({ reason }: PaymentNotice): Decision[] => {
  if (reason === 'unknown_reference') return ['record', 'dismiss']
  return reason === 'money_returned' ? ['dismiss'] : ['look_up', 'dismiss']
}

export const DecideDialog = ({ notice, onClose }: { notice: PaymentNotice; onClose: () => void }) => {
  const businesses = useBusinesses()
  const decisions = decisionsFor(notice)
  const [decision, setDecision] = useState<Decision>(decisions[0]!)
  const [business, setBusiness] = useState<string | null>(null)
  const [numbers, setNumbers] = useState('')
  const [reason, setReason] = useState('')
  const invoices = numbers.split(/[\s,;]+/).filter((number) => number !== '')
  const bodyOf: Record<Decision, object> = {
    record: { business: business ?? '', ...(invoices.length > 0 ? { invoices } : {}) },
    look_up: {},
    dismiss: { reason },
  }
  const decide = async () => {
    await api.send('POST', `${PAYMENT_NOTICES}/${notice.notice_id}/${decision}`, bodyOf[decision])
    return t(DONE[decision])
  }
  return (
    <SaveDialog
      title={t('payments.decideTitle', { reference: notice.reference })}
      submitLabel={t(LABELS[decision])}
      onSubmit={decide}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Text size="sm">{notice.explanation}</Text>
          <Radio.Group label={t('payments.decide')} value={decision} onChange={(value) => setDecision(value as Decision)}>
            <Stack gap="xs" mt={6}>
              {decisions.map((value) => (
                <Radio key={value} value={value} label={t(LABELS[value])} />
              ))}
            </Stack>
          </Radio.Group>
          {decision === 'record' && (
            <>
              <Select
                label={t('records.business')}
                data={businesses.map(({ business_id: value, name, prefix }) => ({ value, label: `${prefix} · ${name}` }))}
                value={business}
                onChange={setBusiness}
                error={errorOf('business')}
                searchable
              />
              <TextInput
                label={t('payments.assignInvoices')}
                description={t('payments.assignInvoicesHint')}
                {...typed(numbers, setNumbers, errorOf('invoices'))}
              />
            </>
          )}
          {decision === 'dismiss' && <Textarea label={t('payments.reason')} {...typed(reason, setReason, errorOf('reason'))} />}
        </>
      )}
    </SaveDialog>
  )
}
