// Imports announcements of a business from a CSV file. Good rows are announced; bad rows can be downloaded and corrected.

import { Alert, Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { writeCsv } from '../../../../src/domain/values/csv-text.ts'
import { saveFile } from '../../components/lists/table-tools.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { PartsDone } from '../../components/parts-done.tsx'
import { useBusinessOptions, useRefresh } from '../../components/queries.ts'
import { FileMistakes } from '../../components/records/file-mistakes.tsx'
import { ErrorState } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { Progress, Table } from './announce-rows.ts'
import { announceRows, rowsToMend, tableOf } from './announce-rows.ts'

const TEMPLATE = {
  customer_id: 'SMP1001',
  courier_numbers: 'YT8812345678901',
  courier: 'YTO Express',
  description: 'Phone cases',
  quantity: '20',
  unit_value: '12.50',
  currency: 'CNY',
  hs_code: '392690',
  country_of_origin: 'CN',
  has_battery: 'no',
  has_liquid: 'no',
  transport_mode: 'air',
  note: 'Keep dry',
  client_reference: 'PO-1001',
}

const MISTAKES_SHOWN_MAX = 100

const badRows = ({ mistakes }: Progress): number => new Set(mistakes.map(({ row }) => row).filter((row) => row > 1)).size

const Outcome = ({ table, progress, isDryRun }: { table: Table; progress: Progress; isDryRun: boolean }) => {
  const bad = badRows(progress)
  return (
    <Alert
      {...(bad === 0 && progress.mistakes.length === 0 ? { color: 'teal' } : { color: 'orange', className: 'note-warn' })}
      role="status"
      title={t(isDryRun ? 'inbound.checked' : 'inbound.done', { rows: progress.taken })}
    >
      {bad > 0 && (
        <Group gap="xs">
          <Text size="sm">{t('inbound.toMend', { rows: bad })}</Text>
          <Button size="compact-sm" variant="default" onClick={() => saveFile('to-mend.csv', rowsToMend(table, progress.mistakes))}>
            {t('inbound.saveToMend')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

const ImportInbound = () => {
  const refresh = useRefresh()
  const { mode } = useScope()
  const businesses = useBusinessOptions()
  const [business, setBusiness] = useState<string | null>(null)
  const [file, setFile] = useState<{ name: string; table: Table } | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const { isPending, error, variables, mutate, reset } = useMutation({
    mutationFn: async (isDryRun: boolean) => {
      const { table } = file!
      setProgress({ done: 0, taken: 0, mistakes: table.wrong })
      if (table.wrong.length === 0) await announceRows(table, { businessId: business!, mode, isDryRun }, setProgress)
    },
    onSettled: (_, __, isDryRun) => (isDryRun ? undefined : refresh()),
  })
  const again = (): void => {
    setProgress(null)
    reset()
  }
  const choose = async (chosen: File | null) => {
    setFile(chosen && { name: chosen.name, table: tableOf(await chosen.text()) })
    again()
  }
  const isReady = business !== null && file !== null
  return (
    <Page title={t('inbound.importTitle')} lead={t('inbound.importLead')} back={{ href: '/inbound', label: t('inbound.title') }}>
      <Panel>
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
        <Hint>{t('inbound.fileHint')}</Hint>
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => saveFile('announcements.csv', writeCsv([Object.keys(TEMPLATE), Object.values(TEMPLATE)]))}
          >
            {t('inbound.template')}
          </Button>
          <FileButton accept=".csv,text/csv" onChange={(chosen) => void choose(chosen)}>
            {(button) => (
              <Button variant="default" {...button}>
                {t('records.chooseFile')}
              </Button>
            )}
          </FileButton>
          <Text size="sm">{file?.name}</Text>
        </Group>
        {error && <ErrorState error={error} />}
        {isPending && progress && file && <PartsDone done={progress.done} total={file.table.rows.length} />}
        {!isPending && progress && file && <Outcome table={file.table} progress={progress} isDryRun={variables ?? true} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={!isReady || isPending} onClick={() => mutate(true)}>
            {t('inbound.check')}
          </Button>
          <Button disabled={!isReady || isPending} onClick={() => mutate(false)}>
            {t('inbound.importRows')}
          </Button>
        </Group>
      </Panel>
      <FileMistakes mistakes={progress?.mistakes.slice(0, MISTAKES_SHOWN_MAX) ?? []} />
    </Page>
  )
}

export default ImportInbound
