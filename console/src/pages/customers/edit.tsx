// The form to edit a customer. Unchanged fields are not sent; emptied fields are cleared.

import { SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { SaveDialog } from '../../components/form.tsx'
import { Hint } from '../../components/text.tsx'
import { CUSTOMERS } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { Customer } from '../../wire.ts'
import type { ProfileField } from './profile.ts'
import { PROFILE_FIELDS } from './profile.ts'
import { customerName } from './status.tsx'

export const FIELD_NAMES = {
  first_name: 'customers.firstName',
  last_name: 'customers.lastName',
  email: 'customers.email',
  mobile: 'customers.mobile',
  origin_address: 'customers.street',
  origin_city: 'customers.city',
  origin_zip_code: 'customers.postalCode',
  origin_state: 'customers.state',
  origin_country: 'customers.country',
} as const

const valuesOf = (customer: Customer) =>
  Object.fromEntries(PROFILE_FIELDS.map((field) => [field, customer[field] ?? ''])) as Record<ProfileField, string>

export const EditCustomer = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const before = valuesOf(customer)
  const [values, setValues] = useState(before)
  const save = async () => {
    const changed = PROFILE_FIELDS.filter((field) => values[field].trim() !== before[field])
    const isEmpty = (field: ProfileField): boolean => values[field].trim() === ''
    await api.send('PATCH', `${CUSTOMERS}/${customer.parcel_customer_id}`, {
      ...Object.fromEntries(changed.filter((field) => !isEmpty(field)).map((field) => [field, values[field].trim()])),
      clear: changed.filter(isEmpty),
    })
    return t('shell.saved')
  }
  return (
    <SaveDialog
      title={t('customers.editTitle', { name: customerName(customer) })}
      submitLabel={t('shell.save')}
      onSubmit={save}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {PROFILE_FIELDS.map((field) => (
              <TextInput
                key={field}
                label={t(FIELD_NAMES[field])}
                value={values[field]}
                error={errorOf(field)}
                onChange={({ currentTarget: { value } }) => setValues((old) => ({ ...old, [field]: value }))}
                {...(field === 'first_name' ? { 'data-autofocus': true } : {})}
              />
            ))}
          </SimpleGrid>
          <Hint size="xs">{t('customers.identifierStays', { id: customer.address_suffix })}</Hint>
        </>
      )}
    </SaveDialog>
  )
}
