// The status badge of a delivery.

import { Badge } from '@mantine/core'
import { t } from '../../strings.ts'
import type { Delivery } from '../../wire.ts'
import { STATUS_NAMES } from './names.ts'

const COLORS = { pending: 'blue', delivered: 'teal', failed: 'red' } as const

export const DeliveryStatus = ({ delivery: { status } }: { delivery: Delivery }) => (
  <Badge variant="light" color={COLORS[status]}>
    {t(STATUS_NAMES[status])}
  </Badge>
)
