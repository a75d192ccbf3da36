// All shipments, newest first. If a business is selected, only the shipments with packages of that business.

import { SHIPMENTS } from '../../api.ts'
import { DialogButton, LinkButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchInput, useFilters } from '../../components/lists/filters.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { orDash } from '../../components/lists/rows-table.tsx'
import { NO_SUMS } from '../../components/lists/table-tools.tsx'
import { Page } from '../../components/page.tsx'
import { useBusinessName } from '../../components/queries.ts'
import { SiteFilter, useSiteChoices } from '../../components/records/site-filter.tsx'
import { Empty } from '../../components/states.tsx'
import { formatNumber } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Shipment } from '../../wire.ts'
import { NewShipment } from './details-form.tsx'
import { countryOrNone, STATUS_NAMES, StatusBadge } from './shipment-text.tsx'

const STATUSES = Object.entries(STATUS_NAMES).map(([value, name]) => ({ value, label: t(name) }))
const TRANSPORTS = [
  { value: 'air', label: t('shipments.air') },
  { value: 'ocean', label: t('shipments.ocean') },
]

const LATE = [{ value: 'true', label: t('shipments.late') }]

const when = (at: string | null) => (at === null ? '—' : <Moment at={at} />)

const SITE_COLUMNS: readonly Column<Shipment>[] = [
  { key: 'from', title: t('shipments.fromSite'), value: (row) => row.from_site, isLesser: true },
  { key: 'to', title: t('shipments.toSite'), value: (row) => row.to_site, format: orDash, isLesser: true },
]

const COLUMNS: readonly Column<Shipment>[] = [
  { key: 'number', title: t('records.number'), value: (row) => row.number },
  { key: 'status', title: t('records.status'), render: (row) => <StatusBadge status={row.status} />, csv: (row) => row.status },
  {
    key: 'transport',
    title: t('shipments.transport'),
    render: (row) => t(`shipments.${row.transport_mode}`),
    csv: (row) => row.transport_mode,
    isLesser: true,
  },
  { key: 'carrier', title: t('shipments.carrier'), value: (row) => row.carrier, format: orDash, isLesser: true, isFreeText: true },
  { key: 'conveyance', title: t('shipments.conveyance'), value: (row) => row.conveyance, format: orDash, isLesser: true, isFreeText: true },
  { key: 'destination', title: t('shipments.destination'), value: (row) => row.destination_country, format: countryOrNone, isLesser: true },
  {
    key: 'packages',
    title: t('packages.title'),
    align: 'right',
    value: (row) => row.contents.packages,
    format: formatNumber,
    isLesser: true,
  },
  {
    key: 'weight',
    title: t('shipments.weightKg'),
    align: 'right',
    render: (row) => (row.contents.weight > 0 ? formatNumber(row.contents.weight) : '—'),
    csv: (row) => row.contents.weight,
    isLesser: true,
  },
  { key: 'etd', title: t('shipments.etd'), value: (row) => row.etd, format: when, isLesser: true, order: 'etd' },
  { key: 'eta', title: t('shipments.eta'), value: (row) => row.eta, format: when, isLesser: true, order: 'eta' },
]

/** All columns, with the site columns inserted before the number of packages. */
const WITH_SITES = COLUMNS.flatMap((column) => (column.key === 'packages' ? [...SITE_COLUMNS, column] : [column]))

const ShipmentList = () => {
  const { mode, businessId: business } = useScope()
  const nameOf = useBusinessName()
  const mayHandle = useMayHandle()
  const [{ q, status, transport_mode: transport, site, late }, filter] = useFilters(['q', 'status', 'transport_mode', 'site', 'late'])
  const hasSites = useSiteChoices().length > 0
  const isNarrowed = q !== '' || status !== '' || transport !== '' || site !== '' || late !== ''
  const isFiltered = isNarrowed || business !== null
  const create = (
    <>
      <LinkButton href="/schedule" label={t('voyages.title')} />
      {mayHandle && (
        <DialogButton
          label={t('shipments.create')}
          icon="plus"
          variant="filled"
          dialog={(close) => <NewShipment mode={mode} onClose={close} />}
        />
      )}
    </>
  )
  const filters = (
    <FilterBar page="/shipments" isFiltered={isNarrowed}>
      <SearchInput label={t('shipments.search')} placeholder={t('shipments.searchHint')} {...filter('q')} />
      <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
      <ChoiceFilter label={t('shipments.transport')} choices={TRANSPORTS} {...filter('transport_mode')} />
      <SiteFilter {...filter('site')} />
      <ChoiceFilter label={t('shipments.departure')} choices={LATE} {...filter('late')} />
    </FilterBar>
  )
  const empty = isFiltered ? (
    <Empty icon="search" title={t('shipments.nothingFound')} text={t('shipments.nothingFoundLead')} />
  ) : (
    <Empty icon="ship" title={t('shipments.emptyTitle')} text={t('shipments.empty')} />
  )
  return (
    <Page
      title={t('shipments.title')}
      lead={business === null ? t('shipments.lead') : t('shipments.leadOf', { name: nameOf(business) })}
      actions={create}
    >
      {filters}
      <DataTable<Shipment>
        path={SHIPMENTS}
        params={{ mode, business, q, status, transport_mode: transport, site, late }}
        columns={hasSites ? WITH_SITES : COLUMNS}
        totalsOf={NO_SUMS}
        rowKey={(row) => row.shipment_id}
        rowName={(row) => row.number}
        href={(row) => `/shipments/${row.shipment_id}`}
        csvName="shipments"
        empty={empty}
      />
    </Page>
  )
}

export default ShipmentList
