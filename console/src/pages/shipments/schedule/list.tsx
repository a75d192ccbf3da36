// The schedule of flights and sailings, showing how full each one is. Voyages can be added, pasted, changed and cancelled.

import { PlainButton, RowButton } from '../../../components/buttons.tsx'
import { actionsColumn } from '../../../components/lists/rows-table.tsx'
import '../shipments.css'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { api, VOYAGES } from '../../../api.ts'
import { useConfirm } from '../../../components/dialogs.tsx'
import { Icon } from '../../../components/icons.tsx'
import { DataTable } from '../../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchInput, useFilters } from '../../../components/lists/filters.tsx'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { NO_SUMS } from '../../../components/lists/table-tools.tsx'
import { Page } from '../../../components/page.tsx'
import { notifyDone, notifyError, useRefresh } from '../../../components/queries.ts'
import { Empty } from '../../../components/states.tsx'
import { useScope } from '../../../scope.tsx'
import { useMayHandle } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { Voyage } from '../../../wire.ts'
import { formatPercent } from '../fill.tsx'
import { PasteSchedule } from './paste-schedule.tsx'
import { VoyageForm } from './voyage-form.tsx'

const UPCOMING = [{ value: 'true', label: t('voyages.upcoming') }]
const CANCELLED = [{ value: 'true', label: t('voyages.cancelled') }]
const TRANSPORTS = [
  { value: 'air', label: t('shipments.air') },
  { value: 'ocean', label: t('shipments.ocean') },
]

const fillLines = ({ fill }: Voyage): string[] =>
  (
    [
      ['shipments.weight', fill.weight_percent],
      ['shipments.volume', fill.volume_percent],
    ] as const
  ).flatMap(([name, percent]) => (percent === null ? [] : [`${t(name)} ${formatPercent(percent)}`]))

const FillCell = ({ voyage }: { voyage: Voyage }) => {
  const lines = fillLines(voyage)
  if (lines.length === 0) return '—'
  return (
    <div className={voyage.fill.over_capacity ? 'fill-lines fill-over' : 'fill-lines'}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

const COLUMNS: readonly Column<Voyage>[] = [
  { key: 'number', title: t('shipments.conveyance'), value: (row) => row.number },
  { key: 'carrier', title: t('shipments.carrier'), value: (row) => row.carrier, isLesser: true },
  { key: 'route', title: t('voyages.route'), value: (row) => `${row.origin} – ${row.destination}`, isLesser: true },
  {
    key: 'departs',
    title: t('voyages.departs'),
    render: (row) => <Moment at={row.departs_at} />,
    csv: (row) => row.departs_at,
    order: 'departure',
  },
  {
    key: 'cutOff',
    title: t('shipments.cutOff'),
    render: (row) => (row.cut_off_at === null ? '—' : <Moment at={row.cut_off_at} />),
    csv: (row) => row.cut_off_at,
    isLesser: true,
  },
  {
    key: 'arrives',
    title: t('voyages.arrives'),
    render: (row) => <Moment at={row.arrives_at} />,
    csv: (row) => row.arrives_at,
    isLesser: true,
  },
  { key: 'shipments', title: t('shipments.title'), align: 'right', value: (row) => row.fill.shipments, isLesser: true },
  { key: 'fill', title: t('voyages.fill'), render: (row) => <FillCell voyage={row} />, csv: (row) => row.fill.weight_percent },
]

const Schedule = () => {
  const { mode } = useScope()
  const mayHandle = useMayHandle()
  const refresh = useRefresh()
  const confirm = useConfirm()
  const [open, setOpen] = useState<{ form: Voyage | null } | 'paste' | null>(null)
  const [{ q, transport_mode: transport, upcoming, cancelled }, filter] = useFilters(['q', 'transport_mode', 'upcoming', 'cancelled'])
  const isFiltered = q !== '' || transport !== '' || upcoming !== '' || cancelled !== ''
  const cancel = async ({ voyage_id: id, number }: Voyage) => {
    const question = { title: t('voyages.cancelTitle', { number }), text: t('voyages.cancelText'), action: t('voyages.cancel') }
    if (!(await confirm(question))) return
    try {
      await api.send('POST', `${VOYAGES}/${id}/cancel`)
      await refresh()
      notifyDone(t('voyages.cancelDone', { number }))
    } catch (error) {
      notifyError(error)
    }
  }
  const handling = actionsColumn<Voyage>(
    (row) =>
      row.cancelled_at === null && (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <RowButton
            label={t('voyages.change')}
            named={t('voyages.changeTitle', { number: row.number })}
            onClick={() => setOpen({ form: row })}
          />
          <RowButton label={t('voyages.cancel')} named={t('voyages.cancelNamed', { number: row.number })} onClick={() => cancel(row)} />
        </Group>
      ),
  )
  const actions = mayHandle && (
    <>
      <PlainButton label={t('voyages.paste')} onClick={() => setOpen('paste')} />
      <Button onClick={() => setOpen({ form: null })} leftSection={<Icon name="plus" sizePx={16} />}>
        {t('voyages.add')}
      </Button>
    </>
  )
  const close = () => setOpen(null)
  return (
    <Page title={t('voyages.title')} lead={t('voyages.lead')} back={{ href: '/shipments', label: t('shipments.title') }} actions={actions}>
      {open === 'paste' && <PasteSchedule onClose={close} />}
      {open !== null && open !== 'paste' && <VoyageForm voyage={open.form} onClose={close} />}
      <FilterBar page="/schedule" isFiltered={isFiltered}>
        <SearchInput label={t('voyages.search')} placeholder={t('voyages.searchHint')} {...filter('q')} />
        <ChoiceFilter label={t('shipments.transport')} choices={TRANSPORTS} {...filter('transport_mode')} />
        <ChoiceFilter label={t('shipments.departure')} choices={UPCOMING} {...filter('upcoming')} />
        <ChoiceFilter label={t('voyages.state')} choices={CANCELLED} {...filter('cancelled')} />
      </FilterBar>
      <DataTable<Voyage>
        path={VOYAGES}
        params={{ mode, q, transport_mode: transport, upcoming, cancelled }}
        columns={mayHandle ? [...COLUMNS, handling] : COLUMNS}
        totalsOf={NO_SUMS}
        rowKey={(row) => row.voyage_id}
        rowName={(row) => row.number}
        csvName="schedule"
        empty={
          isFiltered ? (
            <Empty icon="search" title={t('voyages.noMatchTitle')} text={t('voyages.noMatch')} />
          ) : (
            <Empty icon="clock" title={t('voyages.emptyTitle')} text={t('voyages.empty')} />
          )
        }
      />
    </Page>
  )
}

export default Schedule
