// The form for announcing a parcel or changing an announcement.

import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CustomerPicker } from '../../components/customer-picker.tsx'
import { ChoiceField, optionsOf, TextArea, TextField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { usePlace } from '../../scope.tsx'
import { texts } from '../../texts/inbound.ts'
import type { Customer } from '../../wire.ts'
import type { InboundDraft } from './draft.ts'
import { BLANK_ITEM, bodyOf } from './draft.ts'
import { ItemFields } from './item-fields.tsx'

const WISHES = optionsOf({ air: texts.air, ocean: texts.ocean }, texts.undecided)
const OWNERS = optionsOf({ customer: texts.ofCustomer, own: texts.own })

type Props = {
  submit: string
  draft: InboundDraft
  customer: Customer | null
  /** Whether the parcel belongs to the business itself. */
  isOwn?: boolean
  /** Called with the request body. The server clears fields that are null in the body. */
  onBody: (body: ReturnType<typeof bodyOf>) => Promise<unknown>
}

export const InboundForm = ({ submit, draft, customer: known, isOwn = false, onBody }: Props) => {
  const { prefix } = usePlace().business
  const [owner, setOwner] = useState(isOwn ? 'own' : 'customer')
  const [customer, setCustomer] = useState(known)
  const customerId = owner === 'own' ? prefix : (customer?.parcel_customer_id ?? null)
  const [fields, setFields] = useState(draft)
  const set = (changed: Partial<InboundDraft>): void => setFields((now) => ({ ...now, ...changed }))
  return (
    <Form submit={submit} onSubmit={() => onBody(bodyOf(fields, customerId))}>
      {(errorOf) => {
        const of = (key: Exclude<keyof InboundDraft, 'items'>, name: string) => ({
          value: fields[key],
          onValue: (value: string) => set({ [key]: value }),
          error: errorOf(name, `inbound_parcel.${name}`),
        })
        // If the parcel belongs to the business itself, the form has no customer field. An error about the customer is then shown above the
        // submit button.
        const ownerError =
          owner === 'own'
            ? undefined
            : errorOf(...['customer_id', 'parcel_customer_token', 'address_suffix'].flatMap((name) => [name, `inbound_parcel.${name}`]))
        const numbersError = errorOf(
          'courier_numbers',
          'inbound_parcel.courier_numbers',
          ...fields.numbers.split(/[\s,;]+/).map((_, at) => `inbound_parcel.courier_numbers[${at}]`),
        )
        return (
          <>
            <Section title={texts.customer}>
              <ChoiceField label={texts.owner} choices={OWNERS} value={owner} onValue={setOwner} isInRow />
              {owner === 'customer' && <CustomerPicker customer={customer} onCustomer={setCustomer} error={ownerError} />}
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
                <TextField label={texts.courier} {...of('courier', 'courier')} autoComplete="off" isOptional />
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
              <TextArea label={texts.note} {...of('note', 'note')} rows={2} isOptional />
              <TextField label={texts.reference} {...of('reference', 'client_reference')} autoComplete="off" isOptional />
            </Section>
          </>
        )
      }}
    </Form>
  )
}
