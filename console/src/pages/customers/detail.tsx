// One parcel customer: profile, charges, packages, merges, history.

import { Badge, Group, Text } from '@mantine/core'
import { CUSTOMERS } from '../../api.ts'
import { lastListUrl } from '../../components/lists/last-list-url.ts'
import { Facts, Page, Panel, Remark } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { businessFact, clientFacts } from '../../components/records/facts.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { PageLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Customer, CustomerDetail } from '../../wire.ts'
import { CustomerUninvoicedPanel } from '../billing/uninvoiced.tsx'
import { CustomerActions } from './actions.tsx'
import { HistoryPanel } from './history.tsx'
import { LatestPackages } from './latest-packages.tsx'
import { MergesPanel } from './merges.tsx'
import { CustomerStatusBadge, customerName } from './status.tsx'

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
  const lead = (
    <Group gap={6}>
      <Text size="sm">{customer.address_suffix}</Text>
      <CustomerStatusBadge customer={customer} />
      {customer.mode === 'test' && <Badge variant="default">{t('records.test')}</Badge>}
    </Group>
  )
  return (
    <Page
      title={customerName(customer)}
      lead={lead}
      back={{ href: lastListUrl('/customers'), label: t('customers.title') }}
      actions={mayHandle && <CustomerActions customer={customer} />}
    >
      {customer.merged_into_id !== null && <MergedNotice intoId={customer.merged_into_id} />}
      <div className="columns">
        <div>
          <Panel title={t('records.details')}>
            <Facts
              facts={[
                [t('customers.identifier'), customer.address_suffix],
                businessFact(customer.business),
                [t('customers.mobile'), customer.mobile ?? t('customers.none')],
                [t('records.email'), customer.email ?? t('customers.none')],
                [t('customers.pickup'), addressText(customer) || t('customers.none')],
                [
                  t('customers.packages'),
                  <PageLink key="packages" href={`/packages?customer_id=${customer.parcel_customer_id}`}>
                    {customer.packages_count}
                  </PageLink>,
                ],
                [
                  t('customers.quotes'),
                  <PageLink key="quotes" href={`/quotes?customer_id=${customer.parcel_customer_id}`}>
                    {customer.quotes_count}
                  </PageLink>,
                ],
                ...clientFacts(customer),
                [t('records.createdAt'), <Moment key="created" at={customer.created_at} />],
              ]}
            />
          </Panel>
          <CustomerUninvoicedPanel customer={customer} />
          <LatestPackages customer={customer} />
        </div>
        <div>
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
