// The column of a package's customer, with the business below.

import type { OpsPackage } from '../../wire.ts'
import type { Column } from '../lists/rows-table.tsx'
import { Hint } from '../text.tsx'

export const customerColumn = (title: string): Column<OpsPackage> => ({
  key: 'customer',
  title,
  render: ({ customer, business }) => (
    <>
      {customer.name}
      <Hint size="xs">{business.name}</Hint>
    </>
  ),
  csv: (row) => row.customer.name,
  isFreeText: true,
})
