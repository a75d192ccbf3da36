// The tax rates and the prices of extras: current, scheduled and past.

import { Badge, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PRICE_LIST, TAX_RATES } from '../../../api.ts'
import { DialogButton } from '../../../components/buttons.tsx'
import { SaveDialog, selected, typed } from '../../../components/form.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { useRead } from '../../../components/queries.ts'
import type { EffectiveFrom } from '../../../components/records/effective-from.tsx'
import { EffectiveFromField, effectiveFromBody } from '../../../components/records/effective-from.tsx'
import { Empty, QueryView } from '../../../components/states.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { ExtraPrice, TaxRate } from '../../../wire.ts'
import { EffectiveSince } from '../../pricing/cards/versions.tsx'
import { naira } from '../billing-text.tsx'
import { SetTaxDialog } from './set-tax.tsx'

const KINDS = ['clearance', 'repacking', 'delivery', 'insurance', 'other'] as const satisfies ExtraPrice['kind'][]

const SetPriceDialog = ({ onClose }: { onClose: () => void }) => {
  const times = useTimes()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<ExtraPrice['kind']>('clearance')
  const [amount, setAmount] = useState('')
  const [from, setFrom] = useState<EffectiveFrom>(null)
  const set = async () => {
    const made = await api.send<ExtraPrice>('POST', PRICE_LIST, { code, name, kind, amount, ...effectiveFromBody(from, times) })
    return t('payments.priceIsSet', { code: made.code })
  }
  return (
    <SaveDialog title={t('payments.setPriceTitle')} submitLabel={t('payments.setPrice')} onSubmit={set} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('payments.code')} {...typed(code, setCode, errorOf('code'))} data-autofocus />
          <TextInput label={t('records.name')} {...typed(name, setName, errorOf('name'))} />
          <Select
            label={t('billing.kind')}
            data={KINDS.map((value) => ({ value, label: t(`billing.kind_${value}`) }))}
            {...selected(kind, setKind, errorOf('kind'))}
          />
          <TextInput label={t('billing.amountLabel')} {...typed(amount, setAmount, errorOf('amount'))} inputMode="decimal" />
          <EffectiveFromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </SaveDialog>
  )
}

const PricesPanel = () => {
  const query = useRead<ExtraPrice[]>(PRICE_LIST)
  return (
    <Panel title={t('payments.priceList')} flush>
      <QueryView query={query}>
        {(prices) => (
          <RowsTable
            rows={prices}
            rowKey={(row) => row.price_id}
            rowName={(row) => row.code}
            columns={[
              { key: 'code', title: t('payments.code'), render: (row) => row.code },
              { key: 'name', title: t('records.name'), render: (row) => row.name, isLesser: true },
              { key: 'kind', title: t('billing.kind'), render: (row) => t(`billing.kind_${row.kind}`), isLesser: true },
              { key: 'price', title: t('payments.price'), align: 'right', render: (row) => naira(row.amount) },
              { key: 'from', title: t('records.from'), render: (row) => <EffectiveSince from={row.effective_from} />, isLesser: true },
              {
                key: 'status',
                title: t('records.status'),
                render: (row) => row.in_force && <Badge variant="light">{t('records.inForce')}</Badge>,
              },
            ]}
            empty={<Empty icon="card" title={t('payments.noPrices')} />}
          />
        )}
      </QueryView>
    </Panel>
  )
}

const directionName = ({ direction }: TaxRate): string => (direction === null ? t('payments.anyDirection') : t(`payments.${direction}`))

const TaxPanel = () => {
  const query = useRead<TaxRate[]>(TAX_RATES)
  return (
    <Panel title={t('payments.taxRates')} flush>
      <QueryView query={query}>
        {(rates) => (
          <RowsTable
            rows={rates}
            rowKey={(row) => row.tax_rate_id}
            rowName={(row) => row.kind}
            columns={[
              {
                key: 'kind',
                title: t('billing.kind'),
                render: (row) => t(`billing.kind_${row.kind}`),
                narrow: (row) => (
                  <>
                    {directionName(row)} · <EffectiveSince from={row.effective_from} />
                  </>
                ),
              },
              { key: 'direction', title: t('payments.direction'), render: directionName, isLesser: true },
              { key: 'category', title: t('taxReport.category'), render: (row) => t(`taxReport.category_${row.category}`) },
              { key: 'percent', title: t('payments.percent'), align: 'right', render: (row) => `${row.percent}\u00a0%` },
              { key: 'reason', title: t('records.reason'), render: (row) => row.reason, isFreeText: true, isLesser: true },
              { key: 'from', title: t('records.from'), render: (row) => <EffectiveSince from={row.effective_from} />, isLesser: true },
            ]}
            empty={<Empty icon="card" title={t('payments.noTax')} />}
          />
        )}
      </QueryView>
    </Panel>
  )
}

const PricesPage = () => {
  const isAdmin = useIsAdmin()
  const actions = isAdmin && (
    <>
      <DialogButton label={t('payments.setTax')} dialog={(close) => <SetTaxDialog onClose={close} />} />
      <DialogButton label={t('payments.setPrice')} variant="filled" dialog={(close) => <SetPriceDialog onClose={close} />} />
    </>
  )
  return (
    <Page title={t('payments.pricesTitle')} lead={t('payments.pricesLead')} actions={actions}>
      <PricesPanel />
      <TaxPanel />
    </Page>
  )
}

export default PricesPage
