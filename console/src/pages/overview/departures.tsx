// Shipments that depart soon, and overdue ones.

import { Badge, Group, Text } from '@mantine/core'
import { Panel } from '../../components/page.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Leaving } from '../../wire.ts'

export const Departures = ({ leaving, at }: { leaving: readonly Leaving[]; at: string }) => {
  const all = <PageLink href="/shipments?status=open">{t('overview.allShipments')}</PageLink>
  return (
    <Panel title={t('overview.leaving')} lead={t('overview.leavingLead')} actions={all} flush>
      {leaving.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('overview.nothingLeaving')}
        </Text>
      ) : (
        <ul className="overview-list">
          {leaving.map(({ shipment_id: id, number, carrier, etd }) => (
            <li key={id}>
              <div>
                <PageLink href={`/shipments/${id}`} fw={550}>
                  {number ?? id}
                </PageLink>
                <Hint size="xs">{carrier}</Hint>
              </div>
              <Group gap={6} justify="flex-end">
                {etd < at && (
                  <Badge variant="filled" color="#8a4700">
                    {t('overview.late')}
                  </Badge>
                )}
                <Text size="sm" component="span">
                  <Moment at={etd} />
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
