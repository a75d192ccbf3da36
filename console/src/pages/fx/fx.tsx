// Exchange rates: those in force, the history of a pair, setting one, and trying one on past quotes.

import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { typed } from '../../components/form.tsx'
import { useFilters } from '../../components/lists/filters.ts'
import { QueryView } from '../../components/lists/query-view.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { useRead } from '../../components/use-read.ts'
import { FX } from '../../paths.ts'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { FxRate } from '../../wire.ts'
import { ShadowPanel } from '../cards/shadow/shadow-panel.tsx'
import { FromOf } from '../cards/versions.tsx'
import { History } from './history.tsx'
import { SetRateDialog } from './set-rate.tsx'

const PAIR_DEFAULT = 'USD/NGN'

const TryRate = ({ pair }: { pair: string }) => {
  const [rate, setRate] = useState('')
  return (
    <ShadowPanel trial={{ fx: `${pair}=${rate.trim()}` }} isReady={rate.trim() !== ''}>
      <TextInput label={`${t('fx.tryRate')}, ${pair}`} {...typed(rate, setRate)} inputMode="decimal" />
    </ShadowPanel>
  )
}

const Rates = ({ rates }: { rates: FxRate[] }) => {
  const isAdmin = useIsAdmin()
  const [filters, setFilter] = useFilters(['pair'])
  const pairs = [...new Set(rates.map(({ pair }) => pair))]
  const pair = pairs.includes(filters.pair) ? filters.pair : pairs[0]!
  return (
    <>
      <Panel title={t('fx.inForceNow')} flush>
        <RowsTable
          rows={rates.filter((rate) => rate.in_force)}
          rowKey={(rate) => rate.pair}
          rowName={(rate) => rate.pair}
          columns={[
            { key: 'pair', title: t('fx.pair'), render: (rate) => rate.pair },
            { key: 'rate', title: t('fx.rate'), align: 'right', render: (rate) => rate.rate },
            { key: 'since', title: t('fx.since'), render: (rate) => <FromOf from={rate.effective_from} /> },
            { key: 'source', title: t('fx.source'), render: (rate) => rate.source, isLesser: true },
          ]}
        />
      </Panel>
      {pairs.length > 1 && (
        <SegmentedControl aria-label={t('fx.pair')} data={pairs} value={pair} onChange={(value) => setFilter('pair', value)} />
      )}
      <History pair={pair} rates={rates.filter((rate) => rate.pair === pair)} />
      {isAdmin && <TryRate key={pair} pair={pair} />}
    </>
  )
}

const FxPage = () => {
  const isAdmin = useIsAdmin()
  const [isSetting, setIsSetting] = useState(false)
  const [{ pair }] = useFilters(['pair'])
  const query = useRead<FxRate[]>(FX)
  const set = isAdmin && <Button onClick={() => setIsSetting(true)}>{t('fx.set')}</Button>
  return (
    <Page title={t('fx.title')} lead={t('fx.lead')} actions={set}>
      {isSetting && <SetRateDialog pair={pair || PAIR_DEFAULT} onClose={() => setIsSetting(false)} />}
      <QueryView query={query}>
        {(rates) =>
          rates.length === 0 ? (
            <div className="panel">
              <Empty icon="exchange" title={t('fx.emptyTitle')} text={t('fx.empty')} />
            </div>
          ) : (
            <Rates rates={rates} />
          )
        }
      </QueryView>
    </Page>
  )
}

export default FxPage
