// Imports the rows of a CSV file for a business, as a background task of the server. Bad rows can be downloaded and corrected.

import { Alert, Button, Group, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { writeCsv } from '../../../../src/domain/values/csv-text.ts'
import type { Progress, Table } from '../../../../web/import-rows.ts'
import { importRows, rowsToMend, tableOf } from '../../../../web/import-rows.ts'
import { api, IMPORTS } from '../../api.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { Task } from '../../wire.ts'
import { FilePicker, PlainButton } from '../buttons.tsx'
import { saveFile } from '../lists/table-tools.tsx'
import { Panel } from '../page.tsx'
import { PartsDone } from '../parts-done.tsx'
import { useBusinessOptions } from '../queries.ts'
import { ErrorState } from '../states.tsx'
import { Hint, PageLink } from '../text.tsx'
import { FileMistakes } from './file-mistakes.tsx'
import { sendRowsTo } from './import-target.ts'
import { TaskProgress } from './task-progress.tsx'

const MISTAKES_SHOWN_MAX = 100

const badRows = ({ mistakes }: Progress): number => new Set(mistakes.map(({ row }) => row).filter((row) => row > 1)).size

/** `checked` returns a sentence that says how many rows have no mistakes. */
type Words = { hint: string; checked: (rows: number) => string }

const Outcome = ({ table, progress, title }: { table: Table; progress: Progress; title: string }) => {
  const bad = badRows(progress)
  return (
    <Alert
      {...(bad === 0 && progress.mistakes.length === 0 ? { color: 'teal' } : { color: 'orange', className: 'note-warn' })}
      role="status"
      title={title}
    >
      {bad > 0 && (
        <Group gap="xs">
          <Text size="sm">{t('inbound.toMend', { rows: bad })}</Text>
          <PlainButton
            label={t('inbound.saveToMend')}
            size="compact-sm"
            onClick={() => saveFile('to-mend.csv', rowsToMend(table, progress.mistakes))}
          />
        </Group>
      )}
    </Alert>
  )
}

type FileImportProps = {
  kind: 'opening_balances' | 'announcements'
  /** API path for checking the rows. The file is sent in parts, one request per part. */
  path: string
  /** The columns of the template file that users can download: the name of each column, with an example value. */
  template: Readonly<Record<string, string>>
  fileName: string
  title?: string
  words: Words
}

export const FileImport = ({ kind, path, template, fileName, title, words }: FileImportProps) => {
  const { mode, businessId } = useScope()
  const businesses = useBusinessOptions()
  const [business, setBusiness] = useState<string | null>(businessId)
  const [file, setFile] = useState<{ name: string; text: string; table: Table } | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [taskId, setTaskId] = useState<string | null>(null)
  const { isPending, error, mutate, reset } = useMutation({
    mutationFn: async (isCheck: boolean) => {
      const { table, text } = file!
      setTaskId(null)
      setProgress({ done: 0, taken: 0, mistakes: table.wrong })
      if (table.wrong.length > 0) return
      if (isCheck) return importRows(table, sendRowsTo({ path, businessId: business!, mode, isDryRun: true }), setProgress)
      setProgress(null)
      const task = await api.send<Task>('POST', `${IMPORTS}/${kind}`, { business_id: business, mode, csv: text })
      setTaskId(task.task_id)
    },
  })
  const again = (): void => {
    setProgress(null)
    setTaskId(null)
    reset()
  }
  const choose = async (chosen: File) => {
    const text = await chosen.text()
    setFile({ name: chosen.name, text, table: tableOf(text) })
    again()
  }
  const isReady = business !== null && file !== null
  return (
    <>
      <Panel {...(title ? { title } : {})}>
        <Select
          maw={420}
          label={t('inbound.forBusiness')}
          data={businesses}
          value={business}
          onChange={(value) => {
            setBusiness(value)
            again()
          }}
          searchable
        />
        <Hint>{words.hint}</Hint>
        <Group gap="xs">
          <PlainButton
            label={t('inbound.template')}
            onClick={() => saveFile(fileName, writeCsv([Object.keys(template), Object.values(template)]))}
          />
          <FilePicker label={t('records.chooseFile')} accept=".csv,text/csv" onFile={choose} />
          <Text size="sm">{file?.name}</Text>
        </Group>
        {error && <ErrorState error={error} />}
        {isPending && progress && file && <PartsDone done={progress.done} total={file.table.rows.length} />}
        {!isPending && progress && file && <Outcome table={file.table} progress={progress} title={words.checked(progress.taken)} />}
        {taskId !== null && <TaskProgress id={taskId} />}
        <Group justify="flex-end">
          <PageLink href="/tasks">{t('tasks.follow')}</PageLink>
          <PlainButton label={t('inbound.check')} disabled={!isReady || isPending} onClick={() => mutate(true)} />
          <Button disabled={!isReady || isPending} onClick={() => mutate(false)}>
            {t('inbound.importRows')}
          </Button>
        </Group>
      </Panel>
      <FileMistakes mistakes={progress?.mistakes.slice(0, MISTAKES_SHOWN_MAX) ?? []} />
    </>
  )
}
