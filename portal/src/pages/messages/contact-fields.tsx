// The form fields for each contact of a business: name, address, and the kinds of messages that the contact receives.

import { CONTACTS_MAX } from '../../../../src/domain/messages/limits.ts'
import { CUSTOMER_PURPOSES } from '../../../../src/domain/messages/purpose.ts'
import { Button } from '../../components/button.tsx'
import { CheckField, optionsOf, SelectField, TextField } from '../../components/field.tsx'
import type { ErrorOf } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { CHANNEL_NAMES, LANGUAGE_NAMES, texts } from '../../texts/messages.ts'
import type { MessageSettings } from '../../wire.ts'
import { purposeText } from './message-parts.tsx'

type Purposes = MessageSettings['customers']
type Contact = MessageSettings['contacts'][number]

export const PurposeChecks = ({ purposes, onPurposes }: { purposes: Purposes; onPurposes: (purposes: Purposes) => void }) => (
  <div className="fields checks">
    {CUSTOMER_PURPOSES.map((purpose) => (
      <CheckField
        key={purpose}
        label={purposeText(purpose)}
        isOn={purposes.includes(purpose)}
        onValue={(isOn) => onPurposes(isOn ? [...purposes, purpose] : purposes.filter((each) => each !== purpose))}
      />
    ))}
  </div>
)

const NEW: Contact = { name: '', channel: 'email', address: '', language: 'en', purposes: [] }

type Props = { contacts: readonly Contact[]; onContacts: (contacts: Contact[]) => void; errorOf: ErrorOf }

/** Call this directly, not as a component: the fields must claim their errors before the form lists the remaining errors. */
export const contactFields = ({ contacts, onContacts, errorOf }: Props) => {
  const set = (at: number, changed: Partial<Contact>): void =>
    onContacts(contacts.map((contact, place) => (place === at ? { ...contact, ...changed } : contact)))
  const of = (at: number, key: Exclude<keyof Contact, 'purposes'>) => ({
    value: contacts[at]![key],
    onValue: (value: string) => set(at, { [key]: value }),
  })
  return (
    <Section
      title={texts.contacts}
      actions={
        contacts.length < CONTACTS_MAX && (
          <Button icon="plus" onClick={() => onContacts([...contacts, NEW])}>
            {texts.addContact}
          </Button>
        )
      }
    >
      <p className="hint">{contacts.length === 0 ? texts.noContacts : texts.contactsLead}</p>
      {contacts.map((contact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a contact has no identity but its place
        <fieldset key={at} className="group stack">
          <legend>{contact.name || texts.newContact}</legend>
          <div className="fields">
            <TextField label={texts.contactName} {...of(at, 'name')} error={errorOf(`contacts[${at}].name`)} />
            <SelectField label={texts.channel} {...of(at, 'channel')} options={optionsOf(CHANNEL_NAMES)} />
            <TextField label={texts.contactAddress} {...of(at, 'address')} error={errorOf(`contacts[${at}].address`)} />
            <SelectField label={texts.language} {...of(at, 'language')} options={optionsOf(LANGUAGE_NAMES)} />
          </div>
          <PurposeChecks purposes={contact.purposes} onPurposes={(purposes) => set(at, { purposes })} />
          <div>
            <Button look="danger" onClick={() => onContacts(contacts.filter((_, place) => place !== at))}>
              {texts.removeContact(contact.name || texts.newContact)}
            </Button>
          </div>
        </fieldset>
      ))}
    </Section>
  )
}
