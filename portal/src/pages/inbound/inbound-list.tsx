// The announced parcels of a business.

import { Writes } from '../../components/access.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { optionsOf, SearchField, SelectField } from '../../components/field.tsx'
import { Page } from '../../components/page.tsx'
import { CustomerName } from '../../components/records/customer-name.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList } from '../../scope.tsx'
import { STATUS_NAMES, texts } from '../../texts/inbound.ts'
import { Moment } from '../../times.tsx'
import { InboundMark, itemsText, numbersText } from './inbound-text.tsx'

const STATUSES = optionsOf(STATUS_NAMES, texts.anyStatus)

const Announce = () => (
  <Writes>
    <ButtonLink href="/inbound/import" icon="receive">
      {texts.import}
    </ButtonLink>
    <ButtonLink href="/inbound/new" icon="plus" look="primary">
      {texts.announce}
    </ButtonLink>
  </Writes>
)

export default () => {
  const { field, query, ...filters } = useFilters(['courier_number', 'status'])
  return (
    <Page title={texts.title} lead={texts.lead} actions={<Announce />}>
      <search className="filters">
        <SearchField label={texts.number} {...field('courier_number')} />
        <SelectField label={texts.status} {...field('status')} options={STATUSES} />
      </search>
      <ListView
        query={useList('listInboundParcels', query)}
        filters={filters}
        caption={texts.caption}
        keyOf={(row) => row.inbound_parcel_id}
        hrefOf={(row) => `/inbound/${row.inbound_parcel_id}`}
        empty={{ icon: 'receive', title: texts.emptyTitle, children: texts.empty }}
        columns={[
          { head: texts.numbers, cell: numbersText },
          { head: texts.status, cell: InboundMark },
          {
            head: texts.customer,
            cell: (row) => (row.parcel_customer_id === null ? texts.own : <CustomerName id={row.parcel_customer_id} />),
          },
          { isLesser: true, head: texts.contents, cell: itemsText },
          { head: texts.announced, cell: (row) => <Moment at={row.created_at} /> },
        ]}
      />
    </Page>
  )
}
