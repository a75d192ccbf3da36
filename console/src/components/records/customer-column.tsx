// The column of a package's customer, with the business below.

import { Text } from '@mantine/core'
import type { OpsPackage } from '../../wire.ts'
import type { Column } from '../lists/rows-table.tsx'

export const customerColumn = (title: string): Column<OpsPackage> => ({
  key: 'customer',
  title,
  render: ({ customer, business }) => (
    <>
      {customer.name}
      <Text size="xs" c="dimmed">
        {business.name}
      </Text>
    </>
  ),
  csv: (row) => row.customer.name,
})
