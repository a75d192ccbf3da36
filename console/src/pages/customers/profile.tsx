// A customer's name, status and profile, and the form that edits the profile. Only changed fields are sent. An emptied field deletes the stored value.

import { Badge, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, CUSTOMERS } from '../../api.ts'
import { SaveDialog, typed } from '../../components/form.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { Customer } from '../../wire.ts'

export const customerName = ({ full_name: name, address_suffix: id }: Customer): string => name || id

export const CustomerStatusBadge = ({ customer: { status, merged_into_id: mergedInto } }: { customer: Customer }) => (
  <Badge variant="dot" color={status === 'active' ? 'teal.7' : 'gray.6'}>
    {t(mergedInto !== null ? 'customers.merged' : status === 'active' ? 'records.active' : 'records.inactive')}
  </Badge>
)

export const FIELD_NAMES = {
  first_name: 'customers.firstName',
  last_name: 'customers.lastName',
  email: 'records.email',
  mobile: 'customers.mobile',
  origin_address: 'records.street',
  origin_city: 'records.city',
  origin_zip_code: 'records.postalCode',
  origin_state: 'records.state',
  origin_country: 'records.country',
} as const satisfies Partial<Record<keyof Customer, string>>
export type ProfileField = keyof typeof FIELD_NAMES
const PROFILE_FIELDS = Object.keys(FIELD_NAMES) as ProfileField[]

type ProfileInputsProps = {
  values: Partial<Record<ProfileField, string>>
  onChange: (changed: Partial<Record<ProfileField, string>>) => void
  errorOf: (field: ProfileField) => string | undefined
}

/**
 * Call this as a function. If it were a component, the form would show the errors of these fields twice: at the fields and above the
 * button.
 */
export const profileInputs = ({ values, onChange, errorOf }: ProfileInputsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
    {PROFILE_FIELDS.map((field) => (
      <TextInput
        key={field}
        label={t(FIELD_NAMES[field])}
        autoComplete="off"
        {...typed(values[field] ?? '', (text) => onChange({ [field]: text }), errorOf(field))}
        {...(field === 'first_name' ? { 'data-autofocus': true } : {})}
      />
    ))}
  </SimpleGrid>
)

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
      title={t('records.editTitle', { name: customerName(customer) })}
      submitLabel={t('shell.save')}
      onSubmit={save}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {profileInputs({ values, onChange: (changed) => setValues((old) => ({ ...old, ...changed })), errorOf })}
          <Hint size="xs">{t('customers.identifierStays', { id: customer.address_suffix })}</Hint>
        </>
      )}
    </SaveDialog>
  )
}
