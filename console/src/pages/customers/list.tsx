// All parcel customers of the chosen mode and business, newest first.

import { useLocation } from 'wouter'
import { CUSTOMERS } from '../../api.ts'
import { DialogButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchInput, useFilters } from '../../components/lists/filters.tsx'
import { useRememberList } from '../../components/lists/last-list-url.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { orDash } from '../../components/lists/rows-table.tsx'
import { NO_SUMS } from '../../components/lists/table-tools.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, NoMatch } from '../../components/states.tsx'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { day } from '../../time.tsx'
import type { Customer } from '../../wire.ts'
import { NewCustomer } from '../quotes/counter/new-customer.tsx'
import { CustomerStatusBadge } from './profile.tsx'

const ROWS_PER_PAGE = 50
const STATUSES = [
  { value: 'active', label: t('records.active') },
  { value: 'inactive', label: t('records.inactive') },
]

const COLUMNS: Column<Customer>[] = [
  { key: 'id', title: t('customers.identifier'), value: (row) => row.address_suffix, narrow: (row) => row.full_name },
  {
    key: 'name',
    title: t('records.name'),
    render: (row) => row.full_name || t('customers.nameless'),
    csv: (row) => row.full_name,
    isLesser: true,
    isFreeText: true,
  },
  { key: 'status', title: t('records.status'), render: (row) => <CustomerStatusBadge customer={row} />, csv: (row) => row.status },
  { key: 'business', title: t('records.business'), render: (row) => row.business.prefix, csv: (row) => row.business.name, isLesser: true },
  { key: 'mobile', title: t('customers.mobile'), value: (row) => row.mobile, format: orDash, isLesser: true },
  { key: 'email', title: t('records.email'), value: (row) => row.email, format: orDash, isLesser: true, isFreeText: true },
  { key: 'created', title: t('records.createdAt'), value: (row) => row.created_at, format: day, isLesser: true, order: 'created' },
]

const CustomerList = () => {
  const { mode, businessId } = useScope()
  const mayHandle = useMayHandle()
  const [, navigate] = useLocation()
  useRememberList('/customers')
  const [filters, filter] = useFilters(['q', 'status'])
  const isFiltered = filters.q !== '' || filters.status !== ''
  return (
    <Page
      title={t('customers.title')}
      lead={t('customers.lead')}
      actions={
        mayHandle && (
          <DialogButton
            label={t('counter.newCustomer')}
            icon="plus"
            variant="filled"
            dialog={(close) => (
              <NewCustomer
                businessId={businessId ?? ''}
                mode={mode}
                name=""
                onMade={({ parcel_customer_id: id }) => navigate(`/customers/${id}`)}
                onClose={close}
              />
            )}
          />
        )
      }
    >
      <FilterBar page="/customers" isFiltered={isFiltered}>
        <SearchInput label={t('records.search')} placeholder={t('customers.searchHint')} {...filter('q')} />
        <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
      </FilterBar>
      <DataTable<Customer>
        isDense
        path={CUSTOMERS}
        params={{ mode, business: businessId, ...filters }}
        perPage={ROWS_PER_PAGE}
        rowKey={(row) => row.parcel_customer_id}
        rowName={(row) => row.address_suffix}
        href={(row) => `/customers/${row.parcel_customer_id}`}
        csvName="customers"
        columns={COLUMNS}
        totalsOf={NO_SUMS}
        empty={
          isFiltered ? <NoMatch page="/customers" /> : <Empty icon="people" title={t('customers.emptyTitle')} text={t('customers.empty')} />
        }
      />
    </Page>
  )
}

export default CustomerList
