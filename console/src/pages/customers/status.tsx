// The status badge and the name of a customer.

import { Badge } from '@mantine/core'
import { t } from '../../strings.ts'
import type { Customer } from '../../wire.ts'

export const customerName = ({ full_name: name, address_suffix: id }: Customer): string => name || id

export const CustomerStatusBadge = ({ customer: { status, merged_into_id: mergedInto } }: { customer: Customer }) => (
  <Badge variant="dot" color={status === 'active' ? 'teal.7' : 'gray.6'}>
    {t(mergedInto !== null ? 'customers.merged' : status === 'active' ? 'records.active' : 'records.inactive')}
  </Badge>
)
