// Failed webhook deliveries of all businesses: attempts, and replay.

import './events.css'
import { Button, UnstyledButton } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { DELIVERIES } from '../../api.ts'
import { DataTable } from '../../components/lists/data-table.tsx'
import { useSelection } from '../../components/lists/rows-table.tsx'
import { Page } from '../../components/page.tsx'
import { useRefresh } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { FailingDelivery } from '../../wire.ts'
import { DeliveryDrawer, DeliveryStatus } from './delivery-drawer.tsx'
import { replayDeliveries, useEndpoints } from './webhooks.ts'

const idOf = ({ delivery }: FailingDelivery): string => delivery.webhook_delivery_id

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
      <DataTable<FailingDelivery>
        path={`${DELIVERIES}/failing`}
        params={{ mode, business }}
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
          },
          { key: 'status', title: t('records.status'), render: ({ delivery }) => <DeliveryStatus delivery={delivery} /> },
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
          {
            key: 'actions',
            title: t('shell.actions'),
            isTitleHidden: true,
            align: 'right',
            render: (row) =>
              isAdmin && (
                <Button size="compact-xs" variant="subtle" onClick={() => replay([idOf(row)])}>
                  {t('webhooks.replay')}
                </Button>
              ),
          },
        ]}
      />
    </Page>
  )
}

export default FailingDeliveries
