// One parcel customer: profile, charges, packages, merges, history.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, CUSTOMERS, PACKAGES } from '../../api.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { lastListUrl } from '../../components/lists/last-list-url.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Facts, Page, Panel, RecordLead, Remark } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { businessFact, clientFacts } from '../../components/records/facts.tsx'
import { PackageStatusBadge } from '../../components/records/package-status.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Empty, QueryView } from '../../components/states.tsx'
import { PageLink } from '../../components/text.tsx'
import { useMayHandle, useSeesMoney } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Day, Moment } from '../../time.tsx'
import type { Customer, CustomerDetail, OpsPackage } from '../../wire.ts'
import { CustomerUninvoicedPanel } from '../billing/uninvoiced.tsx'
import { MessagesPanel } from '../messages/messages-panel.tsx'
import { PreferencesPanel } from '../messages/recipients/preferences.tsx'
import { routeText } from '../packages/columns.tsx'
import { AddressCardsPanel } from '../sites/address-cards.tsx'
import { CustomerActions } from './actions.tsx'
import { HistoryPanel, MergesPanel } from './history.tsx'
import { CustomerStatusBadge, customerName } from './profile.tsx'

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

const LatestPackages = ({ customer }: { customer: CustomerDetail }) => {
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

const addressText = (customer: Customer): string =>
  [customer.origin_address, customer.origin_zip_code, customer.origin_city, customer.origin_state, customer.origin_country]
    .filter(Boolean)
    .join(', ')

const MergedNotice = ({ intoId }: { intoId: string }) => {
  const { data } = useRead<Customer>(CUSTOMERS, intoId)
  if (!data) return null
  return (
    <Remark>
      <PageLink href={`/customers/${intoId}`}>{t('customers.mergedInto', { name: data.address_suffix })}</PageLink>
    </Remark>
  )
}

const CustomerPage = ({ customer }: { customer: CustomerDetail }) => {
  const mayHandle = useMayHandle()
  const seesMoney = useSeesMoney()
  const lead = (
    <RecordLead mode={customer.mode}>
      <Text size="sm">{customer.address_suffix}</Text>
      <CustomerStatusBadge customer={customer} />
    </RecordLead>
  )
  return (
    <Page
      title={customerName(customer)}
      lead={lead}
      back={{ href: lastListUrl('/customers'), label: t('customers.title') }}
      actions={
        <>
          {seesMoney && (
            <LinkButton href={`/customers/${customer.parcel_customer_id}/account?mode=${customer.mode}`} label={t('billing.openAccount')} />
          )}
          {mayHandle && <CustomerActions customer={customer} />}
        </>
      }
    >
      {customer.merged_into_id !== null && <MergedNotice intoId={customer.merged_into_id} />}
      <div className="columns">
        <div>
          <Panel title={t('records.details')}>
            <Facts
              facts={[
                [t('customers.identifier'), customer.address_suffix],
                businessFact(customer.business),
                [t('customers.mobile'), customer.mobile ?? t('records.none')],
                [t('records.email'), customer.email ?? t('records.none')],
                [t('customers.pickup'), addressText(customer) || t('records.none')],
                [
                  t('packages.title'),
                  <PageLink key="packages" href={`/packages?customer_id=${customer.parcel_customer_id}`}>
                    {customer.packages_count}
                  </PageLink>,
                ],
                [
                  t('quotes.title'),
                  <PageLink key="quotes" href={`/quotes?customer_id=${customer.parcel_customer_id}`}>
                    {customer.quotes_count}
                  </PageLink>,
                ],
                ...clientFacts(customer),
                [t('records.createdAt'), <Moment key="created" at={customer.created_at} />],
              ]}
            />
          </Panel>
          <PreferencesPanel customer={customer} />
          {seesMoney && <CustomerUninvoicedPanel customer={customer} />}
          <LatestPackages customer={customer} />
          <MessagesPanel mode={customer.mode} about={{ customer_id: customer.parcel_customer_id }} />
        </div>
        <div>
          {customer.status === 'active' && <AddressCardsPanel of={{ customer_id: customer.parcel_customer_id }} />}
          {customer.merges.length > 0 && <MergesPanel customer={customer} />}
          <HistoryPanel history={customer.history} />
        </div>
      </div>
    </Page>
  )
}

const CustomerDetailPage = () => (
  <RecordPage<CustomerDetail> path={CUSTOMERS} businessOf={(customer) => customer.business.business_id}>
    {(customer) => <CustomerPage customer={customer} />}
  </RecordPage>
)

export default CustomerDetailPage
