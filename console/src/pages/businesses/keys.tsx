// The API keys of a business, with actions to issue, rotate and revoke a key. A new key is shown only once.

import { Badge, Button, Code, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, BUSINESSES } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { SecretDialog, useConfirm } from '../../components/dialogs.tsx'
import { FormDialog, typed } from '../../components/form.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyError, useRead, useSave } from '../../components/queries.ts'
import { Empty, QueryView } from '../../components/states.tsx'
import type { Mode } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment, useTimes } from '../../time.tsx'
import type { ApiKey, RotatedKey } from '../../wire.ts'

type IssueProps = { businessId: string; onIssued: (key: string) => void; onClose: () => void }

const IssueKey = ({ businessId, onIssued, onClose }: IssueProps) => {
  const [mode, setMode] = useState<Mode>('test')
  const [scope, setScope] = useState<ApiKey['scope']>('full')
  const [label, setLabel] = useState('')
  const issue = async () => {
    const { key } = await api.send<ApiKey>('POST', `${BUSINESSES}/${businessId}/keys`, { mode, scope, ...(label ? { label } : {}) })
    onIssued(key!)
  }
  return (
    <FormDialog title={t('businesses.issueTitle')} submitLabel={t('businesses.issue')} onSubmit={issue} onClose={onClose}>
      {(errorOf) => (
        <>
          <Radio.Group label={t('shell.mode')} value={mode} onChange={setMode} error={errorOf('mode')}>
            <Group mt={6}>
              <Radio value="test" label={t('shell.modeTest')} />
              <Radio value="live" label={t('shell.modeLive')} />
            </Group>
          </Radio.Group>
          <Radio.Group label={t('businesses.scope')} value={scope} onChange={setScope} error={errorOf('scope')}>
            <Stack gap="xs" mt={6}>
              <Radio value="full" label={t('businesses.scopeFull')} />
              <Radio value="quote" label={t('businesses.scopeQuote')} />
            </Stack>
          </Radio.Group>
          <TextInput label={t('records.label')} description={t('businesses.labelHint')} {...typed(label, setLabel, errorOf('label'))} />
        </>
      )}
    </FormDialog>
  )
}

const isOver = ({ revoked_at: revoked, expires_at: expires }: ApiKey): boolean =>
  revoked !== null || (expires !== null && Date.parse(expires) <= Date.now())

const KeyStatus = ({ apiKey }: { apiKey: ApiKey }) => {
  const { revoked_at: revoked, expires_at: expires } = apiKey
  const { formatMoment } = useTimes()
  if (revoked !== null) return t('records.revoked', { when: formatMoment(revoked) })
  if (expires === null) return <Badge variant="light">{t('records.active')}</Badge>
  return t(isOver(apiKey) ? 'businesses.expired' : 'businesses.works', { when: formatMoment(expires) })
}

export const Keys = ({ businessId }: { businessId: string }) => {
  const query = useRead<ApiKey[]>(BUSINESSES, businessId, 'keys')
  const client = useQueryClient()
  const save = useSave()
  const confirm = useConfirm()
  const isAdmin = useIsAdmin()
  const [isIssuing, setIsIssuing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const show = (key: string) => {
    setIsIssuing(false)
    setSecret(key)
    return client.invalidateQueries({ queryKey: [BUSINESSES, businessId, 'keys'] })
  }
  const rotate = async ({ key_id: id, begins }: ApiKey) => {
    const text = t('businesses.rotateText', { begins })
    if (!(await confirm({ title: t('businesses.rotateTitle'), text, action: t('businesses.rotate') }))) return
    await api.send<RotatedKey>('POST', `/ops/v1/keys/${id}/rotate`, {}).then(({ key }) => show(key.key!), notifyError)
  }
  const revoke = async ({ key_id: id, begins }: ApiKey) => {
    const text = t('businesses.revokeText', { begins })
    if (!(await confirm({ title: t('businesses.revokeTitle'), text, action: t('records.revoke'), danger: true }))) return
    await save(api.send('POST', `/ops/v1/keys/${id}/revoke`), t('businesses.keyRevoked'))
  }
  const issue = isAdmin && (
    <Button size="xs" onClick={() => setIsIssuing(true)}>
      {t('businesses.issue')}
    </Button>
  )
  const actions = (key: ApiKey) => (
    <Group gap={4} justify="flex-end">
      {key.expires_at === null && <RowButton label={t('businesses.rotate')} onClick={() => rotate(key)} />}
      <RowButton label={t('records.revoke')} color="red" onClick={() => revoke(key)} />
    </Group>
  )
  return (
    <Panel title={t('businesses.keys')} actions={issue} flush>
      {isIssuing && <IssueKey businessId={businessId} onIssued={show} onClose={() => setIsIssuing(false)} />}
      {secret !== null && <SecretDialog title={t('businesses.issued')} secret={secret} onClose={() => setSecret(null)} />}
      <QueryView query={query}>
        {(keys) => (
          <RowsTable
            rows={keys}
            rowKey={(key) => key.key_id}
            rowName={(key) => key.begins}
            columns={[
              { key: 'begins', title: t('records.begins'), render: (key) => <Code>{key.begins}…</Code> },
              { key: 'label', title: t('records.label'), render: (key) => key.label, isLesser: true },
              { key: 'mode', title: t('shell.mode'), render: (key) => t(key.mode === 'live' ? 'shell.modeLive' : 'shell.modeTest') },
              {
                key: 'scope',
                title: t('businesses.scope'),
                render: (key) => t(key.scope === 'full' ? 'businesses.scopeFull' : 'businesses.scopeQuote'),
                isLesser: true,
              },
              { key: 'used', title: t('records.lastUsed'), render: (key) => <Moment at={key.last_used_at} />, isLesser: true },
              { key: 'status', title: t('records.status'), render: (key) => <KeyStatus apiKey={key} /> },
              {
                key: 'actions',
                title: t('shell.actions'),
                isTitleHidden: true,
                render: (key) => (isAdmin && !isOver(key) ? actions(key) : null),
              },
            ]}
            empty={<Empty icon="lock" title={t('businesses.keysEmptyTitle')} text={t('businesses.keysEmpty')} />}
          />
        )}
      </QueryView>
    </Panel>
  )
}
