// Exchange rates: the current ones, their history, a form to set a rate, and a trial of a rate on past quotes.

import { SegmentedControl, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, FX } from '../../../api.ts'
import { DialogButton } from '../../../components/buttons.tsx'
import { useConfirm } from '../../../components/dialogs.tsx'
import { FormDialog, typed } from '../../../components/form.tsx'
import { useFilters } from '../../../components/lists/filters.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { notifyDone, useRead } from '../../../components/queries.ts'
import type { EffectiveFrom } from '../../../components/records/effective-from.tsx'
import { EffectiveFromField, effectiveFromBody } from '../../../components/records/effective-from.tsx'
import { PriceNotice } from '../../../components/records/live-notices.tsx'
import { Empty, QueryView } from '../../../components/states.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { FxRate, SetFx } from '../../../wire.ts'
import { EffectiveSince } from '../cards/versions.tsx'
import { ShadowPanel } from '../shadow/shadow-panel.tsx'
import { History } from './history.tsx'

/** The message of an error that only asks for confirmation; null for other errors. */
const confirmationIn = (error: unknown): string | null => {
  const [problem, ...others] = error instanceof ApiError ? error.details : []
  return problem?.field === 'confirm' && others.length === 0 ? problem.message : null
}

const SetRateDialog = ({ pair: pairNow, onClose }: { pair: string; onClose: () => void }) => {
  const client = useQueryClient()
  const confirm = useConfirm()
  const [pair, setPair] = useState(pairNow)
  const [rate, setRate] = useState('')
  const [source, setSource] = useState('')
  const [from, setFrom] = useState<EffectiveFrom>(null)
  const times = useTimes()
  const send = (isConfirmed: boolean) =>
    api.send<SetFx>('POST', FX, {
      pair,
      rate: rate.trim(),
      source,
      ...effectiveFromBody(from, times),
      ...(isConfirmed ? { confirm: true } : {}),
    })
  const set = async () => {
    const made = await send(false).catch(async (error) => {
      const question = confirmationIn(error)
      if (question === null) throw error
      // The server's message begins with "is needed: ". The dialog leaves these words out.
      const text = t('fx.confirmText', { problem: `${question.replace(/^is needed: /, '')}.` })
      return (await confirm({ title: t('fx.confirmTitle'), text, action: t('fx.confirm'), danger: true })) ? send(true) : null
    })
    if (made === null) return
    await client.invalidateQueries({ queryKey: [FX] })
    notifyDone(t('fx.wasSet', { pair: made.pair, rate: made.rate }))
    for (const message of made.warnings) notifications.show({ message, color: 'orange', autoClose: false })
    onClose()
  }
  return (
    <FormDialog title={t('fx.setTitle')} submitLabel={t('fx.set')} onSubmit={set} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('fx.pair')}
            description={t('fx.pairHint')}
            {...typed(pair, (text) => setPair(text.toUpperCase()), errorOf('pair'))}
          />
          <TextInput
            label={t('fx.rate')}
            description={t('fx.rateHint')}
            {...typed(rate, setRate, errorOf('rate'))}
            inputMode="decimal"
            data-autofocus
          />
          <TextInput label={t('fx.source')} description={t('fx.sourceHint')} {...typed(source, setSource, errorOf('source'))} />
          <EffectiveFromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </FormDialog>
  )
}

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
  const [filters, , setFilter] = useFilters(['pair'])
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
            { key: 'since', title: t('records.since'), render: (rate) => <EffectiveSince from={rate.effective_from} /> },
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
  const [{ pair }] = useFilters(['pair'])
  const query = useRead<FxRate[]>(FX)
  const set = isAdmin && (
    <DialogButton label={t('fx.set')} variant="filled" dialog={(close) => <SetRateDialog pair={pair || PAIR_DEFAULT} onClose={close} />} />
  )
  return (
    <Page title={t('fx.title')} lead={t('fx.lead')} actions={set}>
      <PriceNotice />
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
