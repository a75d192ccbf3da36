// Background tasks: month ends and imports, newest first.

import { Badge } from '@mantine/core'
import { TASKS } from '../../api.ts'
import { DataTable } from '../../components/lists/data-table.tsx'
import { Page } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { formatNumber } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { moment } from '../../time.tsx'
import type { Task } from '../../wire.ts'

export const STATE_COLORS = { running: 'indigo.6', done: 'teal.7', stopped: 'red.7' } as const

export const taskName = ({ kind }: Task): string => t(`tasks.${kind}`)
const progressOf = ({ kind, done, position, total }: Task): string =>
  t('records.partsDone', { done: formatNumber(kind === 'month_end' ? done : position), total: formatNumber(total) })

const TaskList = () => {
  const { mode } = useScope()
  return (
    <Page title={t('tasks.title')} lead={t('tasks.lead')}>
      <DataTable<Task>
        path={TASKS}
        params={{ mode }}
        rowKey={(row) => row.task_id}
        rowName={taskName}
        href={(row) => `/tasks/${row.task_id}`}
        csvName="background-work"
        empty={<Empty icon="clock" title={t('tasks.emptyTitle')} text={t('tasks.empty')} />}
        columns={[
          { key: 'kind', title: t('tasks.kind'), render: taskName, csv: (row) => row.kind },
          {
            key: 'state',
            title: t('records.status'),
            render: (row) => (
              <Badge variant="dot" color={STATE_COLORS[row.state]}>
                {t(`tasks.${row.state}`)}
              </Badge>
            ),
            csv: (row) => row.state,
          },
          { key: 'progress', title: t('tasks.progress'), value: progressOf },
          { key: 'failed', title: t('tasks.failed'), align: 'right', value: (row) => row.failed, isLesser: true },
          {
            key: 'business',
            title: t('records.business'),
            value: (row) => row.business_name ?? t('shell.allBusinesses'),
            isFreeText: true,
            isLesser: true,
          },
          { key: 'by', title: t('tasks.startedBy'), value: (row) => row.started_by_name ?? t('tasks.theServer'), isLesser: true },
          { key: 'since', title: t('records.since'), value: (row) => row.created_at, format: moment, isLesser: true },
        ]}
      />
    </Page>
  )
}

export default TaskList
