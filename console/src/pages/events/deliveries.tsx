// The webhook deliveries of a business. Admins can replay selected deliveries, or everything that an endpoint missed.

import { Button, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { BUSINESSES, DELIVERIES } from '../../api.ts'
import { PlainButton, RowButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, useFilters } from '../../components/lists/filters.tsx'
import { actionsColumn, useSelection } from '../../components/lists/rows-table.tsx'
import { Page } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Business, Endpoint, ListedDelivery } from '../../wire.ts'
import { DeliveryDrawer, DeliveryStatus, isFailing, reasonOf } from './delivery-drawer.tsx'
import { replayDeliveries, STATUS_NAMES, useEndpoints, useReplayMissed } from './webhooks.ts'

const STATUSES = Object.entries(STATUS_NAMES).map(([value, name]) => ({ value, label: t(name) }))
const idOf = (delivery: ListedDelivery): string => delivery.webhook_delivery_id

const Deliveries = () => {
  const { id: business } = useParams<{ id: string }>()
  const { mode } = useScope()
  const isAdmin = useIsAdmin()
  const client = useQueryClient()
  const replayMissed = useReplayMissed()
  const [filters, filter, setFilter] = useFilters(['endpoint_id', 'status', 'delivery'])
  const selection = useSelection(idOf)
  const { data: endpoints = [] } = useEndpoints(business, mode)
  const { data: owner } = useRead<Business>(BUSINESSES, business)
  const urlOf = (id: string): string => endpoints.find((one) => one.webhook_endpoint_id === id)?.url ?? t('webhooks.gone')
  const chosen = endpoints.find((one) => one.webhook_endpoint_id === filters.endpoint_id)
  const refresh = () => client.invalidateQueries({ queryKey: [DELIVERIES] })

  const replay = async (ids: readonly string[]) => {
    if (await replayDeliveries(ids)) selection.clear()
    await refresh()
  }
  const replayAll = async ({ webhook_endpoint_id: id, url }: Endpoint) => {
    await replayMissed({ id, url })
    await refresh()
  }
  return (
    <Page
      title={t('webhooks.deliveriesTitle')}
      lead={t('webhooks.deliveriesLead', { name: owner?.name ?? '', mode: t(`webhooks.${mode}`) })}
      back={{ href: `/businesses/${business}`, label: owner?.name ?? t('records.business') }}
      actions={
        isAdmin && chosen?.status === 'enabled' && <PlainButton label={t('webhooks.replayFailed')} onClick={() => replayAll(chosen)} />
      }
    >
      <FilterBar>
        <ChoiceFilter
          label={t('webhooks.endpoint')}
          choices={endpoints.map(({ webhook_endpoint_id: value, url }) => ({ value, label: url }))}
          {...filter('endpoint_id')}
        />
        <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
      </FilterBar>
      {filters.delivery && (
        <DeliveryDrawer
          id={filters.delivery}
          urlOf={urlOf}
          onReplay={() => replay([filters.delivery])}
          onClose={() => setFilter('delivery', '')}
        />
      )}
      <DataTable<ListedDelivery>
        path={DELIVERIES}
        params={{ business, mode, endpoint_id: filters.endpoint_id, status: filters.status }}
        rowKey={idOf}
        rowName={(row) => `${row.event_type} ${row.event_id}`}
        {...(isAdmin ? { selection } : {})}
        bulkActions={
          <Button size="xs" onClick={() => replay([...selection.rows.keys()])}>
            {t('webhooks.replaySelected', { count: selection.rows.size })}
          </Button>
        }
        empty={<Empty icon="webhook" title={t('webhooks.deliveriesEmptyTitle')} text={t('webhooks.deliveriesEmpty')} />}
        columns={[
          {
            key: 'event',
            title: t('webhooks.event'),
            render: (row) => (
              <UnstyledButton className="text-button" onClick={() => setFilter('delivery', idOf(row))}>
                {row.event_type}
              </UnstyledButton>
            ),
            narrow: (row) => row.status !== 'delivered' && row.last_attempt && reasonOf(row.last_attempt),
          },
          { key: 'status', title: t('records.status'), render: (row) => <DeliveryStatus delivery={row} /> },
          {
            key: 'why',
            title: t('payments.why'),
            render: (row) => row.status !== 'delivered' && row.last_attempt && reasonOf(row.last_attempt),
            isFreeText: true,
            isLesser: true,
          },
          { key: 'attempts', title: t('webhooks.attempts'), align: 'right', render: (row) => row.attempt_count, isLesser: true },
          {
            key: 'endpoint',
            title: t('webhooks.endpoint'),
            render: (row) => <span className="webhook-url">{urlOf(row.webhook_endpoint_id)}</span>,
            isLesser: true,
          },
          {
            key: 'next',
            title: t('webhooks.nextAttempt'),
            render: (row) => row.next_attempt_at && <Moment at={row.next_attempt_at} />,
            isLesser: true,
          },
          { key: 'created', title: t('records.createdAt'), render: (row) => <Moment at={row.created_at} />, isLesser: true },
          actionsColumn(
            (row) =>
              isAdmin &&
              (row.status === 'failed' || isFailing(row)) && <RowButton label={t('webhooks.replay')} onClick={() => replay([idOf(row)])} />,
          ),
        ]}
      />
    </Page>
  )
}

export default Deliveries
