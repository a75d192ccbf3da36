// The price list of extras and the tax rates: what is in force, what comes, and what was.

import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { QueryView } from '../../../components/lists/query-view.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { Empty } from '../../../components/states.tsx'
import { useRead } from '../../../components/use-read.ts'
import { PRICE_LIST, TAX_RATES } from '../../../paths.ts'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { ExtraPrice, TaxRate } from '../../../wire.ts'
import { FromOf } from '../../cards/versions.tsx'
import { naira } from '../billing-words.tsx'
import { SetPriceDialog } from './set-price.tsx'
import { SetTaxDialog } from './set-tax.tsx'

const PricesPanel = () => {
  const query = useRead<ExtraPrice[]>(PRICE_LIST)
  return (
    <Panel title={t('payments.priceList')} flush>
      <QueryView query={query}>
        {(prices) =>
          prices.length === 0 ? (
            <Empty icon="card" title={t('payments.noPrices')} />
          ) : (
            <RowsTable
              rows={prices}
              rowKey={(row) => row.price_id}
              rowName={(row) => row.code}
              columns={[
                { key: 'code', title: t('payments.code'), render: (row) => row.code },
                { key: 'name', title: t('payments.name'), render: (row) => row.name, isLesser: true },
                { key: 'kind', title: t('payments.kind'), render: (row) => t(`billing.kind_${row.kind}`), isLesser: true },
                { key: 'price', title: t('payments.price'), align: 'right', render: (row) => naira(row.amount) },
                { key: 'from', title: t('payments.since'), render: (row) => <FromOf from={row.effective_from} /> },
                {
                  key: 'status',
                  title: t('records.status'),
                  render: (row) => row.in_force && <Badge variant="light">{t('payments.inForce')}</Badge>,
                },
              ]}
            />
          )
        }
      </QueryView>
    </Panel>
  )
}

const TaxPanel = () => {
  const query = useRead<TaxRate[]>(TAX_RATES)
  return (
    <Panel title={t('payments.taxRates')} flush>
      <QueryView query={query}>
        {(rates) =>
          rates.length === 0 ? (
            <Empty icon="card" title={t('payments.noTax')} />
          ) : (
            <RowsTable
              rows={rates}
              rowKey={(row) => row.tax_rate_id}
              rowName={(row) => row.kind}
              columns={[
                { key: 'kind', title: t('payments.kind'), render: (row) => t(`billing.kind_${row.kind}`) },
                {
                  key: 'direction',
                  title: t('payments.direction'),
                  render: (row) => (row.direction === null ? t('payments.anyDirection') : t(`payments.${row.direction}`)),
                },
                { key: 'percent', title: t('payments.percent'), align: 'right', render: (row) => row.percent },
                { key: 'from', title: t('payments.since'), render: (row) => <FromOf from={row.effective_from} /> },
              ]}
            />
          )
        }
      </QueryView>
    </Panel>
  )
}

const PricesPage = () => {
  const isAdmin = useIsAdmin()
  const [dialog, setDialog] = useState<'price' | 'tax' | null>(null)
  const close = () => setDialog(null)
  const actions = isAdmin && (
    <>
      <Button variant="default" onClick={() => setDialog('tax')}>
        {t('payments.setTax')}
      </Button>
      <Button onClick={() => setDialog('price')}>{t('payments.setPrice')}</Button>
    </>
  )
  return (
    <Page title={t('payments.pricesTitle')} lead={t('payments.pricesLead')} actions={actions}>
      {dialog === 'price' && <SetPriceDialog onClose={close} />}
      {dialog === 'tax' && <SetTaxDialog onClose={close} />}
      <PricesPanel />
      <TaxPanel />
    </Page>
  )
}

export default PricesPage
