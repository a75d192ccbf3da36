// The form to issue an API key: mode, label and scope.

import { Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import type { Mode } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { ApiKey } from '../../wire.ts'

type IssueProps = { businessId: string; onIssued: (key: string) => void; onClose: () => void }

export const IssueKey = ({ businessId, onIssued, onClose }: IssueProps) => {
  const [mode, setMode] = useState<Mode>('test')
  const [scope, setScope] = useState<ApiKey['scope']>('full')
  const [label, setLabel] = useState('')
  const issue = async () => {
    const { key } = await api.send<ApiKey>('POST', `/ops/v1/businesses/${businessId}/keys`, { mode, scope, ...(label ? { label } : {}) })
    onIssued(key!)
  }
  return (
    <FormDialog title={t('businesses.issueTitle')} submitLabel={t('businesses.issue')} onSubmit={issue} onClose={onClose}>
      {(errorOf) => (
        <>
          <Radio.Group label={t('businesses.mode')} value={mode} onChange={(value) => setMode(value as Mode)} error={errorOf('mode')}>
            <Group mt={6}>
              <Radio value="test" label={t('shell.modeTest')} />
              <Radio value="live" label={t('shell.modeLive')} />
            </Group>
          </Radio.Group>
          <Radio.Group
            label={t('businesses.scope')}
            value={scope}
            onChange={(value) => setScope(value as ApiKey['scope'])}
            error={errorOf('scope')}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="full" label={t('businesses.scopeFull')} />
              <Radio value="quote" label={t('businesses.scopeQuote')} />
            </Stack>
          </Radio.Group>
          <TextInput label={t('businesses.label')} description={t('businesses.labelHint')} {...typed(label, setLabel, errorOf('label'))} />
        </>
      )}
    </FormDialog>
  )
}
