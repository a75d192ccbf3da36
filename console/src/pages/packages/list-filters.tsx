// The filters of the package list, kept in the URL.

import { PLACES, SHIPMENTS } from '../../api.ts'
import { ChoiceFilter, DaysFilter, FilterBar, SearchInput } from '../../components/lists/filters.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { CustomerFilter, shipmentOption } from '../../components/records/options.tsx'
import { PACKAGE_STATUSES, packageStatusName } from '../../components/records/package-status.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Place } from '../../wire.ts'

export const FILTERS = ['q', 'status', 'hold', 'arrived_from', 'arrived_to', 'customer_id', 'shipment_id', 'place', 'unplaced'] as const
type FilterName = (typeof FILTERS)[number]
type PackageFiltersProps = { values: Record<FilterName, string>; onChange: (name: FilterName, value: string) => void }

const STATUSES = PACKAGE_STATUSES.map((value) => ({ value, label: packageStatusName(value) }))
const HOLDS = [
  { value: 'hold', label: t('packages.onHold') },
  { value: 'release', label: t('packages.notOnHold') },
]

const UNPLACED = [{ value: 'true', label: t('packages.unplaced') }]
const placeOption = ({ place_id: value, code: label }: Place) => ({ value, label })

export const PackageFilters = ({ values, onChange }: PackageFiltersProps) => {
  const { mode, businessId } = useScope()
  const { zone } = useTimes()
  return (
    <FilterBar page="/packages" isFiltered={FILTERS.some((name) => values[name] !== '')}>
      <SearchInput
        label={t('records.search')}
        placeholder={t('packages.searchHint')}
        value={values.q}
        onSearch={(text) => onChange('q', text)}
      />
      <ChoiceFilter label={t('records.status')} value={values.status} choices={STATUSES} onPick={(status) => onChange('status', status)} />
      <ChoiceFilter label={t('packages.bulkHold')} value={values.hold} choices={HOLDS} onPick={(hold) => onChange('hold', hold)} />
      <DaysFilter
        label={t('packages.arrived')}
        from={values.arrived_from}
        to={values.arrived_to}
        onFrom={(day) => onChange('arrived_from', day)}
        onTo={(day) => onChange('arrived_to', day)}
        hint={t('packages.arrivedZone', { zone })}
      />
      <CustomerFilter value={values.customer_id} onPick={(id) => onChange('customer_id', id)} />
      <RecordSelect
        isChip
        label={t('packages.shipment')}
        placeholder={t('packages.anyShipment')}
        path={SHIPMENTS}
        params={{ mode, business: businessId }}
        optionOf={shipmentOption}
        value={values.shipment_id}
        onPick={(id) => onChange('shipment_id', id)}
      />
      <RecordSelect
        isChip
        label={t('packages.place')}
        placeholder={t('packages.anyPlace')}
        path={PLACES}
        params={{ mode }}
        optionOf={placeOption}
        value={values.place}
        onPick={(id) => onChange('place', id)}
      />
      <ChoiceFilter
        label={t('packages.shelf')}
        value={values.unplaced}
        choices={UNPLACED}
        onPick={(unplaced) => onChange('unplaced', unplaced)}
      />
    </FilterBar>
  )
}
