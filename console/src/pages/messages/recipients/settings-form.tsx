// The form for the message settings of a business: sender, contacts, and who gets messages of which purpose.

import { Alert, Checkbox, Fieldset, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LANGUAGES } from '../../../../../src/domain/messages/purpose.ts'
import { api, BUSINESSES, MESSAGE_CHANNELS, OPERATOR } from '../../../api.ts'
import { SubmitForm, ticked, typed } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { notifyDone, useRead, useRefresh } from '../../../components/queries.ts'
import { t } from '../../../strings.ts'
import type { MessageChannel, MessageSettings, Operator } from '../../../wire.ts'
import { CHANNEL_CHOICES, channelName, LANGUAGE_CHOICES } from '../message-text.tsx'
import { contactFields, SelectOne } from './contacts.tsx'
import { PurposeTable } from './purpose-table.tsx'

type Fields = Omit<MessageSettings, 'is_on'>

const fieldsOf = ({ is_on: _isOn, ...fields }: MessageSettings): Fields => fields

/** Names of the channels that the settings use, but for which the server has no provider. */
const useMissingChannels = ({ channel, contacts }: Fields): string[] => {
  const { data: channels = [] } = useRead<MessageChannel[]>(MESSAGE_CHANNELS)
  const used = new Set([channel, ...contacts.map((contact) => contact.channel)])
  return channels.filter((each) => each.provider === null && used.has(each.channel)).map((each) => channelName(each.channel))
}

type Props = { businessId: string; settings: MessageSettings; isReadOnly: boolean }

export const SettingsForm = ({ businessId, settings, isReadOnly }: Props) => {
  const refresh = useRefresh()
  const { data: operator } = useRead<Operator>(OPERATOR)
  const [fields, setFields] = useState(() => fieldsOf(settings))
  const set = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }))
  const missing = useMissingChannels(fields)
  const save = async () => {
    await api.send('PUT', `${BUSINESSES}/${businessId}/message_settings`, { ...fields, sender_name: fields.sender_name?.trim() || null })
    await refresh()
    notifyDone(t('recipients.saved'))
  }
  const inputs = (errorOf: (field: string) => string | undefined) => (
    <Fieldset disabled={isReadOnly} variant="unstyled" className="message-settings">
      {missing.map((channel) => (
        <Alert key={channel} color="orange">
          {t('recipients.notSetUp', { channel })}
        </Alert>
      ))}
      <Panel title={t('recipients.sender')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('recipients.senderName')}
            description={t('recipients.senderHint', { operator: operator?.name ?? t('shell.product') })}
            {...typed(fields.sender_name ?? '', (text) => set({ sender_name: text }), errorOf('sender_name'))}
          />
          <SelectOne
            label={t('messages.channel')}
            description={t('recipients.channelHint')}
            data={[{ value: '', label: t('recipients.noChannel') }, ...CHANNEL_CHOICES]}
            value={fields.channel ?? ''}
            onPick={(value) => set({ channel: (value || null) as Fields['channel'] })}
          />
          <SelectOne
            label={t('messages.language')}
            description={t('recipients.languageHint')}
            data={LANGUAGE_CHOICES}
            value={fields.language}
            onPick={(value) => set({ language: value as (typeof LANGUAGES)[number] })}
          />
          <NumberInput
            label={t('recipients.freeDays')}
            description={t('recipients.freeDaysHint')}
            value={fields.free_days_notice}
            onChange={(days) => set({ free_days_notice: Number(days) })}
            error={errorOf('free_days_notice')}
            allowDecimal={false}
            min={0}
          />
          <Checkbox
            label={t('recipients.readyOnArrival')}
            description={t('recipients.readyOnArrivalHint')}
            {...ticked(fields.ready_on_arrival, (isTicked) => set({ ready_on_arrival: isTicked }))}
          />
        </SimpleGrid>
      </Panel>
      {contactFields({ contacts: fields.contacts, onChange: (contacts) => set({ contacts }), errorOf, isReadOnly })}
      <PurposeTable fields={fields} onChange={set} />
    </Fieldset>
  )
  if (isReadOnly) return inputs(() => undefined)
  return (
    <SubmitForm submitLabel={t('shell.save')} onSubmit={save}>
      {inputs}
    </SubmitForm>
  )
}
