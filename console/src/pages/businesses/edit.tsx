// The form to edit a business.

import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, BUSINESSES } from '../../api.ts'
import { SaveDialog, ticked, typed } from '../../components/form.tsx'
import { t } from '../../strings.ts'
import type { Business } from '../../wire.ts'

const ADDRESS_FIELDS = ['street', 'city', 'state', 'postal_code', 'country'] as const
const PARTY_FIELDS = ['name', 'phone', 'email'] as const
const LABELS = {
  name: 'businesses.recipient',
  phone: 'records.phone',
  email: 'records.email',
  street: 'records.street',
  city: 'records.city',
  state: 'records.state',
  postal_code: 'records.postalCode',
  country: 'records.country',
} as const

const filled = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())))

export const EditBusiness = ({ business, onClose }: { business: Business; onClose: () => void }) => {
  const { address: addressBefore = {}, ...partyBefore } = business.own_address
  const [name, setName] = useState(business.name)
  const [timeZone, setTimeZone] = useState(business.time_zone)
  const [lastMile, setLastMile] = useState(business.last_mile)
  const [customerAccount, setCustomerAccount] = useState(business.parcel_customer_account)
  const [party, setParty] = useState<Record<string, string | undefined>>(partyBefore)
  const [address, setAddress] = useState<Record<string, string | undefined>>(addressBefore)
  const save = async () => {
    const isMoved = JSON.stringify([party, address]) !== JSON.stringify([partyBefore, addressBefore])
    await api.send('PATCH', `${BUSINESSES}/${business.business_id}`, {
      name,
      time_zone: timeZone,
      last_mile: lastMile,
      parcel_customer_account: customerAccount,
      ...(isMoved ? { own_address: { ...filled(party), address: filled(address) } } : {}),
    })
    return t('shell.saved')
  }
  return (
    <SaveDialog title={t('records.editTitle', { name: business.name })} submitLabel={t('shell.save')} onSubmit={save} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('records.name')} {...typed(name, setName, errorOf('name'))} data-autofocus />
          <TextInput label={t('records.timeZone')} {...typed(timeZone, setTimeZone, errorOf('time_zone'))} />
          <Checkbox label={t('businesses.lastMile')} description={t('businesses.lastMileHint')} {...ticked(lastMile, setLastMile)} />
          <Checkbox
            label={t('businesses.customerAccount')}
            description={t('businesses.customerAccountHint')}
            {...ticked(customerAccount, setCustomerAccount)}
          />
          <fieldset className="fieldset">
            <legend>{t('businesses.ownAddress')}</legend>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {PARTY_FIELDS.map((field) => (
                <TextInput
                  key={field}
                  label={t(LABELS[field])}
                  {...typed(
                    party[field] ?? '',
                    (text) => setParty((before) => ({ ...before, [field]: text })),
                    errorOf(`own_address.${field}`),
                  )}
                />
              ))}
              {ADDRESS_FIELDS.map((field) => (
                <TextInput
                  key={field}
                  label={t(LABELS[field])}
                  {...typed(
                    address[field] ?? '',
                    (text) => setAddress((before) => ({ ...before, [field]: text })),
                    errorOf(`own_address.address.${field}`),
                  )}
                />
              ))}
            </SimpleGrid>
          </fieldset>
        </>
      )}
    </SaveDialog>
  )
}
