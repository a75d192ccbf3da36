// The form fields of a customer, used to add and to change customers.

import { SelectField, TextField } from '../../components/field.tsx'
import type { ErrorOf } from '../../components/form.tsx'
import { countryOptions } from '../../countries.ts'
import { texts } from '../../texts/customers.ts'
import type { Customer } from '../../wire.ts'

const FIELDS = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'origin_address',
  'origin_city',
  'origin_zip_code',
  'origin_state',
  'origin_country',
  'client_reference',
] as const
type Field = (typeof FIELDS)[number]
const OPTIONAL: readonly Field[] = ['last_name', 'email', 'mobile', 'origin_zip_code', 'client_reference']
export type CustomerDraft = Record<Field, string>

export const BLANK = Object.fromEntries(FIELDS.map((field) => [field, ''])) as CustomerDraft

export const draftOf = (customer: Customer): CustomerDraft =>
  Object.fromEntries(FIELDS.map((field) => [field, customer[field] ?? ''])) as CustomerDraft

/** Returns only the fields that differ from `before`. A field that was emptied is null. */
export const changesOf = (draft: CustomerDraft, before: CustomerDraft = BLANK): Partial<Record<Field, string | null>> =>
  Object.fromEntries(FIELDS.filter((field) => draft[field].trim() !== before[field]).map((field) => [field, draft[field].trim() || null]))

/**
 * Matches the end of server messages such as "is required together with mobile". The form removes this end, because it names an API field.
 */
const API_NAME = / together with \w+$/

type Props = { draft: CustomerDraft; onDraft: (draft: CustomerDraft) => void; errorOf: ErrorOf }

/** Call this directly, not as a component: the fields must claim their errors before the form lists the remaining errors. */
export const customerFields = ({ draft, onDraft, errorOf }: Props) => {
  const field = (name: Field) => ({
    value: draft[name],
    onValue: (value: string) => onDraft({ ...draft, [name]: value }),
    error: errorOf(name, `parcel_customer.${name}`)?.replace(API_NAME, ''),
    isOptional: OPTIONAL.includes(name),
  })
  return (
    <>
      <div className="fields">
        <TextField label={texts.firstName} autoComplete="off" {...field('first_name')} />
        <TextField label={texts.lastName} autoComplete="off" {...field('last_name')} />
        <TextField label={texts.email} type="email" autoComplete="off" {...field('email')} />
        <TextField label={texts.mobile} type="tel" autoComplete="off" {...field('mobile')} />
      </div>
      <fieldset className="stack">
        <legend>{texts.address}</legend>
        <p className="hint">{texts.addressHint}</p>
        <div className="fields">
          <TextField label={texts.street} autoComplete="off" {...field('origin_address')} />
          <TextField label={texts.city} autoComplete="off" {...field('origin_city')} />
          <TextField label={texts.state} autoComplete="off" {...field('origin_state')} />
          <TextField label={texts.zip} autoComplete="off" {...field('origin_zip_code')} />
          <SelectField label={texts.country} options={countryOptions()} {...field('origin_country')} />
        </div>
      </fieldset>
      <TextField label={texts.reference} autoComplete="off" {...field('client_reference')} />
    </>
  )
}
