// Texts of shipments: status, countries.

import { Badge } from '@mantine/core'
import { countryName } from '../../format.ts'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import type { ShipmentStatus } from '../../wire.ts'

export const STATUS_NAMES = {
  open: 'shipments.open',
  departed: 'shipments.departed',
  arrived: 'shipments.arrived',
  delivered: 'shipments.delivered',
  cancelled: 'shipments.cancelled',
} as const satisfies Record<ShipmentStatus, PlainKey>

const STATUS_COLORS: Record<ShipmentStatus, string> = {
  open: 'harbour.6',
  departed: 'indigo.6',
  arrived: 'grape.6',
  delivered: 'teal.7',
  cancelled: 'red.7',
}

export const StatusBadge = ({ status }: { status: ShipmentStatus }) => (
  <Badge variant="dot" color={STATUS_COLORS[status]}>
    {t(STATUS_NAMES[status])}
  </Badge>
)

export const countryOrNone = (code: string | null): string => (code === null ? t('shipments.notSaid') : countryName(code))
