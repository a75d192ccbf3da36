// The form of an announcement, for new and for changed ones.

import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CustomerPicker } from '../../components/customer-picker.tsx'
import { ChoiceField, TextArea, TextField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { texts } from '../../texts/inbound.ts'
import type { Customer } from '../../wire.ts'
import type { InboundDraft } from './draft.ts'
import { BLANK_ITEM, bodyOf } from './draft.ts'
import { ItemFields } from './item-fields.tsx'

const WISHES = [
  { value: '', label: texts.undecided },
  { value: 'air', label: texts.air },
  { value: 'ocean', label: texts.ocean },
]

type Props = {
  submit: string
  draft: InboundDraft
  customer: Customer | null
  /** A field that is null is cleared. */
  onBody: (body: ReturnType<typeof bodyOf>) => Promise<unknown>
}

export const InboundForm = ({ submit, draft, customer: known, onBody }: Props) => {
  const [customer, setCustomer] = useState(known)
  const [fields, setFields] = useState(draft)
  const set = (changed: Partial<InboundDraft>): void => setFields((now) => ({ ...now, ...changed }))
  return (
    <Form submit={submit} onSubmit={() => onBody(bodyOf(fields, customer))}>
      {(errorOf) => {
        const of = (name: string) => errorOf(name, `inbound_parcel.${name}`)
        const numbersError = errorOf(
          'courier_numbers',
          'inbound_parcel.courier_numbers',
          ...fields.numbers.split(/[\s,;]+/).map((_, at) => `inbound_parcel.courier_numbers[${at}]`),
        )
        return (
          <>
            <Section title={texts.customer}>
              <CustomerPicker
                customer={customer}
                onCustomer={setCustomer}
                error={errorOf(
                  ...['customer_id', 'parcel_customer_token', 'address_suffix'].flatMap((name) => [name, `inbound_parcel.${name}`]),
                )}
              />
            </Section>
            <Section title={texts.numbers}>
              <div className="fields">
                <TextField
                  label={texts.numbers}
                  hint={texts.numbersHint}
                  value={fields.numbers}
                  onValue={(numbers) => set({ numbers })}
                  error={numbersError}
                  autoComplete="off"
                  spellCheck={false}
                />
                <TextField
                  label={texts.courier}
                  value={fields.courier}
                  onValue={(courier) => set({ courier })}
                  error={of('courier')}
                  autoComplete="off"
                  isOptional
                />
              </div>
            </Section>
            <Section
              title={texts.items}
              actions={
                <Button icon="plus" onClick={() => set({ items: [...fields.items, BLANK_ITEM] })}>
                  {texts.addItem}
                </Button>
              }
            >
              {fields.items.map((item, at) => (
                <ItemFields
                  // biome-ignore lint/suspicious/noArrayIndexKey: an item has no identity but its place
                  key={at}
                  at={at}
                  item={item}
                  errorOf={errorOf}
                  onItem={(changed) => set({ items: fields.items.map((each, place) => (place === at ? changed : each)) })}
                  {...(fields.items.length > 1 && {
                    onRemove: () => set({ items: fields.items.filter((_, place) => place !== at) }),
                  })}
                />
              ))}
            </Section>
            <Section title={texts.details}>
              <ChoiceField label={texts.wish} value={fields.wish} onValue={(wish) => set({ wish })} choices={WISHES} isInRow />
              <TextArea label={texts.note} value={fields.note} onValue={(note) => set({ note })} error={of('note')} rows={2} isOptional />
              <TextField
                label={texts.reference}
                value={fields.reference}
                onValue={(reference) => set({ reference })}
                error={of('client_reference')}
                autoComplete="off"
                isOptional
              />
            </Section>
          </>
        )
      }}
    </Form>
  )
}
