// The month end: its start button, its progress, the invoices to issue for each payer, and the charges that are not invoiced yet, each with the reason.

import { Alert, Button, Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, MONTH_ENDS } from '../../api.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { ticked } from '../../components/form.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { notifyError, readWith, useRefresh } from '../../components/queries.ts'
import { IssueNotice } from '../../components/records/live-notices.tsx'
import { TaskProgress } from '../../components/records/task-progress.tsx'
import { Empty, QueryView } from '../../components/states.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { formatNumber } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { MonthEndPreview, Task } from '../../wire.ts'
import { naira } from './billing-text.tsx'

type DueRow = MonthEndPreview['due'][number]
type WaitingRow = MonthEndPreview['waiting'][number]

const payerOf = ({ customer_name: name, business_name: business }: DueRow | WaitingRow): string => name ?? business

const PAYER = <Row extends DueRow | WaitingRow>(): Column<Row>[] => [
  { key: 'payer', title: t('billing.payer'), render: payerOf, sortBy: payerOf, isFreeText: true },
  {
    key: 'business',
    title: t('records.business'),
    render: (row) => row.business_prefix,
    sortBy: (row) => row.business_prefix,
    isLesser: true,
  },
]

const SUMS = <Row extends DueRow | WaitingRow>(): Column<Row>[] => [
  {
    key: 'charges',
    title: t('monthEnd.charges'),
    align: 'right',
    render: (row) => row.charges,
    sortBy: (row) => row.charges,
    isLesser: true,
  },
  ...(['net', 'tax'] as const).map(
    (sum): Column<Row> => ({
      key: sum,
      title: t(`billing.${sum}`),
      align: 'right',
      render: (row) => naira(row[sum]),
      sortBy: (row) => Number(row[sum]),
      isLesser: true,
    }),
  ),
  { key: 'total', title: t('records.total'), align: 'right', render: (row) => naira(row.total), sortBy: (row) => Number(row.total) },
]

const DUE: Column<DueRow>[] = [
  ...PAYER<DueRow>(),
  { key: 'invoices', title: t('billing.title'), align: 'right', render: (row) => row.invoices, sortBy: (row) => row.invoices },
  ...SUMS<DueRow>(),
]
const WAITING: Column<WaitingRow>[] = [
  ...PAYER<WaitingRow>(),
  {
    key: 'reason',
    title: t('monthEnd.reason'),
    render: (row) => t(`monthEnd.${row.reason}`),
    sortBy: (row) => row.reason,
    isFreeText: true,
  },
  ...SUMS<WaitingRow>(),
]

type Total = MonthEndPreview['waiting_total']

const totalsOf = ({ charges, net, tax, total }: Total) => ({
  payer: <strong>{t('records.total')}</strong>,
  charges: formatNumber(charges),
  net: naira(net),
  tax: naira(tax),
  total: <strong>{naira(total)}</strong>,
})

const keyOf = (row: DueRow | WaitingRow): string => `${row.business_id} ${row.parcel_customer_id} ${'reason' in row ? row.reason : ''}`

const CutOff = ({ shown, all }: { shown: number; all: number }) =>
  shown < all && <Hint>{t('monthEnd.more', { shown: formatNumber(shown), all: formatNumber(all) })}</Hint>

const Preview = ({ preview }: { preview: MonthEndPreview }) => {
  const { due, due_total: dueTotal, waiting, waiting_total: waitingTotal } = preview
  return (
    <>
      {preview.storage_first.length > 0 && (
        <Alert color="blue">{t('monthEnd.storageFirst', { names: preview.storage_first.join(', ') })}</Alert>
      )}
      {preview.missed_charges > 0 && (
        <Alert color="orange" className="note-warn">
          {t('monthEnd.missed', { count: preview.missed_charges })} <PageLink href="/missed-charges">{t('monthEnd.missedLink')}</PageLink>
        </Alert>
      )}
      <Panel title={t('monthEnd.due')} flush>
        {due.length === 0 ? (
          <Empty icon="check" title={t('monthEnd.noneTitle')} text={t('monthEnd.none')} />
        ) : (
          <RowsTable
            name={t('monthEnd.due')}
            rows={due}
            columns={DUE}
            rowKey={keyOf}
            rowName={payerOf}
            totals={{ ...totalsOf(dueTotal), invoices: formatNumber(dueTotal.invoices) }}
          />
        )}
        <CutOff shown={due.length} all={dueTotal.payers} />
      </Panel>
      <Panel title={t('monthEnd.waiting')} flush={waiting.length > 0}>
        {waiting.length === 0 ? (
          <Text size="sm">{t('monthEnd.noneWaiting')}</Text>
        ) : (
          <RowsTable
            name={t('monthEnd.waiting')}
            rows={waiting}
            columns={WAITING}
            rowKey={keyOf}
            rowName={payerOf}
            totals={totalsOf(waitingTotal)}
          />
        )}
      </Panel>
    </>
  )
}

const MonthEnd = () => {
  const { mode, businessId: business } = useScope()
  const refresh = useRefresh()
  const [withManual, setWithManual] = useState(false)
  const confirm = useConfirm()
  const [startedId, setStartedId] = useState<string | null>(null)
  const params = { mode, business, with_manual: withManual }
  const query = useQuery(readWith<MonthEndPreview>(`${MONTH_ENDS}/preview`, params))
  const { data } = query
  const taskId = startedId ?? data?.task_id ?? null
  const count = data?.due_total.invoices ?? 0
  const start = async () => {
    const title = t('monthEnd.startTitle', { count, total: naira(data!.due_total.total) })
    if (!(await confirm({ title, text: t('monthEnd.startText'), action: t('monthEnd.start', { count }) }))) return
    const body = { mode, with_manual: withManual, ...(business === null ? {} : { business }) }
    await api.send<Task>('POST', MONTH_ENDS, body).then(({ task_id: id }) => setStartedId(id), notifyError)
    await refresh()
  }
  return (
    <Page
      title={t('monthEnd.title')}
      lead={t('monthEnd.lead')}
      actions={
        <>
          <LinkButton href="/tasks" label={t('tasks.title')} />
          <Button disabled={count === 0 || data?.task_id !== null} onClick={() => void start()}>
            {t('monthEnd.start', { count })}
          </Button>
        </>
      }
    >
      <IssueNotice />
      {taskId !== null && (
        <Panel title={t('tasks.progress')}>
          <TaskProgress id={taskId} />
          <PageLink href="/tasks">{t('tasks.follow')}</PageLink>
        </Panel>
      )}
      <Checkbox label={t('monthEnd.withManual')} {...ticked(withManual, setWithManual)} />
      <QueryView query={query}>{(preview) => <Preview preview={preview} />}</QueryView>
    </Page>
  )
}

export default MonthEnd
