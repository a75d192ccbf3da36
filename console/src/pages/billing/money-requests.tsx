// Refunds, credits and write-offs that a second person must approve: who asked for approval, and who decided.

import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, MONEY_REQUESTS } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { ReasonDialog } from '../../components/form.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, useFilters } from '../../components/lists/filters.tsx'
import { Page } from '../../components/page.tsx'
import { useSave } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { PageLink } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import { moment } from '../../time.tsx'
import type { MoneyRequest } from '../../wire.ts'
import { naira } from './billing-text.tsx'

const STATES = ['open', 'approved', 'refused'] as const satisfies MoneyRequest['state'][]

const nameOf = ({ kind, business_name: name }: MoneyRequest): string => t(`requested.${kind}`, { name })

const Subject = ({ row }: { row: MoneyRequest }) => (
  <PageLink href={row.payment_id === null ? `/invoices/${row.invoice_id}` : `/payments/${row.payment_id}`}>{nameOf(row)}</PageLink>
)

const Decide = ({ row, onRefuse }: { row: MoneyRequest; onRefuse: () => void }) => {
  const save = useSave()
  const [isBusy, setIsBusy] = useState(false)
  const approve = async () => {
    setIsBusy(true)
    await save(api.send('POST', `${MONEY_REQUESTS}/${row.money_request_id}/approve`), t('requested.isApproved'))
    setIsBusy(false)
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="compact-xs" onClick={approve} loading={isBusy} aria-label={`${t('requested.approve')}: ${nameOf(row)}`}>
        {t('requested.approve')}
      </Button>
      <RowButton label={t('requested.refuse')} variant="default" named={`${t('requested.refuse')}: ${nameOf(row)}`} onClick={onRefuse} />
    </Group>
  )
}

const Refuse = ({ request, onClose }: { request: MoneyRequest; onClose: () => void }) => {
  const refuse = async (reason: string) => {
    await api.send('POST', `${MONEY_REQUESTS}/${request.money_request_id}/refuse`, { reason })
    return t('requested.isRefused')
  }
  const words = { title: t('requested.refuseTitle'), submitLabel: t('requested.refuse'), label: t('records.reason') }
  return (
    <ReasonDialog {...words} onSubmit={refuse} onClose={onClose}>
      <Text size="sm">
        {nameOf(request)}, {naira(request.amount)}
      </Text>
    </ReasonDialog>
  )
}

const Decision = ({ row, onRefuse }: { row: MoneyRequest; onRefuse: () => void }) => {
  const { staff } = useSession()
  if (row.state !== 'open') return row.decided_by_name
  return row.requested_by === staff.staff_id ? t('requested.another') : <Decide row={row} onRefuse={onRefuse} />
}

const MoneyRequests = () => {
  const { mode, businessId: business } = useScope()
  const [{ state }, filter] = useFilters(['state'])
  const [refused, setRefused] = useState<MoneyRequest | null>(null)
  const choices = STATES.map((value) => ({ value, label: t(`requested.${value}`) }))
  return (
    <Page title={t('requested.title')} lead={t('requested.lead')}>
      {refused && <Refuse request={refused} onClose={() => setRefused(null)} />}
      <FilterBar page="/money-requests" isFiltered={state !== ''}>
        <ChoiceFilter label={t('payments.state')} choices={choices} {...filter('state')} />
      </FilterBar>
      <DataTable<MoneyRequest>
        path={MONEY_REQUESTS}
        params={{ mode, business, state: state || 'open' }}
        rowKey={(row) => row.money_request_id}
        rowName={nameOf}
        csvName="money-requests"
        empty={<Empty icon="check" title={t('requested.emptyTitle')} text={t('requested.empty')} />}
        columns={[
          { key: 'for', title: t('requested.for'), render: (row) => <Subject row={row} />, csv: nameOf },
          { key: 'amount', title: t('billing.amount'), align: 'right', value: (row) => row.amount, format: naira },
          { key: 'reason', title: t('records.reason'), value: (row) => row.reason, isFreeText: true, isLesser: true },
          { key: 'by', title: t('requested.by'), value: (row) => row.requested_by_name, isLesser: true },
          { key: 'since', title: t('records.since'), value: (row) => row.created_at, format: moment, isLesser: true },
          {
            key: 'state',
            title: t('payments.state'),
            render: (row) => <Badge variant="dot">{t(`requested.${row.state}`)}</Badge>,
            csv: (row) => row.state,
            isLesser: true,
          },
          {
            key: 'decision',
            title: t('requested.decision'),
            render: (row) => <Decision row={row} onRefuse={() => setRefused(row)} />,
            csv: (row) => row.decided_by_name ?? '',
          },
          { key: 'note', title: t('requested.note'), value: (row) => row.decision_note, isFreeText: true, isLesser: true },
        ]}
      />
    </Page>
  )
}

export default MoneyRequests
