// The progress of a background task, and what failed. The task is refetched until it ends.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, TASKS } from '../../api.ts'
import { t } from '../../strings.ts'
import type { Task, TaskDetail } from '../../wire.ts'
import { PartsDone } from '../parts-done.tsx'
import { useRefresh, useSave } from '../queries.ts'
import { QueryView } from '../states.tsx'
import { Hint, PageLink, PaperLink } from '../text.tsx'
import { FileMistakes } from './file-mistakes.tsx'

const READ_AGAIN_MS = 1_000

export const useTask = (id: string) =>
  useQuery({
    queryKey: [TASKS, id],
    queryFn: ({ signal }) => api.get<TaskDetail>(`${TASKS}/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data && state.data.task.state !== 'running' ? false : READ_AGAIN_MS),
  })

/** Number of invoices that a month end has issued, or number of rows that an import has handled. */
const handled = ({ kind, done, position }: Task): number => (kind === 'month_end' ? done : position)

const doneText = ({ kind, done }: Task): string => {
  if (kind === 'month_end') return t('tasks.invoicesIssued', { count: done })
  if (kind === 'bank_lines') return t('tasks.paymentsTaken', { count: done })
  return kind === 'announcements' ? t('inbound.done', { rows: done }) : t('opening.done', { rows: done })
}

const failedText = ({ kind, failed }: Task): string => {
  if (kind === 'month_end') return t('tasks.businessesFailed', { count: failed })
  return kind === 'bank_lines' ? t('tasks.linesRefused', { count: failed }) : t('inbound.toMend', { rows: failed })
}

const Stopped = ({ task }: { task: Task }) => {
  const save = useSave()
  const { done, total, failure } = { ...task, done: handled(task) }
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('tasks.stoppedAt', { done, total, failure: failure ?? '' })}</Text>
        <Button size="compact-sm" onClick={() => void save(api.send('POST', `${TASKS}/${task.task_id}/resume`), t('tasks.isResumed'))}>
          {t('tasks.resume')}
        </Button>
      </Group>
    </Alert>
  )
}

const Done = ({ task }: { task: Task }) => (
  <Alert {...(task.failed === 0 ? { color: 'teal' } : { color: 'orange', className: 'note-warn' })} role="status" title={doneText(task)}>
    {task.failed > 0 && (
      <Group gap="xs">
        <Text size="sm">{failedText(task)}</Text>
        {task.kind !== 'month_end' && (
          <PaperLink href={`${TASKS}/${task.task_id}/bad_rows.csv`} label={t('inbound.saveToMend')} isDownload size="compact-xs" />
        )}
      </Group>
    )}
    {task.kind === 'month_end' && task.done > 0 && <PageLink href={`/invoices?mode=${task.mode}`}>{t('tasks.seeInvoices')}</PageLink>}
  </Alert>
)

const Running = ({ task }: { task: Task }) => (
  <>
    <PartsDone done={handled(task)} total={task.total} />
    {task.failure !== null && <Text size="sm">{t('tasks.retrying', { failure: task.failure })}</Text>}
    <Hint>{t('tasks.leave')}</Hint>
  </>
)

const Progress = ({ detail: { task, failures } }: { detail: TaskDetail }) => {
  const refresh = useRefresh()
  const state = useRef(task.state)
  // When the task ends, refetches all data on the page, because the task may have changed some of the data.
  useEffect(() => {
    if (state.current === 'running' && task.state !== 'running') void refresh()
    state.current = task.state
  }, [task.state, refresh])
  return (
    <>
      {task.state === 'running' && <Running task={task} />}
      {task.state === 'done' && <Done task={task} />}
      {task.state === 'stopped' && <Stopped task={task} />}
      <FileMistakes
        mistakes={failures.map(({ row, name, message }) => ({ row: task.kind === 'month_end' ? 0 : row, column: name, message }))}
      />
    </>
  )
}

export const TaskProgress = ({ id }: { id: string }) => (
  <QueryView query={useTask(id)}>{(detail) => <Progress detail={detail} />}</QueryView>
)
