// The form for a new quote: direction, transport, sender, recipient, cargo. After submission, the page of the new quote opens.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { countryName } from '../../../../web/format.ts'
import { Button } from '../../components/button.tsx'
import { CustomerPicker } from '../../components/customer-picker.tsx'
import { CheckField, ChoiceField, optionsOf, TextField } from '../../components/field.tsx'
import type { ErrorOf } from '../../components/form.tsx'
import { Form } from '../../components/form.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { mayBook } from '../../registry.ts'
import { keyOfRead, usePlace, useScope, useSend } from '../../scope.tsx'
import { texts } from '../../texts/quotes.ts'
import { texts as shell } from '../../texts/shell.ts'
import { CargoFields } from './cargo-fields.tsx'
import type { Draft } from './draft.ts'
import { emptyDraft, isSenderTyped, isToOwnAddress, partyOf, requestOf, senderOf, turned } from './draft.ts'
import { PartyFields, SENDER_FIELDS } from './party-fields.tsx'

type PartProps = { draft: Draft; onDraft: (draft: Draft) => void; errorOf: ErrorOf }

const Flow = ({ draft, onDraft }: Omit<PartProps, 'errorOf'>) => (
  <Section title={texts.what}>
    <ChoiceField
      label={texts.directionLabel}
      isInRow
      value={draft.direction}
      onValue={(direction) => onDraft(turned(draft, direction as Draft['direction']))}
      choices={[
        { value: 'import', label: texts.importChoice, hint: texts.importHint },
        { value: 'export', label: texts.exportChoice, hint: texts.exportHint },
      ]}
    />
    <ChoiceField
      label={texts.transportLabel}
      isInRow
      value={draft.transport}
      onValue={(transport) => onDraft({ ...draft, transport: transport as Draft['transport'] })}
      choices={[
        { value: 'air', label: texts.airChoice, hint: texts.airHint },
        { value: 'ocean', label: texts.oceanChoice, hint: texts.oceanHint },
      ]}
    />
  </Section>
)

const CUSTOMER_FIELDS = ['parcel.parcel_customer_token', 'parcel.address_suffix', 'parcel.customer_id', 'parcel.sender']

const Sender = ({ draft, onDraft, errorOf }: PartProps) => {
  const { business } = usePlace()
  const { own_address: own } = business
  const isExport = draft.direction === 'export'
  const mayType = isExport || !business.parcel_customer_account
  const customerError = errorOf(...CUSTOMER_FIELDS)
  // If no customer is chosen, the server may report missing sender fields. The form has no sender fields in this case, so it asks the user
  // to choose a customer.
  const isCustomerMissing = !isSenderTyped(draft) && draft.customer === null && errorOf(...SENDER_FIELDS, ...CUSTOMER_FIELDS) !== undefined
  return (
    <Section title={texts.sender}>
      {mayType && (
        <ChoiceField
          label={texts.from}
          isInRow
          value={draft.isFromCustomer ? 'customer' : 'typed'}
          onValue={(value) => onDraft({ ...draft, isFromCustomer: value === 'customer' })}
          choices={optionsOf({ customer: texts.fromCustomer, typed: texts.fromTyped })}
        />
      )}
      {draft.isFromCustomer && (
        <>
          <CustomerPicker
            customer={draft.customer}
            onCustomer={(customer) => onDraft({ ...draft, customer, sender: customer && isExport ? senderOf(customer) : draft.sender })}
            error={isCustomerMissing ? texts.customerRequired : customerError}
          />
          {draft.customer && <p className="hint">{isExport ? texts.customerExport : texts.customerImport}</p>}
        </>
      )}
      {isExport && !draft.isFromCustomer && own.address?.street && (
        <div className="actions">
          <Button onClick={() => onDraft({ ...draft, sender: partyOf(own) })}>{texts.useOwn}</Button>
        </div>
      )}
      {isSenderTyped(draft) && (
        <PartyFields
          side="sender"
          party={draft.sender}
          onParty={(sender) => onDraft({ ...draft, sender })}
          errorOf={errorOf}
          optional={['email', 'state', 'postalCode']}
        />
      )}
    </Section>
  )
}

/** The business's own address in Nigeria, to which its imports go. */
const OwnAddress = () => {
  const { own_address: own } = usePlace().business
  if (!own.address?.street) return <p className="hint">{texts.ownAddressUnset}</p>
  const { name, phone, address } = own
  const place = [address?.city, address?.postal_code, address?.state, address?.country && countryName(address.country)]
  return (
    <div>
      <p className="hint">{texts.ownAddress}</p>
      <address>
        {[name, phone, address?.street, place.filter(Boolean).join(', ')].filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </div>
  )
}

const Recipient = ({ draft, onDraft, errorOf }: PartProps) => {
  const { business } = usePlace()
  const isImport = draft.direction === 'import'
  const isOwn = isToOwnAddress(draft, business)
  return (
    <Section title={texts.recipient}>
      {isOwn && <OwnAddress />}
      {isOwn ? (
        <TextField
          label={texts.contactName}
          isOptional
          value={draft.recipient.name}
          onValue={(name) => onDraft({ ...draft, recipient: { ...draft.recipient, name } })}
          error={errorOf('parcel.recipient', 'parcel.recipient.name')}
        />
      ) : (
        <PartyFields
          side="recipient"
          party={draft.recipient}
          onParty={(recipient) => onDraft({ ...draft, recipient })}
          errorOf={errorOf}
          optional={isImport && business.last_mile ? [] : ['email', 'state', 'postalCode']}
        />
      )}
      {isImport && !business.last_mile && (
        <CheckField label={texts.otherAddress} isOn={draft.isElsewhere} onValue={(isElsewhere) => onDraft({ ...draft, isElsewhere })} />
      )}
    </Section>
  )
}

const NewQuote = () => {
  const { business } = usePlace()
  const scope = useScope()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [draft, setDraft] = useState(() => emptyDraft(search.get('direction') === 'export' ? 'export' : 'import'))
  const { mutateAsync: create } = useSend('createQuote')
  const submit = async (): Promise<void> => {
    const quote = await create({ body: { parcel: requestOf(draft, business) } })
    // Caches the quote for the quote page. If the quote page read the quote from the server, the server would ask the carriers for rates
    // again.
    client.setQueryData(keyOfRead(scope, 'getQuote', { id: quote.parcel_quote_id }), quote)
    navigate(`/quotes/${quote.parcel_quote_id}`)
  }
  return (
    <Page title={texts.newTitle} lead={texts.newLead} back={{ href: '/quotes', label: texts.backToList }} isNarrow>
      <Form submit={texts.getPrices} onSubmit={submit} isWide>
        {(errorOf) => (
          <>
            <Flow draft={draft} onDraft={setDraft} />
            <Sender draft={draft} onDraft={setDraft} errorOf={errorOf} />
            <Recipient draft={draft} onDraft={setDraft} errorOf={errorOf} />
            <Section title={texts.cargoTitle}>
              <CargoFields draft={draft} onCargo={(cargo) => setDraft({ ...draft, cargo })} errorOf={errorOf} />
              <TextField
                label={texts.clientReference}
                hint={texts.clientReferenceHint}
                isOptional
                value={draft.reference}
                onValue={(reference) => setDraft({ ...draft, reference })}
                error={errorOf('parcel.client_reference')}
              />
            </Section>
          </>
        )}
      </Form>
    </Page>
  )
}

export default () => {
  const { role } = usePlace()
  if (mayBook(role)) return <NewQuote />
  return (
    <Page title={texts.newTitle}>
      <Empty icon="lock" title={shell.forbiddenTitle}>
        {shell.forbidden}
      </Empty>
    </Page>
  )
}
