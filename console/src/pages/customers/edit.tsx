// The form to edit a customer. Unchanged fields are not sent; emptied fields are cleared.

import { useState } from 'react'
import { api, CUSTOMERS } from '../../api.ts'
import { SaveDialog } from '../../components/form.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { Customer } from '../../wire.ts'
import type { ProfileField } from './profile.tsx'
import { PROFILE_FIELDS, profileInputs } from './profile.tsx'
import { customerName } from './status.tsx'

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
