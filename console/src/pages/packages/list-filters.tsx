// The filters of the package list, kept in the URL.

import { PLACES, SHIPMENTS } from '../../api.ts'
import type { Filter } from '../../components/lists/filters.tsx'
import { ChoiceFilter, DaysFilter, FilterBar, SearchInput } from '../../components/lists/filters.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { CustomerFilter, shipmentOption } from '../../components/records/options.tsx'
import { PACKAGE_STATUSES, packageStatusName } from '../../components/records/package-status.tsx'
import { SiteFilter } from '../../components/records/site-filter.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Place } from '../../wire.ts'

export const FILTERS = [
  'q',
  'status',
  'hold',
  'arrived_from',
  'arrived_to',
  'customer_id',
  'shipment_id',
  'site',
  'place',
  'unplaced',
  'awaiting_disposition',
  'abandoned',
] as const
type PackageFiltersProps = { isFiltered: boolean; filter: Filter<(typeof FILTERS)[number]> }

const STATUSES = PACKAGE_STATUSES.map((value) => ({ value, label: packageStatusName(value) }))
const HOLDS = [
  { value: 'hold', label: t('packages.onHold') },
  { value: 'release', label: t('packages.notOnHold') },
]

const UNPLACED = [{ value: 'true', label: t('packages.unplaced') }]
const KEPT = [{ value: 'true', label: t('packages.kept') }]
const ABANDONED = [{ value: 'true', label: t('packages.onlyAbandoned') }]
const placeOption = ({ place_id: value, code: label }: Place) => ({ value, label })

export const PackageFilters = ({ isFiltered, filter }: PackageFiltersProps) => {
  const { mode, businessId } = useScope()
  const { zone } = useTimes()
  return (
    <FilterBar page="/packages" isFiltered={isFiltered}>
      <SearchInput label={t('records.search')} placeholder={t('packages.searchHint')} {...filter('q')} />
      <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
      <ChoiceFilter label={t('packages.bulkHold')} choices={HOLDS} {...filter('hold')} />
      <DaysFilter
        label={t('packages.arrived')}
        from={filter('arrived_from')}
        to={filter('arrived_to')}
        hint={t('packages.arrivedZone', { zone })}
      />
      <CustomerFilter {...filter('customer_id')} />
      <RecordSelect
        isChip
        label={t('shipments.one')}
        placeholder={t('packages.anyShipment')}
        path={SHIPMENTS}
        params={{ mode, business: businessId }}
        optionOf={shipmentOption}
        {...filter('shipment_id')}
      />
      <SiteFilter {...filter('site')} />
      <RecordSelect
        isChip
        label={t('places.one')}
        placeholder={t('packages.anyPlace')}
        path={PLACES}
        params={{ mode }}
        optionOf={placeOption}
        {...filter('place')}
      />
      <ChoiceFilter label={t('packages.shelf')} choices={UNPLACED} {...filter('unplaced')} />
      <ChoiceFilter label={t('disposition.panel')} choices={KEPT} {...filter('awaiting_disposition')} />
      <ChoiceFilter label={t('packages.longStay')} choices={ABANDONED} {...filter('abandoned')} />
    </FilterBar>
  )
}
