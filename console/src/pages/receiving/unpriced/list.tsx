// Parcels that were received without a booking and have no price yet, each with the details that are still needed to price it.

import { PACKAGES } from '../../../api.ts'
import { DataTable } from '../../../components/lists/data-table.tsx'
import { useFilters } from '../../../components/lists/filters.tsx'
import { Page } from '../../../components/page.tsx'
import { SiteFilter } from '../../../components/records/site-filter.tsx'
import { Empty } from '../../../components/states.tsx'
import { useScope } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { OpsPackage } from '../../../wire.ts'

const missingText = ({ missing_for_price: missing }: OpsPackage): string => (missing ?? []).map((fact) => t(`unpriced.${fact}`)).join(', ')

const UnpricedList = () => {
  const { mode, businessId: business } = useScope()
  const [{ site }, filter] = useFilters(['site'])
  return (
    <Page title={t('unpriced.title')} lead={t('unpriced.lead')}>
      <DataTable<OpsPackage>
        path={PACKAGES}
        params={{ mode, business, unpriced: 'true', site }}
        filters={<SiteFilter {...filter('site')} />}
        rowKey={(row) => row.parcel_id}
        rowName={(row) => row.parcel_number}
        href={(row) => `/packages/${row.parcel_id}`}
        csvName="unpriced"
        empty={<Empty icon="check" title={t('unpriced.empty')} text={t('unpriced.emptyText')} />}
        columns={[
          { key: 'number', title: t('packages.number'), value: (row) => row.parcel_number },
          { key: 'missing', title: t('unpriced.missing'), value: missingText },
          { key: 'customer', title: t('records.customer'), value: (row) => row.customer.name, isFreeText: true },
          { key: 'business', title: t('records.business'), value: (row) => row.business.name, isLesser: true, isFreeText: true },
          {
            key: 'arrived',
            title: t('packages.arrived'),
            render: (row) => row.warehouse_arrived_at && <Moment at={row.warehouse_arrived_at} />,
            csv: (row) => row.warehouse_arrived_at,
            isLesser: true,
          },
        ]}
      />
    </Page>
  )
}

export default UnpricedList
