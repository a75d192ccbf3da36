// The status badge of a delivery.

import { Badge } from '@mantine/core'
import { t } from '../../strings.ts'
import type { Delivery } from '../../wire.ts'
import { STATUS_NAMES } from './names.ts'

const COLORS = { pending: 'blue', delivered: 'teal', failed: 'red' } as const

/** Failed at least once and waiting for a retry. */
export const isFailing = ({ status, attempt_count: attempts }: Delivery): boolean => status === 'pending' && attempts > 0

export const DeliveryStatus = ({ delivery }: { delivery: Delivery }) =>
  isFailing(delivery) ? (
    <Badge variant="filled" color="#8a4700">
      {t('webhooks.retrying', { count: delivery.attempt_count })}
    </Badge>
  ) : (
    <Badge variant="light" color={COLORS[delivery.status]}>
      {t(STATUS_NAMES[delivery.status])}
    </Badge>
  )
