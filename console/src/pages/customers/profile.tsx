// The fields of a parcel customer's profile and their inputs.

import { SimpleGrid, TextInput } from '@mantine/core'
import { typed } from '../../components/form.tsx'
import { t } from '../../strings.ts'
import type { Customer } from '../../wire.ts'

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
export const PROFILE_FIELDS = Object.keys(FIELD_NAMES) as ProfileField[]

type ProfileInputsProps = {
  values: Partial<Record<ProfileField, string>>
  onChange: (changed: Partial<Record<ProfileField, string>>) => void
  errorOf: (field: ProfileField) => string | undefined
}

/** Call it, do not render it: the form must see which fields ask for their errors. */
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
