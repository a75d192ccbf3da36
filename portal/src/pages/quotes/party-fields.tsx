// The fields of a sender or recipient.

import { SelectField, TextField } from '../../components/field.tsx'
import type { ErrorOf } from '../../components/form.tsx'
import { countryOptions } from '../../countries.ts'
import { texts } from '../../texts/quotes.ts'
import type { PartyDraft } from './draft.ts'

type Key = keyof PartyDraft

/** The name of each form field in the API request. */
const NAMES: Record<Key, string> = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  street: 'address.street',
  city: 'address.city',
  state: 'address.state',
  postalCode: 'address.postal_code',
  country: 'address.country',
}

export const SENDER_FIELDS = Object.values(NAMES).map((name) => `parcel.sender.${name}`)

type PartyProps = {
  side: 'sender' | 'recipient'
  party: PartyDraft
  onParty: (party: PartyDraft) => void
  errorOf: ErrorOf
  optional: readonly Key[]
}

export const PartyFields = ({ side, party, onParty, errorOf, optional }: PartyProps) => {
  const of = (key: Key) => ({
    label: texts[key],
    value: party[key],
    onValue: (value: string) => onParty({ ...party, [key]: value }),
    error: errorOf(`parcel.${side}.${NAMES[key]}`),
    isOptional: optional.includes(key),
  })
  const auto = side === 'sender' ? 'section-sender ' : 'section-recipient '
  return (
    <div className="fields">
      <TextField {...of('name')} autoComplete={`${auto}name`} />
      <TextField {...of('phone')} type="tel" autoComplete={`${auto}tel`} />
      <TextField {...of('email')} type="email" autoComplete={`${auto}email`} />
      <TextField {...of('street')} autoComplete={`${auto}street-address`} />
      <TextField {...of('city')} autoComplete={`${auto}address-level2`} />
      <TextField {...of('state')} autoComplete={`${auto}address-level1`} />
      <TextField {...of('postalCode')} autoComplete={`${auto}postal-code`} />
      <SelectField {...of('country')} options={countryOptions()} />
    </div>
  )
}
