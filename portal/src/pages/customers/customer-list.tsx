// The list of a business's customers, with search and pages.

import { Writes } from '../../components/access.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { optionsOf, SearchField, SelectField } from '../../components/field.tsx'
import { Badge } from '../../components/marks.tsx'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList } from '../../scope.tsx'
import { texts } from '../../texts/customers.ts'
import { Day } from '../../times.tsx'

const STATUSES = optionsOf({ inactive: texts.inactive, all: texts.all }, texts.active)

const Create = ({ isPrimary = false }: { isPrimary?: boolean }) => (
  <Writes>
    <ButtonLink href="/customers/new" icon="plus" {...(isPrimary && { look: 'primary' })}>
      {texts.create}
    </ButtonLink>
  </Writes>
)

export default () => {
  const { field, query, ...filters } = useFilters(['key', 'status'])
  return (
    <Page title={texts.title} lead={texts.lead} actions={<Create isPrimary />}>
      <search className="filters">
        <SearchField label={texts.search} {...field('key')} />
        <SelectField label={texts.status} {...field('status')} options={STATUSES} />
      </search>
      <ListView
        query={useList('listCustomers', query)}
        filters={filters}
        caption={texts.caption}
        keyOf={(customer) => customer.parcel_customer_id}
        hrefOf={(customer) => `/customers/${customer.parcel_customer_id}`}
        empty={{ icon: 'people', title: texts.emptyTitle, children: texts.empty, action: <Create /> }}
        columns={[
          { head: texts.id, cell: (customer) => customer.address_suffix },
          {
            head: texts.name,
            cell: ({ full_name: name, status }) =>
              status === 'inactive' ? (
                <>
                  {name} <Badge tone="plain">{texts.inactive}</Badge>
                </>
              ) : (
                name
              ),
          },
          { head: texts.email, cell: (customer) => customer.email && <span className="breaks">{customer.email}</span> },
          { head: texts.mobile, cell: (customer) => customer.mobile },
          { isLesser: true, head: texts.since, cell: (customer) => <Day at={customer.created_at} /> },
        ]}
      />
    </Page>
  )
}
