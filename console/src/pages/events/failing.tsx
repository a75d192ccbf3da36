// Failed or retried webhook deliveries of all businesses, with their attempts. Buttons replay the deliveries.

import { PlainButton, RowButton } from '../../components/buttons.tsx'
import './events.css'
import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { api, DELIVERIES } from '../../api.ts'
import { DataTable } from '../../components/lists/data-table.tsx'
import { useFilters } from '../../components/lists/filters.tsx'
import { actionsColumn, useSelection } from '../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { useRefresh } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import type { Mode } from '../../scope.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { FailingDelivery, FailingEndpoint } from '../../wire.ts'
import { DeliveryDrawer, DeliveryStatus, reasonOf, WhyFailed } from './delivery-drawer.tsx'
import { replayDeliveries, useEndpoints, useReplayMissed } from './webhooks.ts'

const idOf = ({ delivery }: FailingDelivery): string => delivery.webhook_delivery_id

type ByEndpointProps = { mode: Mode; business: string | null; onPick: (endpointId: string) => void }

const ByEndpoint = ({ mode, business, onPick }: ByEndpointProps) => {
  const isAdmin = useIsAdmin()
  const refresh = useRefresh()
  const replayMissed = useReplayMissed()
  const { data: endpoints = [] } = useQuery({
    queryKey: [DELIVERIES, 'failing', 'endpoints', mode, business],
    queryFn: ({ signal }) => api.get<FailingEndpoint[]>(`${DELIVERIES}/failing/endpoints`, { mode, business }, signal),
  })
  if (endpoints.length === 0) return null
  const replayAll = async ({ webhook_endpoint_id: id, endpoint_url: url }: FailingEndpoint) => {
    await replayMissed({ id, url: url! })
    await refresh()
  }
  return (
    <Panel title={t('webhooks.byEndpoint')}>
      <ul className="attempts" aria-label={t('webhooks.byEndpoint')}>
        {endpoints.map((row) => (
          <li key={row.webhook_endpoint_id} className="attempt">
            <Group justify="space-between" gap="xs" align="start">
              <div className="webhook-missed">
                <Text size="sm" fw={550} className="webhook-url">
                  {row.endpoint_url ?? t('webhooks.gone')}
                </Text>
                <Text size="sm" component="div">
                  <WhyFailed attempt={row.last_attempt} disabledReason={row.endpoint_disabled_reason} />
                </Text>
                <Hint size="xs">
                  {row.business.name} · {t('webhooks.missed', { failed: row.failed, retrying: row.retrying })} · {t('webhooks.since')}{' '}
                  <Moment at={row.since} />
                </Hint>
              </div>
              <Group gap={4}>
                <RowButton label={t('webhooks.showOnly')} onClick={() => onPick(row.webhook_endpoint_id)} />
                {isAdmin && row.endpoint_url !== null && row.endpoint_disabled_reason === null && (
                  <RowButton label={t('webhooks.replayFailed')} onClick={() => replayAll(row)} />
                )}
              </Group>
            </Group>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type OpenedProps = { id: string; businessId: string; onReplay: () => unknown; onClose: () => void }

const OpenedDelivery = ({ businessId, ...props }: OpenedProps) => {
  const { mode } = useScope()
  const { data: endpoints } = useEndpoints(businessId, mode)
  const urlOf = (id: string): string =>
    endpoints ? (endpoints.find((one) => one.webhook_endpoint_id === id)?.url ?? t('webhooks.gone')) : ''
  return <DeliveryDrawer urlOf={urlOf} {...props} />
}

const FailingDeliveries = () => {
  const { mode, businessId: business } = useScope()
  const isAdmin = useIsAdmin()
  const refresh = useRefresh()
  const selection = useSelection(idOf)
  const [{ endpoint_id: endpointId }, , setFilter] = useFilters(['endpoint_id'])
  const [params, setParams] = useSearchParams()
  const [delivery, owner] = [params.get('delivery'), params.get('owner')]
  const open = (row: FailingDelivery | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of ['delivery', 'owner']) after.delete(name)
        if (row) {
          after.set('delivery', idOf(row))
          after.set('owner', row.business.business_id)
        }
        return after
      },
      { replace: true },
    )
  const replay = async (ids: readonly string[]) => {
    if (await replayDeliveries(ids)) selection.clear()
    await refresh()
  }
  return (
    <Page title={t('webhooks.failingTitle')} lead={t('webhooks.failingLead')}>
      {delivery && owner && (
        <OpenedDelivery id={delivery} businessId={owner} onReplay={() => replay([delivery])} onClose={() => open(null)} />
      )}
      {endpointId === '' ? (
        <ByEndpoint mode={mode} business={business} onPick={(id) => setFilter('endpoint_id', id)} />
      ) : (
        <PlainButton label={t('webhooks.showAll')} size="xs" onClick={() => setFilter('endpoint_id', '')} />
      )}
      <DataTable<FailingDelivery>
        path={`${DELIVERIES}/failing`}
        params={{ mode, business, endpoint_id: endpointId }}
        rowKey={idOf}
        rowName={({ delivery }) => `${delivery.event_type} ${delivery.event_id}`}
        {...(isAdmin ? { selection } : {})}
        bulkActions={
          <Button size="xs" onClick={() => replay([...selection.rows.keys()])}>
            {t('webhooks.replaySelected', { count: selection.rows.size })}
          </Button>
        }
        empty={<Empty icon="check" title={t('webhooks.noneFailing')} text={t('webhooks.noneFailingText')} />}
        columns={[
          {
            key: 'event',
            title: t('webhooks.event'),
            render: (row) => (
              <UnstyledButton className="text-button" onClick={() => open(row)}>
                {row.delivery.event_type}
              </UnstyledButton>
            ),
            narrow: (row) => row.last_attempt && reasonOf(row.last_attempt),
          },
          { key: 'status', title: t('records.status'), render: ({ delivery }) => <DeliveryStatus delivery={delivery} /> },
          {
            key: 'why',
            title: t('payments.why'),
            render: (row) => (row.last_attempt ? reasonOf(row.last_attempt) : t('webhooks.notTried')),
            isFreeText: true,
            isLesser: true,
          },
          {
            key: 'endpoint',
            title: t('webhooks.endpoint'),
            render: (row) => <span className="webhook-url">{row.endpoint_url ?? t('webhooks.gone')}</span>,
            isOptional: true,
          },
          { key: 'business', title: t('records.business'), render: (row) => row.business.name, isLesser: true },
          {
            key: 'attempts',
            title: t('webhooks.attempts'),
            align: 'right',
            render: ({ delivery }) => delivery.attempt_count,
            isLesser: true,
          },
          {
            key: 'next',
            title: t('webhooks.nextAttempt'),
            render: ({ delivery }) => delivery.next_attempt_at && <Moment at={delivery.next_attempt_at} />,
            isLesser: true,
          },
          { key: 'created', title: t('records.createdAt'), render: ({ delivery }) => <Moment at={delivery.created_at} />, isLesser: true },
          actionsColumn((row) => isAdmin && <RowButton label={t('webhooks.replay')} onClick={() => replay([idOf(row)])} />),
        ]}
      />
    </Page>
  )
}

export default FailingDeliveries
