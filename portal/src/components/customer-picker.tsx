// A field for choosing a customer, with a search by name, email, phone or ID.

import { useState } from 'react'
import { useList } from '../scope.tsx'
import { texts } from '../texts/quotes.ts'
import type { Customer } from '../wire.ts'
import { Button } from './button.tsx'
import { SearchField } from './field.tsx'
import { Alert, Loaded } from './states.tsx'

const SHOWN = 5

const nameOf = ({ address_suffix: id, full_name: name }: Customer): string => [id, name].filter(Boolean).join(' · ')

const hintOf = ({ email, mobile }: Customer): string => [email, mobile].filter(Boolean).join(' · ')

/** `error` is shown with the chosen customer. If no customer is chosen, a request to choose one is shown instead. */
type PickerProps = { customer: Customer | null; onCustomer: (customer: Customer | null) => void; error?: string | undefined }

export const CustomerPicker = ({ customer, onCustomer, error }: PickerProps) => {
  const [key, setKey] = useState('')
  const found = useList('listCustomers', { key, per_page: SHOWN }, { isOn: customer === null })
  if (customer !== null)
    return (
      <div className="choice chosen">
        <span className="grows">
          <span className="choice-label">{nameOf(customer)}</span>
          <span className="hint block">{hintOf(customer)}</span>
        </span>
        <Button look="quiet" onClick={() => onCustomer(null)}>
          {texts.customerChange}
        </Button>
        {error && <Alert tone="danger">{error}</Alert>}
      </div>
    )
  return (
    <div className="stack">
      <SearchField label={texts.customerSearch} value={key} onValue={setKey} error={error && texts.customerRequired} />
      <Loaded query={found} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="hint">{key === '' ? texts.customersNone : texts.customerNone}</p>
          ) : (
            <ul className="plain-list tight">
              {items.map((each) => (
                <li key={each.parcel_customer_id}>
                  <button type="button" className="choice" onClick={() => onCustomer(each)}>
                    <span className="grows">
                      <span className="choice-label">{nameOf(each)}</span>
                      <span className="hint block">{hintOf(each)}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
