// Unpaid packages of a shipment, and which of them block its next step.

import { Group, Text } from '@mantine/core'
import { SHIPMENTS } from '../../api.ts'
import { Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { ReleaseActions } from '../../components/records/release.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { PackageOwed, Shipment, ShipmentOwed } from '../../wire.ts'
import type { ShipmentActions } from './actions.ts'

const ROWS_MAX = 50

const stopsNow = ({ status }: Shipment, { stops }: PackageOwed): boolean =>
  status === 'open' ? stops === 'departure' : (status === 'departed' || status === 'arrived') && stops === 'delivery'

export const UnpaidPanel = ({ shipment, actions }: { shipment: Shipment; actions: ShipmentActions }) => {
  const { data } = useRead<ShipmentOwed>(SHIPMENTS, shipment.shipment_id, 'owed')
  if (!data || data.packages.length === 0) return null
  const stopped = data.packages.filter((owed) => stopsNow(shipment, owed))
  const rows = [...stopped, ...data.packages.filter((owed) => !stopped.includes(owed))]
  return (
    <Panel title={t('shipments.unpaid', { amount: formatMoney(data.owed, data.currency) })}>
      {stopped.length > 0 && (
        <Text size="sm" fw={600}>
          {t(shipment.status === 'open' ? 'shipments.unpaidDeparture' : 'shipments.unpaidDelivery', { count: stopped.length })}
        </Text>
      )}
      <ul className="shipment-blockers">
        {rows.slice(0, ROWS_MAX).map((owed) => (
          <li key={owed.parcel_id}>
            <Group justify="space-between" gap="xs" flex={1}>
              <PageLink href={`/packages/${owed.parcel_id}`} fw={550}>
                {owed.parcel_number}
              </PageLink>
              <Text size="sm">{formatMoney(owed.owed, owed.currency)}</Text>
            </Group>
            {stopped.includes(owed) && (
              <ReleaseActions owed={owed} mode={shipment.mode} onReleased={() => void actions.onReleasedUnpaid(owed)} />
            )}
          </li>
        ))}
      </ul>
      {rows.length > ROWS_MAX && <Hint>{t('shipments.unpaidMore', { count: rows.length - ROWS_MAX })}</Hint>}
    </Panel>
  )
}
