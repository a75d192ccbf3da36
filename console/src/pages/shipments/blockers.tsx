// Two panels of a shipment: its unpaid packages, and the packages that block its next step. Both offer the actions that unblock a package.

import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Problem } from '../../api.ts'
import { api, PACKAGES, SHIPMENTS } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { Icon } from '../../components/icons.tsx'
import { NextStep } from '../../components/next-step.tsx'
import { Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { ReleaseActions } from '../../components/records/release.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { formatMoney } from '../../format.ts'
import { useSeesMoney } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage, PackageOwed, Shipment, ShipmentOwed } from '../../wire.ts'
import type { ShipmentActions } from './actions.ts'

const ROWS_MAX = 50

const stopsNow = ({ status }: Shipment, { stops }: PackageOwed): boolean =>
  status === 'open' ? stops === 'departure' : (status === 'departed' || status === 'arrived') && stops === 'delivery'

export const UnpaidPanel = ({ shipment, actions }: { shipment: Shipment; actions: ShipmentActions }) => {
  const { data } = useRead<ShipmentOwed>(SHIPMENTS, shipment.shipment_id, useSeesMoney() ? 'owed' : null)
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

const PACKAGES_MAX = 2_000
const PER_PAGE = 100

/** Reads the packages of the shipment. The server's refusal names packages by number, but the actions need package IDs. */
const usePackagesByNumber = ({ shipment_id: id, mode }: Shipment) =>
  useQuery({
    queryKey: [PACKAGES, 'of-shipment', id],
    queryFn: async ({ signal }) => {
      const params = { mode, shipment_id: id, per_page: PER_PAGE }
      const { items } = await api.listAll<OpsPackage>(PACKAGES, params, { rowsMax: PACKAGES_MAX, signal })
      return new Map(items.map((parcel) => [parcel.parcel_number, parcel]))
    },
    staleTime: 0,
  })

type BlockersProps = { shipment: Shipment; blockers: readonly Problem[]; actions: ShipmentActions }

export const Blockers = ({ shipment, blockers, actions }: BlockersProps) => {
  const { data: packages } = usePackagesByNumber(shipment)
  if (blockers.length === 0)
    return (
      <section className="panel shipment-free" role="status">
        <Group p="md" gap="sm">
          <Icon name="check" />
          <Text size="sm">{t('shipments.blockedNothing')}</Text>
        </Group>
      </section>
    )
  const waysOut = ({ field: number, message }: Problem) => {
    const parcel = packages?.get(number)
    if (!parcel) return null
    return (
      <Group gap={4}>
        {parcel.hold_instruction === 'hold' && (
          <Button size="compact-sm" onClick={() => actions.release(parcel)} aria-label={t('shipments.releaseNamed', { number })}>
            {t('shipments.release')}
          </Button>
        )}
        <PlainButton
          label={t('shipments.detach')}
          size="compact-sm"
          named={t('shipments.detachNamed', { number })}
          onClick={() => actions.detach(parcel)}
        />
        {parcel.missing_for_price !== null && <NextStep code="PACKAGE_UNPRICED" text={number} />}
        {message.startsWith('owes') && <NextStep code="PAYMENT_REQUIRED" text={number} />}
      </Group>
    )
  }
  return (
    <section className="panel shipment-blocked" role="alert">
      <Stack p="md" gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Icon name="alert" />
          <div>
            <Title order={2}>{t('shipments.blockedTitle', { count: blockers.length })}</Title>
            <Hint>{t('shipments.blockedLead')}</Hint>
          </div>
        </Group>
        <ul className="shipment-blockers">
          {blockers.map((blocker) => (
            <li key={blocker.field}>
              <Text size="sm">
                <Anchor component={Link} href={`/packages/${packages?.get(blocker.field)?.parcel_id ?? blocker.field}`} ff="monospace">
                  {blocker.field}
                </Anchor>{' '}
                {blocker.message}
              </Text>
              {waysOut(blocker)}
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  )
}
