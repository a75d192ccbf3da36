// The page of one customer: details, message preferences and newest packages.

import { useState } from 'react'
import { Link } from 'wouter'
import { countryName } from '../../../../web/format.ts'
import { Writes } from '../../components/access.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Badge, StatusMark } from '../../components/marks.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Alert, Loaded } from '../../components/states.tsx'
import { useList, useRecord, useSend } from '../../scope.tsx'
import { texts } from '../../texts/customers.ts'
import { Day } from '../../times.tsx'
import type { Customer } from '../../wire.ts'
import { changesOf, customerFields, draftOf } from './customer-fields.tsx'
import { Preferences } from './preferences.tsx'

const BACK = { href: '/customers', label: texts.title }
const PACKAGES_SHOWN = 5

const Edit = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const { mutateAsync } = useSend('updateCustomer')
  const before = draftOf(customer)
  const [draft, setDraft] = useState(before)
  return (
    <FormDialog
      title={texts.changeTitle}
      submit={texts.change}
      onSubmit={() => mutateAsync({ id: customer.parcel_customer_id, body: { parcel_customer: changesOf(draft, before) } })}
      done={texts.changed}
      onClose={onClose}
    >
      {(errorOf) => customerFields({ draft, onDraft: setDraft, errorOf })}
    </FormDialog>
  )
}

const Packages = ({ id }: { id: string }) => {
  const packages = useList('listPackages', { parcel_customer_id: id, per_page: PACKAGES_SHOWN })
  return (
    <Section title={texts.packages}>
      <Loaded query={packages} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="hint">{texts.noPackages}</p>
          ) : (
            <ul className="plain-list">
              {items.map((parcel) => (
                <li key={parcel.parcel_id}>
                  <Link href={`/packages/${parcel.parcel_id}`}>{parcel.parcel_number}</Link> <StatusMark parcel={parcel} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

const addressOf = (customer: Customer): string =>
  [
    customer.origin_address,
    customer.origin_zip_code,
    customer.origin_city,
    customer.origin_state,
    customer.origin_country && countryName(customer.origin_country),
  ]
    .filter(Boolean)
    .join(', ')

const Shown = ({ customer }: { customer: Customer }) => {
  const [isEditing, setIsEditing] = useState(false)
  const isInactive = customer.status === 'inactive'
  return (
    <Page
      title={customer.full_name || customer.address_suffix}
      mark={isInactive && <Badge tone="plain">{texts.inactive}</Badge>}
      lead={customer.full_name && customer.address_suffix}
      back={BACK}
      actions={
        <>
          <ButtonLink href={`/addresses?customer=${customer.parcel_customer_id}`} icon="place">
            {texts.addresses}
          </ButtonLink>
          <Writes>
            <Button onClick={() => setIsEditing(true)}>{texts.change}</Button>
          </Writes>
        </>
      }
    >
      {isEditing && <Edit customer={customer} onClose={() => setIsEditing(false)} />}
      {isInactive && <Alert>{texts.inactiveNote}</Alert>}
      <Section title={texts.details}>
        <Facts
          isWide
          facts={[
            [texts.email, customer.email],
            [texts.mobile, customer.mobile],
            [texts.address, addressOf(customer)],
            [texts.reference, customer.client_reference],
            [texts.since, <Day key="since" at={customer.created_at} />],
          ]}
        />
      </Section>
      <div className="columns">
        <Preferences customer={customer} />
        <Packages id={customer.parcel_customer_id} />
      </div>
    </Page>
  )
}

export default () => (
  <RecordPage query={useRecord('getCustomer')} back={BACK}>
    {({ data }) => <Shown customer={data} />}
  </RecordPage>
)
