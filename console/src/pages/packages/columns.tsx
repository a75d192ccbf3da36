// The columns of the package list.

import { Text } from '@mantine/core'
import type { Column } from '../../components/lists/rows-table.tsx'
import { orDash } from '../../components/lists/rows-table.tsx'
import type { ListTotals } from '../../components/lists/table-tools.tsx'
import { PackageStatusBadge } from '../../components/records/package-status.tsx'
import { formatMoney, formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import { day } from '../../time.tsx'
import type { OpsPackage } from '../../wire.ts'

export const routeText = ({ origin_country: from = '?', destination_country: to = '?', transport_mode: mode }: OpsPackage): string =>
  t('packages.routeText', { from, to, mode: t(`packages.${mode ?? 'undecided'}`) })

const weightText = ({ actual_weight: actual, declared_weight: declared }: OpsPackage): string => {
  const value = actual ?? declared
  return value === undefined ? '—' : t('records.kg', { value })
}

export const piecesText = ({ quantity = 1, pieces_arrived: arrived, pieces_complete: isComplete }: OpsPackage): string =>
  arrived === null || isComplete ? String(quantity) : t('packages.piecesOf', { arrived, quantity })

const storageText = ({ storage_fee: fee }: OpsPackage): string =>
  fee?.amount_due && fee.currency ? formatMoney(fee.amount_due, fee.currency) : '—'

const PACKAGE_COLUMNS: Column<OpsPackage>[] = [
  { key: 'number', title: t('packages.number'), value: (row) => row.parcel_number, narrow: (row) => row.customer.name },
  {
    key: 'status',
    title: t('records.status'),
    render: (row) => <PackageStatusBadge status={row.status} isHeld={row.hold_instruction === 'hold'} />,
    csv: (row) => row.status,
  },
  { key: 'reference', title: t('quotes.one'), value: (row) => row.quote_reference, format: orDash, isLesser: true, isOptional: true },
  {
    key: 'customer',
    title: t('records.customer'),
    render: ({ customer, business }) => (
      <>
        {customer.name}{' '}
        <Text size="xs" c="dimmed" component="span">
          {customer.customer_identifier ?? business.prefix}
        </Text>
      </>
    ),
    csv: (row) => row.customer.name,
    isLesser: true,
    isFreeText: true,
  },
  { key: 'route', title: t('packages.route'), value: routeText, isLesser: true },
  { key: 'pieces', title: t('packages.pieces'), align: 'right', render: piecesText, csv: (row) => row.quantity ?? 1, isLesser: true },
  {
    key: 'weight',
    title: t('packages.weight'),
    align: 'right',
    render: weightText,
    csv: (row) => row.actual_weight ?? row.declared_weight ?? null,
    isLesser: true,
  },
  { key: 'arrived', title: t('packages.arrived'), value: (row) => row.warehouse_arrived_at, format: day, isLesser: true },
  { key: 'site', title: t('sites.site'), value: (row) => row.site, format: orDash, isLesser: true, isOptional: true },
  { key: 'place', title: t('places.one'), value: (row) => row.place?.code, format: orDash, isLesser: true, isOptional: true },
  {
    key: 'created',
    title: t('records.createdAt'),
    value: (row) => row.created_at,
    format: day,
    isLesser: true,
    isOptional: true,
    order: 'created',
  },
  {
    key: 'storage',
    title: t('packages.storageDue'),
    align: 'right',
    render: storageText,
    csv: (row) => row.storage_fee.amount_due,
    isLesser: true,
  },
]

/** The list can be sorted by arrival only if all packages in it have arrived. */
export const packageColumns = (isAllArrived: boolean): readonly Column<OpsPackage>[] =>
  isAllArrived ? PACKAGE_COLUMNS.map((column) => (column.key === 'arrived' ? { ...column, order: 'arrived' } : column)) : PACKAGE_COLUMNS

export const packageSums = ({ pieces, weight }: ListTotals) => ({
  number: t('lists.total'),
  pieces,
  weight: weight ? t('records.kg', { value: formatNumber(weight) }) : '—',
})
