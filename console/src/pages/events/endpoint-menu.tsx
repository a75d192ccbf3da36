// The action menu of a webhook endpoint.

import { ActionIcon, Menu } from '@mantine/core'
import { api, ENDPOINTS } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyDone, notifyError } from '../../components/queries.ts'
import { t } from '../../strings.ts'
import type { Delivery, Endpoint, EndpointWithSecret } from '../../wire.ts'

type EndpointMenuProps = { endpoint: Endpoint; onEdit: () => void; onSecret: (secret: string) => void; onChanged: () => unknown }

export const EndpointMenu = ({ endpoint, onEdit, onSecret, onChanged }: EndpointMenuProps) => {
  const confirm = useConfirm()
  const { url, status } = endpoint
  const path = `${ENDPOINTS}/${endpoint.webhook_endpoint_id}`
  const attempt = async (action: () => Promise<unknown>) => {
    await action().catch(notifyError)
    await onChanged()
  }
  const sendTest = () => attempt(() => api.send<Delivery>('POST', `${path}/test`).then(() => notifyDone(t('webhooks.testSent'))))
  const rotate = async () => {
    if (!(await confirm({ title: t('webhooks.rotateTitle'), text: t('webhooks.rotateText'), action: t('webhooks.rotate') }))) return
    await attempt(async () => onSecret((await api.send<EndpointWithSecret>('POST', `${path}/rotate_secret`, {})).secret))
  }
  const setStatus = (next: Endpoint['status']) =>
    attempt(() => api.send('PATCH', path, { status: next }).then(() => notifyDone(t('shell.saved'))))
  const disable = async () => {
    const text = t('webhooks.disableText', { url })
    if (await confirm({ title: t('webhooks.disableTitle'), text, action: t('webhooks.disable') })) await setStatus('disabled')
  }
  const remove = async () => {
    const text = t('webhooks.removeText', { url })
    if (!(await confirm({ title: t('webhooks.removeTitle'), text, action: t('webhooks.remove'), danger: true }))) return
    await attempt(() => api.send('DELETE', path).then(() => notifyDone(t('webhooks.removed'))))
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('webhooks.more', { url })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('records.edit')}</Menu.Item>
        <Menu.Item onClick={sendTest} disabled={status === 'disabled'}>
          {t('webhooks.sendTest')}
        </Menu.Item>
        <Menu.Item onClick={rotate}>{t('webhooks.rotate')}</Menu.Item>
        {status === 'enabled' ? (
          <Menu.Item onClick={disable}>{t('webhooks.disable')}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => setStatus('enabled')}>{t('webhooks.enable')}</Menu.Item>
        )}
        <Menu.Item color="red" onClick={remove}>
          {t('webhooks.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
