// Imports announcements of a business from a CSV file, after a check that names every mistake.

import { Alert, Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, INBOUND } from '../../api.ts'
import { Page, Panel } from '../../components/page.tsx'
import { notifyDone, useBusinessOptions } from '../../components/queries.ts'
import { FileMistakes } from '../../components/records/file-mistakes.tsx'
import { ErrorState } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { InboundImport } from '../../wire.ts'

const ImportInbound = () => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { mode } = useScope()
  const businesses = useBusinessOptions()
  const [business, setBusiness] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const send = useMutation({
    mutationFn: async (isDryRun: boolean) =>
      api.send<InboundImport>('POST', `${INBOUND}/import`, { business_id: business, mode, csv: await file!.text(), dry_run: isDryRun }),
    onSuccess: async ({ rows }, isDryRun) => {
      if (isDryRun) return
      notifyDone(t('inbound.done', { rows }))
      await client.invalidateQueries({ queryKey: [INBOUND] })
      navigate('/inbound')
    },
  })
  const { data, isPending, error, mutate, reset } = send
  const isGood = data !== undefined && data.mistakes.length === 0
  const again = (): void => reset()
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
          <FileButton
            accept=".csv,text/csv"
            onChange={(value) => {
              setFile(value)
              again()
            }}
          >
            {(button) => (
              <Button variant="default" {...button}>
                {t('records.chooseFile')}
              </Button>
            )}
          </FileButton>
          <Text size="sm">{file?.name}</Text>
        </Group>
        {error && <ErrorState error={error} />}
        {isGood && <Alert color="teal" role="status" title={t('inbound.isGood', { rows: data.rows })} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={isPending && !isGood}
            disabled={business === null || file === null}
            onClick={() => mutate(true)}
          >
            {t('inbound.check')}
          </Button>
          {isGood && (
            <Button loading={isPending} onClick={() => mutate(false)}>
              {t('inbound.importRows', { rows: data.rows })}
            </Button>
          )}
        </Group>
      </Panel>
      <FileMistakes mistakes={data?.mistakes ?? []} />
    </Page>
  )
}

export default ImportInbound
