// Adds a customer.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { fieldError } from '../../../../web/errors.ts'
import { TextField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Page, Section } from '../../components/page.tsx'
import { useToast } from '../../components/toast.tsx'
import { useSend } from '../../scope.tsx'
import { texts } from '../../texts/customers.ts'
import { BLANK, changesOf, customerFields } from './customer-fields.tsx'

/** The server's message for a new customer. If a customer with the same email, phone or ID exists, the message is different. */
const CREATED = 'Parcel customer created.'

export default () => {
  const { mutateAsync } = useSend('createCustomer')
  const toast = useToast()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(BLANK)
  const [suffix, setSuffix] = useState('')
  const submit = async (): Promise<void> => {
    if (draft.first_name.trim() === '') throw fieldError('first_name', texts.nameRequired)
    const own = suffix.trim() === '' ? {} : { address_suffix: suffix.trim() }
    const { data, message } = await mutateAsync({ body: { parcel_customer: { ...changesOf(draft), ...own } } })
    toast(message === CREATED ? texts.created : texts.known)
    navigate(`/customers/${data.parcel_customer_id}`)
  }
  return (
    <Page title={texts.create} lead={texts.newLead} back={{ href: '/customers', label: texts.title }} isNarrow>
      <Section title={texts.details}>
        <Form submit={texts.create} onSubmit={submit}>
          {(errorOf) => (
            <>
              {customerFields({ draft, onDraft: setDraft, errorOf })}
              <TextField
                label={texts.suffix}
                hint={texts.suffixHint}
                value={suffix}
                onValue={setSuffix}
                error={errorOf('address_suffix', 'parcel_customer.address_suffix')}
                autoComplete="off"
                isOptional
              />
            </>
          )}
        </Form>
      </Section>
    </Page>
  )
}
