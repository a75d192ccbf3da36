// The latest packages of a customer, with a link to all of them.

import { useQuery } from '@tanstack/react-query'
import { api, PACKAGES } from '../../api.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { PackageStatusBadge } from '../../components/records/package-status.tsx'
import { Empty, QueryView } from '../../components/states.tsx'
import { PageLink } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { Day } from '../../time.tsx'
import type { CustomerDetail, OpsPackage } from '../../wire.ts'
import { routeText } from '../packages/columns.tsx'

const LATEST = 10

const COLUMNS: Column<OpsPackage>[] = [
  { key: 'number', title: t('packages.number'), render: (row) => row.parcel_number },
  {
    key: 'status',
    title: t('records.status'),
    render: (row) => <PackageStatusBadge status={row.status} isHeld={row.hold_instruction === 'hold'} />,
  },
  { key: 'route', title: t('packages.route'), render: routeText, isLesser: true },
  { key: 'arrived', title: t('packages.arrived'), render: (row) => <Day at={row.warehouse_arrived_at} />, isLesser: true },
]

export const LatestPackages = ({ customer }: { customer: CustomerDetail }) => {
  const { parcel_customer_id: id, mode } = customer
  const params = { mode, customer_id: id, per_page: LATEST }
  const query = useQuery({ queryKey: [PACKAGES, params], queryFn: ({ signal }) => api.list<OpsPackage>(PACKAGES, params, signal) })
  const all = customer.packages_count > LATEST && (
    <PageLink href={`/packages?customer_id=${id}`}>{t('customers.allPackages', { count: customer.packages_count })}</PageLink>
  )
  return (
    <Panel title={t('customers.latestPackages')} actions={all} flush>
      <QueryView query={query}>
        {({ items }) => (
          <RowsTable
            rows={items}
            columns={COLUMNS}
            rowKey={(row) => row.parcel_id}
            rowName={(row) => row.parcel_number}
            href={(row) => `/packages/${row.parcel_id}`}
            empty={<Empty title={t('packages.emptyTitle')} />}
          />
        )}
      </QueryView>
    </Panel>
  )
}
