// Charges that could not be created, and the decision on each charge.

import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { api, MISSED_CHARGES } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { ReasonDialog } from '../../../components/form.tsx'
import { DataTable } from '../../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, useFilters } from '../../../components/lists/filters.tsx'
import { Page } from '../../../components/page.tsx'
import { useSave } from '../../../components/queries.ts'
import { Empty } from '../../../components/states.tsx'
import { formatMoney } from '../../../format.ts'
import { useScope } from '../../../scope.tsx'
import { useMayAccount } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { moment } from '../../../time.tsx'
import type { MissedCharge } from '../../../wire.ts'

const STATES = ['open', 'charged', 'dismissed', 'withdrawn'] as const satisfies MissedCharge['state'][]

const Subject = ({ parcel_id: parcel, parcel_quote_id: quote, description }: MissedCharge) => {
  const href = parcel === null ? `/quotes/${quote}` : `/packages/${parcel}`
  return (
    <Anchor component={Link} href={href}>
      {description}
    </Anchor>
  )
}

const Decide = ({ row, onDismiss }: { row: MissedCharge; onDismiss: () => void }) => {
  const save = useSave()
  const [isBusy, setIsBusy] = useState(false)
  const charge = async () => {
    setIsBusy(true)
    await save(api.send('POST', `${MISSED_CHARGES}/${row.missed_charge_id}/charge`), t('missed.isCharged'))
    setIsBusy(false)
  }
  return (
    <Group gap={4} wrap="nowrap">
      {row.reason !== 'too_large' && (
        <Button size="compact-xs" onClick={charge} loading={isBusy} aria-label={`${t('missed.charge')}: ${row.description}`}>
          {t('missed.charge')}
        </Button>
      )}
      <RowButton
        label={t('payments.dismiss')}
        variant="default"
        named={`${t('payments.dismiss')}: ${row.description}`}
        onClick={onDismiss}
      />
    </Group>
  )
}

const Dismiss = ({ missed, onClose }: { missed: MissedCharge; onClose: () => void }) => {
  const dismiss = async (reason: string) => {
    await api.send('POST', `${MISSED_CHARGES}/${missed.missed_charge_id}/dismiss`, { reason })
    return t('missed.isDismissed')
  }
  const words = { title: t('missed.dismissTitle'), submitLabel: t('payments.dismiss'), label: t('records.reason') }
  return (
    <ReasonDialog {...words} onSubmit={dismiss} onClose={onClose}>
      <Text size="sm">{missed.description}</Text>
    </ReasonDialog>
  )
}

const MissedCharges = () => {
  const { mode, businessId: business } = useScope()
  const mayAccount = useMayAccount()
  const [{ state }, filter] = useFilters(['state'])
  const [chosen, setChosen] = useState<MissedCharge | null>(null)
  const choices = STATES.map((value) => ({ value, label: t(`missed.${value}`) }))
  return (
    <Page title={t('missed.title')} lead={t('missed.lead')}>
      {chosen && <Dismiss missed={chosen} onClose={() => setChosen(null)} />}
      <FilterBar page="/missed-charges" isFiltered={state !== ''}>
        <ChoiceFilter label={t('payments.state')} choices={choices} {...filter('state')} />
      </FilterBar>
      <DataTable<MissedCharge>
        path={MISSED_CHARGES}
        params={{ mode, business, state: state || 'open' }}
        rowKey={(row) => row.missed_charge_id}
        rowName={(row) => row.description}
        csvName="missed-charges"
        empty={<Empty icon="check" title={t('missed.emptyTitle')} text={t('missed.empty')} />}
        columns={[
          { key: 'for', title: t('missed.for'), render: (row) => <Subject {...row} />, csv: (row) => row.description },
          { key: 'business', title: t('records.business'), value: (row) => row.business_name, isLesser: true },
          {
            key: 'amount',
            title: t('billing.amount'),
            align: 'right',
            render: (row) => formatMoney(row.amount, row.currency),
            csv: (row) => row.amount,
          },
          {
            key: 'state',
            title: t('payments.state'),
            render: (row) => <Badge variant="dot">{t(`missed.${row.state}`)}</Badge>,
            csv: (row) => row.state,
            isLesser: true,
          },
          { key: 'why', title: t('payments.why'), render: (row) => row.decision_note ?? row.explanation, csv: (row) => row.explanation },
          { key: 'since', title: t('records.since'), value: (row) => row.created_at, format: moment, isLesser: true },
          {
            key: 'decide',
            title: t('payments.decide'),
            render: (row) => mayAccount && row.state === 'open' && <Decide row={row} onDismiss={() => setChosen(row)} />,
          },
        ]}
      />
    </Page>
  )
}

export default MissedCharges
