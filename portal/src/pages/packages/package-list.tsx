// The list of a business's packages, with search, filters and pages.

import { formatNumber } from '../../../../web/format.ts'
import { optionsOf, SearchField, SelectField } from '../../components/field.tsx'
import { routeText, StatusMark } from '../../components/marks.tsx'
import { Page } from '../../components/page.tsx'
import { PackageCustomer } from '../../components/records/customer-name.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList } from '../../scope.tsx'
import { DIRECTION_NAMES, STATUS_NAMES, texts } from '../../texts/packages.ts'
import { Moment } from '../../times.tsx'
import type { Parcel } from '../../wire.ts'

const HOLDS = { hold: texts.held, release: texts.notHeld }

/** The form offers `cancelled` as a status; in the API it is a separate filter. */
const queryOf = ({ status, ...rest }: Record<string, string>) =>
  status === 'cancelled' ? { ...rest, cancelled: true } : { ...rest, ...(status ? { status } : {}) }

const cargoOf = ({ quantity, actual_weight: actual, declared_weight: declared, container_size: size }: Parcel): string => {
  const weight = actual ?? declared
  return [size ? `${quantity} × ${size}` : quantity > 1 && `${quantity} pieces`, weight !== undefined && `${formatNumber(weight)} kg`]
    .filter(Boolean)
    .join(', ')
}

export default () => {
  const { field, query, ...filters } = useFilters(['key', 'status', 'hold_instruction', 'direction'])
  return (
    <Page title={texts.title} lead={texts.lead}>
      <search className="filters">
        <SearchField label={texts.search} {...field('key')} />
        <SelectField label={texts.status} {...field('status')} options={optionsOf(STATUS_NAMES, texts.anyStatus)} />
        <SelectField label={texts.hold} {...field('hold_instruction')} options={optionsOf(HOLDS, texts.anyHold)} />
        <SelectField label={texts.direction} {...field('direction')} options={optionsOf(DIRECTION_NAMES, texts.anyDirection)} />
      </search>
      <ListView
        query={useList('listPackages', queryOf(query))}
        filters={filters}
        empty={{ icon: 'box', title: texts.emptyTitle, children: texts.empty }}
        caption={texts.caption}
        keyOf={(parcel) => parcel.parcel_id}
        hrefOf={(parcel) => `/packages/${parcel.parcel_id}`}
        columns={[
          { head: texts.number, cell: (parcel) => parcel.parcel_number },
          { head: texts.status, cell: (parcel) => <StatusMark parcel={parcel} /> },
          { head: texts.customer, cell: (parcel) => <PackageCustomer parcel={parcel} /> },
          { head: texts.route, cell: (parcel) => routeText(parcel) },
          { head: texts.cargo, cell: cargoOf },
          { head: texts.booked, cell: (parcel) => <Moment at={parcel.created_at} /> },
        ]}
      />
    </Page>
  )
}
