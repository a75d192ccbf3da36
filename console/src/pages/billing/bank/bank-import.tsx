// The page that imports a bank statement: file, columns, preview with proposed matches, confirmation.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, BANK_STATEMENTS, IMPORTS } from '../../../api.ts'
import { FilePicker, PlainButton } from '../../../components/buttons.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { useRefresh } from '../../../components/queries.ts'
import { FileMistakes } from '../../../components/records/file-mistakes.tsx'
import { TaskProgress } from '../../../components/records/task-progress.tsx'
import { Empty, ErrorState } from '../../../components/states.tsx'
import { PageLink } from '../../../components/text.tsx'
import { useScope } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { BankImport, BankMapping, BankPreview, Task } from '../../../wire.ts'
import { BankLines } from './bank-lines.tsx'
import { emptyMapping, MappingForm } from './mapping-form.tsx'

/** If more lines than this are confirmed, the statement is imported in the background. */
const LINES_AT_ONCE_MAX = 50

type Choices = Readonly<Record<number, string>>

/** Preselects the proposal of a line that has only one proposal. A proposal that matches by amount alone is never preselected. */
const preselected = ({ lines }: BankPreview): Choices =>
  Object.fromEntries(
    lines.flatMap(({ row, proposals }) =>
      proposals.length === 1 && proposals[0]!.reason !== 'amount' ? [[row, `invoice ${proposals[0]!.invoice_id}`]] : [],
    ),
  )

/** A choice is `invoice inv_…` or `business biz_…`. */
const confirmedLines = ({ lines }: BankPreview, choices: Choices) =>
  lines.flatMap(({ row, proposals }) => {
    const [kind, id = ''] = (choices[row] ?? '').split(' ')
    if (kind === 'business') return [{ row, business: id }]
    const proposal = proposals.find(({ invoice_id: invoiceId }) => kind === 'invoice' && invoiceId === id)
    return proposal ? [{ row, business: proposal.business_id, invoices: [proposal.invoice_id] }] : []
  })

const BankImportPage = () => {
  const { mode } = useScope()
  const refresh = useRefresh()
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null)
  const [mapping, setMapping] = useState<BankMapping | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const preview = useMutation({
    mutationFn: ({ csv, by }: { csv: string; by: BankMapping | null }) =>
      api.send<BankPreview>('POST', `${BANK_STATEMENTS}/preview`, { mode, csv, ...(by ? { mapping: by } : {}) }),
    onSuccess: (found) => {
      setMapping(found.mapping ?? emptyMapping(found.columns))
      setChoices(preselected(found))
      take.reset()
    },
  })
  const take = useMutation({
    mutationFn: async (lines: object[]): Promise<{ results: BankImport['results']; taskId: string | null }> => {
      const body = { mode, csv: file!.csv, mapping, lines }
      if (lines.length > LINES_AT_ONCE_MAX)
        return { results: [], taskId: (await api.send<Task>('POST', `${IMPORTS}/bank_lines`, body)).task_id }
      return { results: (await api.send<BankImport>('POST', `${BANK_STATEMENTS}/import`, body)).results, taskId: null }
    },
    onSuccess: refresh,
  })
  const choose = async (chosen: File) => {
    const csv = await chosen.text()
    setFile({ name: chosen.name, csv })
    setMapping(null)
    preview.mutate({ csv, by: null })
  }
  const { data } = preview
  const confirmed = data ? confirmedLines(data, choices) : []
  return (
    <Page title={t('payments.bankTitle')} lead={t('payments.bankLead')} back={{ href: '/payments', label: t('payments.title') }}>
      <Panel>
        <Group gap="xs">
          <FilePicker label={t('records.chooseFile')} accept=".csv,text/csv" loading={preview.isPending} onFile={choose} />
          <Text size="sm">{file?.name}</Text>
        </Group>
        {preview.error && <ErrorState error={preview.error} />}
      </Panel>
      {file && data && mapping && (
        <Panel title={t('payments.columns')}>
          <MappingForm columns={data.columns} mapping={mapping} onMapping={setMapping} />
          <Group justify="flex-end">
            <PlainButton
              label={t('payments.preview')}
              loading={preview.isPending}
              onClick={() => preview.mutate({ csv: file.csv, by: mapping })}
            />
          </Group>
        </Panel>
      )}
      <FileMistakes mistakes={data?.mistakes ?? []} />
      {data?.mapping && (
        <Panel title={t('billing.lines')} {...(data.outgoing > 0 ? { lead: t('payments.outgoing', { count: data.outgoing }) } : {})} flush>
          {data.lines.length === 0 ? (
            <Empty icon="cash" title={t('payments.noLines')} />
          ) : (
            <BankLines
              lines={data.lines}
              choices={choices}
              results={take.data?.results ?? []}
              onChoose={(row, choice) => setChoices({ ...choices, [row]: choice })}
            />
          )}
        </Panel>
      )}
      {take.error && <ErrorState error={take.error} />}
      {take.data && take.data.taskId !== null && <TaskProgress id={take.data.taskId} />}
      {take.data && take.data.taskId === null && (
        <Alert
          color="teal"
          role="status"
          title={t('payments.imported', { count: take.data.results.filter((each) => each.outcome === 'taken').length })}
        />
      )}
      {data?.mapping && !take.data && (
        <Group justify="flex-end">
          <PageLink href="/tasks">{t('tasks.follow')}</PageLink>
          <Button loading={take.isPending} disabled={confirmed.length === 0} onClick={() => take.mutate(confirmed)}>
            {t('payments.importLines', { count: confirmed.length })}
          </Button>
        </Group>
      )}
    </Page>
  )
}

export default BankImportPage
