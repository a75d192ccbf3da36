// The dialog that creates a customer, or finds a customer with the same mobile or email. If `businessId` is empty, it asks for the business.

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, CUSTOMERS } from '../../../api.ts'
import { FormDialog, typed } from '../../../components/form.tsx'
import { useBusinessOptions } from '../../../components/queries.ts'
import { Hint } from '../../../components/text.tsx'
import type { Mode } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { Customer } from '../../../wire.ts'
import type { ProfileField } from '../../customers/profile.tsx'
import { profileInputs } from '../../customers/profile.tsx'

type NewCustomerProps = { businessId: string; mode: Mode; name: string; onMade: (customer: Customer) => void; onClose: () => void }

/** Splits a name: the last word becomes the family name. */
const namesIn = (name: string): Partial<Record<ProfileField, string>> => {
  const words = name.trim().split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

export const NewCustomer = ({ businessId, mode, name, onMade, onClose }: NewCustomerProps) => {
  const [values, setValues] = useState<Partial<Record<ProfileField, string>>>(namesIn(name))
  const [chosenId, setChosenId] = useState(businessId)
  const businesses = useBusinessOptions()
  const make = async () => {
    onMade(await api.send<Customer>('POST', CUSTOMERS, { business_id: chosenId, mode, parcel_customer: values }))
    onClose()
  }
  return (
    <FormDialog title={t('counter.newCustomer')} submitLabel={t('counter.createCustomer')} onSubmit={make} onClose={onClose}>
      {(errorOf) => (
        <>
          {businessId === '' && (
            <NativeSelect
              label={t('records.business')}
              data={[{ value: '', label: t('counter.chooseBusiness') }, ...businesses]}
              {...typed(chosenId, setChosenId, errorOf('business_id'))}
            />
          )}
          {profileInputs({
            values,
            onChange: (changed) => setValues((before) => ({ ...before, ...changed })),
            errorOf: (field) => errorOf(`parcel_customer.${field}`),
          })}
          <Hint size="xs">{t('counter.newCustomerHint')}</Hint>
        </>
      )}
    </FormDialog>
  )
}
