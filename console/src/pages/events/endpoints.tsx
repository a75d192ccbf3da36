// The webhook endpoints of a business in the current mode.

import { LinkButton } from '../../components/buttons.tsx'
import './events.css'
import { ActionIcon, Anchor, Badge, Button, Menu, MultiSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { api, BUSINESSES, ENDPOINTS } from '../../api.ts'
import { SecretDialog, useConfirm } from '../../components/dialogs.tsx'
import { FormDialog, typed } from '../../components/form.tsx'
import { Icon } from '../../components/icons.tsx'
import { actionsColumn, RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, notifyError } from '../../components/queries.ts'
import { Empty, QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { ModeSwitch, useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Delivery, Endpoint, EndpointWithSecret } from '../../wire.ts'
import { EVENT_FILTERS, useEndpoints } from './webhooks.ts'

type EndpointMenuProps = { endpoint: Endpoint; onEdit: () => void; onSecret: (secret: string) => void; onChanged: () => unknown }

const EndpointMenu = ({ endpoint, onEdit, onSecret, onChanged }: EndpointMenuProps) => {
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

type EndpointFields = { url: string; event_types: string[]; description?: string }

type EndpointFormProps = {
  title: string
  submitLabel: string
  endpoint?: Endpoint
  onSubmit: (fields: EndpointFields) => Promise<unknown>
  onClose: () => void
}

const EndpointForm = ({ title, submitLabel, endpoint, onSubmit, onClose }: EndpointFormProps) => {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [events, setEvents] = useState(endpoint?.event_types ?? ['*'])
  const submit = () => onSubmit({ url: url.trim(), event_types: events, ...(description ? { description } : {}) })
  return (
    <FormDialog title={title} submitLabel={submitLabel} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('webhooks.url')} description={t('webhooks.urlHint')} {...typed(url, setUrl, errorOf('url'))} data-autofocus />
          <MultiSelect
            label={t('webhooks.events')}
            description={t('webhooks.eventsHint')}
            data={EVENT_FILTERS}
            value={events}
            error={errorOf('event_types')}
            onChange={setEvents}
            searchable
            hidePickedOptions
          />
          <TextInput label={t('records.description')} {...typed(description, setDescription, errorOf('description'))} />
        </>
      )}
    </FormDialog>
  )
}

const EndpointStatus = ({ endpoint }: { endpoint: Endpoint }) => {
  const { status, disabled_reason: reason, failing_since: since } = endpoint
  const isDisabled = status === 'disabled'
  const { formatMoment } = useTimes()
  return (
    <>
      <Badge variant="light" color={isDisabled ? 'gray' : since ? 'orange' : 'teal'}>
        {t(isDisabled ? 'webhooks.disabled' : 'webhooks.enabled')}
      </Badge>
      {(isDisabled ? reason : since) && (
        <Hint size="xs">{isDisabled ? reason : t('webhooks.failing', { when: formatMoment(since!) })}</Hint>
      )}
    </>
  )
}

type Open = { type: 'adding' } | { type: 'editing'; endpoint: Endpoint } | { type: 'secret'; secret: string } | null

export const Endpoints = ({ business }: { business: { business_id: string } }) => {
  const { business_id: businessId } = business
  const { mode } = useScope()
  const isAdmin = useIsAdmin()
  const client = useQueryClient()
  const query = useEndpoints(businessId, mode)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const refresh = () => client.invalidateQueries({ queryKey: [BUSINESSES, businessId, 'webhook_endpoints'] })
  const add = async (fields: EndpointFields) => {
    const made = await api.send<EndpointWithSecret>('POST', `${BUSINESSES}/${businessId}/webhook_endpoints`, { mode, ...fields })
    setOpen({ type: 'secret', secret: made.secret })
    await refresh()
  }
  const edit = async (id: string, fields: EndpointFields) => {
    await api.send('PATCH', `${ENDPOINTS}/${id}`, fields)
    notifyDone(t('shell.saved'))
    close()
    await refresh()
  }
  const deliveriesOf = (id: string): string => `/businesses/${businessId}/deliveries?endpoint_id=${id}`
  return (
    <Panel
      title={t('webhooks.endpoints')}
      lead={t('webhooks.endpointsLead', { mode: t(`webhooks.${mode}`) })}
      actions={
        <>
          <ModeSwitch label={t('webhooks.mode')} size="xs" />
          <LinkButton href={`/businesses/${businessId}/deliveries`} label={t('webhooks.deliveries')} size="xs" />
          {isAdmin && (
            <Button size="xs" onClick={() => setOpen({ type: 'adding' })}>
              {t('webhooks.add')}
            </Button>
          )}
        </>
      }
      flush
    >
      {open?.type === 'adding' && (
        <EndpointForm title={t('webhooks.addTitle')} submitLabel={t('webhooks.add')} onSubmit={add} onClose={close} />
      )}
      {open?.type === 'editing' && (
        <EndpointForm
          title={t('webhooks.editTitle')}
          submitLabel={t('shell.save')}
          endpoint={open.endpoint}
          onSubmit={(fields) => edit(open.endpoint.webhook_endpoint_id, fields)}
          onClose={close}
        />
      )}
      {open?.type === 'secret' && <SecretDialog title={t('webhooks.added')} secret={open.secret} onClose={close} />}
      <QueryView query={query}>
        {(endpoints) => (
          <RowsTable
            rows={endpoints}
            rowKey={(row) => row.webhook_endpoint_id}
            rowName={(row) => row.url}
            columns={[
              {
                key: 'url',
                title: t('webhooks.url'),
                render: (row) => (
                  <>
                    <Anchor component={Link} href={deliveriesOf(row.webhook_endpoint_id)} size="sm" fw={550} className="webhook-url">
                      {row.url}
                    </Anchor>
                    {row.description && <Hint size="xs">{row.description}</Hint>}
                  </>
                ),
              },
              {
                key: 'events',
                title: t('webhooks.events'),
                render: (row) => (row.event_types.includes('*') ? t('records.all') : row.event_types.join(', ')),
                isLesser: true,
              },
              { key: 'status', title: t('records.status'), render: (row) => <EndpointStatus endpoint={row} /> },
              actionsColumn<Endpoint>(
                (row) =>
                  isAdmin && (
                    <EndpointMenu
                      endpoint={row}
                      onEdit={() => setOpen({ type: 'editing', endpoint: row })}
                      onSecret={(secret) => setOpen({ type: 'secret', secret })}
                      onChanged={refresh}
                    />
                  ),
              ),
            ]}
            empty={<Empty icon="webhook" title={t('webhooks.emptyTitle')} text={t('webhooks.empty')} />}
          />
        )}
      </QueryView>
    </Panel>
  )
}
