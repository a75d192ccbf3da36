// The contacts of a business, each with a channel, an address and a language.

import { ActionIcon, NativeSelect, Stack, TextInput } from '@mantine/core'
import { CONTACTS_MAX } from '../../../../../src/domain/messages/limits.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { typed } from '../../../components/form.tsx'
import { Icon } from '../../../components/icons.tsx'
import { Panel } from '../../../components/page.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { MessageSettings } from '../../../wire.ts'
import { CHANNEL_CHOICES, LANGUAGE_CHOICES } from '../message-text.tsx'

export type Contact = MessageSettings['contacts'][number]
type Choice = { value: string; label: string }

type SelectProps = { label: string; description?: string; data: readonly Choice[]; value: string; onPick: (value: string) => void }

export const SelectOne = ({ data, onPick, ...select }: SelectProps) => (
  <NativeSelect data={[...data]} {...select} onChange={({ currentTarget }) => onPick(currentTarget.value)} />
)

const NEW: Contact = { name: '', channel: 'email', address: '', language: 'en', purposes: [] }

type Props = {
  contacts: readonly Contact[]
  onChange: (contacts: Contact[]) => void
  errorOf: (field: string) => string | undefined
  isReadOnly: boolean
}

/**
 * Call this as a function. If it were a component, the form would show the errors of these fields twice: at the fields and above the
 * button.
 */
export const contactFields = ({ contacts, onChange, errorOf, isReadOnly }: Props) => {
  const set = (index: number, changed: Partial<Contact>) =>
    onChange(contacts.map((contact, at) => (at === index ? { ...contact, ...changed } : contact)))
  const add = !isReadOnly && contacts.length < CONTACTS_MAX && (
    <PlainButton label={t('recipients.addContact')} size="xs" onClick={() => onChange([...contacts, NEW])} />
  )
  return (
    <Panel title={t('recipients.contacts')} lead={t('recipients.contactsLead')} actions={add}>
      {contacts.length === 0 && <Hint>{t('recipients.noContacts')}</Hint>}
      <Stack>
        {contacts.map((contact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a contact has no identity but its place.
          <div key={index} className="message-contact">
            <TextInput
              label={t('records.name')}
              {...typed(contact.name, (name) => set(index, { name }), errorOf(`contacts[${index}].name`))}
            />
            <SelectOne
              label={t('messages.channel')}
              data={CHANNEL_CHOICES}
              value={contact.channel}
              onPick={(channel) => set(index, { channel: channel as Contact['channel'] })}
            />
            <TextInput
              label={t('recipients.contactAddress')}
              {...typed(contact.address, (address) => set(index, { address }), errorOf(`contacts[${index}].address`))}
            />
            <SelectOne
              label={t('messages.language')}
              data={LANGUAGE_CHOICES}
              value={contact.language}
              onPick={(language) => set(index, { language: language as Contact['language'] })}
            />
            {!isReadOnly && (
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t('recipients.remove', { name: contact.name || t('recipients.newContact') })}
                onClick={() => onChange(contacts.filter((_, at) => at !== index))}
              >
                <Icon name="cross" sizePx={14} />
              </ActionIcon>
            )}
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
