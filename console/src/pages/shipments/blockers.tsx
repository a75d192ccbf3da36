// Packages that block the departure of a shipment, and how to resolve each.

import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Problem } from '../../api.ts'
import { api, PACKAGES } from '../../api.ts'
import { Icon } from '../../components/icons.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage, Shipment } from '../../wire.ts'
import type { ShipmentActions } from './actions.ts'

const PACKAGES_MAX = 2_000
const PER_PAGE = 100

/** The refusal names packages by number; actions need their ids. */
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
  const waysOut = ({ field: number }: Problem) => {
    const parcel = packages?.get(number)
    if (!parcel) return null
    return (
      <Group gap={4}>
        {parcel.hold_instruction === 'hold' && (
          <Button size="compact-sm" onClick={() => actions.release(parcel)} aria-label={t('shipments.releaseNamed', { number })}>
            {t('shipments.release')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => actions.detach(parcel)}
          aria-label={t('shipments.detachNamed', { number })}
        >
          {t('shipments.detach')}
        </Button>
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
