// What the payment provider told, and what of it needs a person.

import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { DataTable } from '../../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar } from '../../../components/lists/filter-bar.tsx'
import { useFilters } from '../../../components/lists/filters.ts'
import { Page } from '../../../components/page.tsx'
import { Moment } from '../../../components/records/moment.tsx'
import { Empty } from '../../../components/states.tsx'
import { formatMoney } from '../../../format.ts'
import { PAYMENT_NOTICES } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { PaymentNotice } from '../../../wire.ts'
import { DecideDialog } from './decide.tsx'

const STATES = ['attention', 'waiting', 'recorded', 'dismissed'] as const satisfies PaymentNotice['state'][]

const amountText = ({ amount, currency }: PaymentNotice): string =>
  amount === null || currency === null ? '—' : formatMoney(amount, currency)

const whyText = ({ explanation, decision_note: note }: PaymentNotice): string | null => explanation ?? note

const NoticeList = () => {
  const { mode } = useScope()
  const isAdmin = useIsAdmin()
  const [{ state }, setFilter] = useFilters(['state'])
  const [chosen, setChosen] = useState<PaymentNotice | null>(null)
  const choices = STATES.map((value) => ({ value, label: t(`payments.${value}`) }))
  return (
    <Page title={t('payments.noticesTitle')} lead={t('payments.noticesLead')}>
      {chosen && <DecideDialog notice={chosen} onClose={() => setChosen(null)} />}
      <FilterBar page="/payment-notices" isFiltered={state !== ''}>
        <ChoiceFilter label={t('payments.state')} value={state} choices={choices} onPick={(value) => setFilter('state', value)} />
      </FilterBar>
      <DataTable<PaymentNotice>
        path={PAYMENT_NOTICES}
        params={{ mode, state: state || 'attention' }}
        rowKey={(row) => row.notice_id}
        rowName={(row) => row.reference}
        csvName="payment-notices"
        empty={<Empty icon="check" title={t('payments.noticesEmptyTitle')} text={t('payments.noticesEmpty')} />}
        columns={[
          {
            key: 'reference',
            title: t('payments.reference'),
            render: (row) => (
              <>
                {row.reference}
                <Text span className="narrow-only" size="xs" c="dimmed">
                  {whyText(row)}
                </Text>
              </>
            ),
            csv: (row) => row.reference,
          },
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
          {
            key: 'told',
            title: t('payments.told'),
            render: (row) => <Moment at={row.created_at} />,
            csv: (row) => row.created_at,
            isLesser: true,
          },
          {
            key: 'decide',
            title: t('payments.decide'),
            render: (row) =>
              isAdmin &&
              row.state === 'attention' && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setChosen(row)}
                  aria-label={`${t('payments.decide')} ${row.reference}`}
                >
                  {t('payments.decide')}
                </Button>
              ),
          },
        ]}
      />
    </Page>
  )
}

export default NoticeList
