// Notices from the payment provider, and decisions on the notices that need attention.

import { Badge, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PAYMENT_NOTICES } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { SaveDialog, typed } from '../../../components/form.tsx'
import { DataTable } from '../../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, useFilters } from '../../../components/lists/filters.tsx'
import { Page } from '../../../components/page.tsx'
import { useBusinessOptions } from '../../../components/queries.ts'
import { Empty } from '../../../components/states.tsx'
import { formatMoney } from '../../../format.ts'
import { useScope } from '../../../scope.tsx'
import { useMayAccount } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { moment } from '../../../time.tsx'
import type { PaymentNotice } from '../../../wire.ts'

type Decision = 'record' | 'look_up' | 'dismiss'

const DONE = { record: 'payments.isAssigned', look_up: 'payments.isAsked', dismiss: 'payments.isDismissed' } as const
const LABELS = { record: 'payments.assign', look_up: 'payments.lookUp', dismiss: 'payments.dismiss' } as const

/**
 * `record` is offered only for a confirmed payment with an unknown reference. A notice about a refund can only be dismissed, because a
 * refund cannot be looked up.
 */
const decisionsFor = ({ reason }: PaymentNotice): Decision[] => {
  if (reason === 'unknown_reference') return ['record', 'dismiss']
  return reason === 'money_returned' ? ['dismiss'] : ['look_up', 'dismiss']
}

const DecideDialog = ({ notice, onClose }: { notice: PaymentNotice; onClose: () => void }) => {
  const businesses = useBusinessOptions()
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
          <Radio.Group label={t('payments.decide')} value={decision} onChange={setDecision}>
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
                data={businesses}
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
          {decision === 'dismiss' && <Textarea label={t('records.reason')} {...typed(reason, setReason, errorOf('reason'))} />}
        </>
      )}
    </SaveDialog>
  )
}

const STATES = ['attention', 'waiting', 'recorded', 'dismissed'] as const satisfies PaymentNotice['state'][]

const amountText = ({ amount, currency }: PaymentNotice): string =>
  amount === null || currency === null ? '—' : formatMoney(amount, currency)

const whyText = ({ explanation, decision_note: note }: PaymentNotice): string | null => explanation ?? note

const NoticeList = () => {
  const { mode } = useScope()
  const mayAccount = useMayAccount()
  const [{ state }, filter] = useFilters(['state'])
  const [chosen, setChosen] = useState<PaymentNotice | null>(null)
  const choices = STATES.map((value) => ({ value, label: t(`payments.${value}`) }))
  return (
    <Page title={t('payments.noticesTitle')} lead={t('payments.noticesLead')}>
      {chosen && <DecideDialog notice={chosen} onClose={() => setChosen(null)} />}
      <FilterBar page="/payment-notices" isFiltered={state !== ''}>
        <ChoiceFilter label={t('payments.state')} choices={choices} {...filter('state')} />
      </FilterBar>
      <DataTable<PaymentNotice>
        path={PAYMENT_NOTICES}
        params={{ mode, state: state || 'attention' }}
        rowKey={(row) => row.notice_id}
        rowName={(row) => row.reference}
        csvName="payment-notices"
        empty={<Empty icon="check" title={t('payments.noticesEmptyTitle')} text={t('payments.noticesEmpty')} />}
        columns={[
          { key: 'reference', title: t('records.reference'), value: (row) => row.reference, narrow: whyText },
          {
            key: 'state',
            title: t('payments.state'),
            render: (row) => (
              <Badge variant="dot" {...(row.state === 'attention' ? { color: 'orange' } : {})}>
                {t(`payments.${row.state}`)}
              </Badge>
            ),
            csv: (row) => row.state,
            isLesser: true,
          },
          { key: 'amount', title: t('billing.amount'), align: 'right', render: amountText, csv: (row) => row.amount },
          { key: 'why', title: t('payments.why'), render: whyText, csv: (row) => row.explanation, isLesser: true },
          { key: 'told', title: t('payments.told'), value: (row) => row.created_at, format: moment, isLesser: true },
          {
            key: 'decide',
            title: t('payments.decide'),
            render: (row) =>
              mayAccount &&
              row.state === 'attention' && (
                <RowButton
                  label={t('payments.decide')}
                  variant="default"
                  named={`${t('payments.decide')} ${row.reference}`}
                  onClick={() => setChosen(row)}
                />
              ),
          },
        ]}
      />
    </Page>
  )
}

export default NoticeList
