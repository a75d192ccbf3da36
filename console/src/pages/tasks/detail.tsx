// One background task: its progress, and what failed.

import { useParams } from 'wouter'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { TaskProgress, useTask } from '../../components/records/task-progress.tsx'
import { QueryView } from '../../components/states.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'

const TaskPage = () => {
  const { id } = useParams<{ id: string }>()
  const query = useTask(id)
  const { formatMoment } = useTimes()
  const title = query.data ? t(`tasks.${query.data.task.kind}`) : t('tasks.title')
  return (
    <Page title={title} back={{ href: '/tasks', label: t('tasks.title') }}>
      <QueryView query={query}>
        {({ task }) => (
          <Panel>
            <Facts
              facts={[
                [t('records.status'), t(`tasks.${task.state}`)],
                [t('records.business'), task.business_name ?? t('shell.allBusinesses')],
                [t('tasks.startedBy'), `${task.started_by_name ?? t('tasks.theServer')}, ${formatMoment(task.created_at)}`],
              ]}
            />
            <TaskProgress id={id} />
          </Panel>
        )}
      </QueryView>
    </Page>
  )
}

export default TaskPage
