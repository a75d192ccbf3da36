// Badges for a package: its status, and whether it is on hold.

import { Badge, Group } from '@mantine/core'
import { t } from '../../strings.ts'
import type { PackageStatus } from '../../wire.ts'

export const PACKAGE_STATUSES: readonly PackageStatus[] = ['booked', 'warehouse', 'transit', 'delivered', 'cancelled']

const NAMES = {
  booked: 'packages.booked',
  warehouse: 'packages.warehouse',
  transit: 'packages.transit',
  delivered: 'packages.delivered',
  cancelled: 'packages.cancelled',
} as const

const COLORS: Record<PackageStatus, string> = {
  booked: 'gray.6',
  warehouse: 'harbour.6',
  transit: 'indigo.6',
  delivered: 'teal.7',
  cancelled: 'red.7',
}

export const packageStatusName = (status: PackageStatus): string => t(NAMES[status])

export const PackageStatusBadge = ({ status, isHeld = false }: { status: PackageStatus; isHeld?: boolean }) => (
  <Group gap={4} component="span" display="inline-flex">
    <Badge variant="dot" color={COLORS[status]}>
      {packageStatusName(status)}
    </Badge>
    {isHeld && (
      <Badge variant="filled" color="#8a4700">
        {t('packages.onHold')}
      </Badge>
    )}
  </Group>
)
