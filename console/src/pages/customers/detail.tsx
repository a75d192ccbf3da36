// One parcel customer: profile, charges, packages, merges, history.

import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link, useParams } from 'wouter'
import { lastListUrl } from '../../components/lists/last-list-url.ts'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { clientFacts } from '../../components/records/client-facts.ts'
import { Moment } from '../../components/records/moment.tsx'
import { Remark } from '../../components/remark.tsx'
import { QueryView } from '../../components/states.tsx'
import { PageLink } from '../../components/text.tsx'
import { CUSTOMERS } from '../../paths.ts'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { ZoneOfBusiness } from '../../time/zone.tsx'
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
  const { business } = customer
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
          <Panel title={t('customers.details')}>
            <Facts
              facts={[
                [t('customers.identifier'), customer.address_suffix],
                [
                  t('records.business'),
                  <Anchor key="business" component={Link} href={`/businesses/${business.business_id}`} size="sm">
                    {`${business.prefix} · ${business.name}`}
                  </Anchor>,
                ],
                [t('customers.mobile'), customer.mobile ?? t('customers.none')],
                [t('customers.email'), customer.email ?? t('customers.none')],
                [t('customers.pickup'), addressText(customer) || t('customers.none')],
                [
                  t('customers.packages'),
                  <Anchor key="packages" component={Link} href={`/packages?customer_id=${customer.parcel_customer_id}`} size="sm">
                    {customer.packages_count}
                  </Anchor>,
                ],
                [
                  t('customers.quotes'),
                  <Anchor key="quotes" component={Link} href={`/quotes?customer_id=${customer.parcel_customer_id}`} size="sm">
                    {customer.quotes_count}
                  </Anchor>,
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

const CustomerDetailPage = () => {
  const { id } = useParams<{ id: string }>()
  const query = useRead<CustomerDetail>(CUSTOMERS, id)
  return (
    <QueryView query={query}>
      {(customer) => (
        <ZoneOfBusiness businessId={customer.business.business_id}>
          <CustomerPage customer={customer} />
        </ZoneOfBusiness>
      )}
    </QueryView>
  )
}

export default CustomerDetailPage
