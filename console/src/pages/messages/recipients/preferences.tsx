// A customer's message settings: channel and language, and per channel the consent and any STOP request.

import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CHANNELS } from '../../../../../src/domain/messages/purpose.ts'
import { api, CUSTOMERS } from '../../../api.ts'
import { DialogButton } from '../../../components/buttons.tsx'
import { SaveDialog, ticked, typed } from '../../../components/form.tsx'
import type { Fact } from '../../../components/page.tsx'
import { Facts, Panel } from '../../../components/page.tsx'
import { Hint } from '../../../components/text.tsx'
import { useMayHandle } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { CustomerDetail, Message } from '../../../wire.ts'
import { customerName } from '../../customers/profile.tsx'
import { CHANNEL_CHOICES, channelName, LANGUAGE_CHOICES } from '../message-text.tsx'

type Channel = Message['channel']

const channelText = (channel: CustomerDetail['message_channel']): string => {
  if (channel === null) return t('recipients.ofBusiness')
  return channel === 'none' ? t('recipients.none') : channelName(channel)
}

const ConsentText = ({ customer, channel }: { customer: CustomerDetail; channel: Channel }) => {
  const { formatMoment } = useTimes()
  const consent = customer.message_consents.find((each) => each.channel === channel)
  const stop = customer.message_stops.find((each) => each.channel === channel)
  const lost = customer.unreachable.find((each) => each.channel === channel)
  const missing = t(channel === 'email' ? 'recipients.notNeeded' : 'records.none')
  return (
    <>
      {consent ? t('recipients.consentSince', { when: formatMoment(consent.given_at), how: consent.how }) : missing}
      {stop && (
        <Hint size="xs">
          {t(stop.is_in_force ? 'recipients.stopped' : 'recipients.lifted', { when: formatMoment(stop.stopped_at), how: stop.how })}
        </Hint>
      )}
      {lost && <Hint size="xs">{t('recipients.unreachable', { address: lost.address, reason: lost.reason })}</Hint>}
    </>
  )
}

const EditPreferences = ({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) => {
  const { message_channel: channelBefore, message_language: languageBefore, message_consents: before } = customer
  const [channel, setChannel] = useState(channelBefore)
  const [language, setLanguage] = useState(languageBefore)
  const stopped = customer.message_stops.filter((stop) => stop.is_in_force).map((stop) => stop.channel)
  const agreedBefore = before.map((consent) => consent.channel).filter((each) => !stopped.includes(each))
  const [agreed, setAgreed] = useState<readonly Channel[]>(agreedBefore)
  const [how, setHow] = useState('')
  const given = agreed.filter((each) => !agreedBefore.includes(each))
  const withdrawn = agreedBefore.filter((each) => !agreed.includes(each))
  const kept = before.filter((consent) => ![...given, ...withdrawn].includes(consent.channel))
  const save = async () => {
    const now = new Date().toISOString()
    const consents = [...kept, ...given.map((each) => ({ channel: each, given_at: now, how: how.trim() }))]
    await api.send('PATCH', `${CUSTOMERS}/${customer.parcel_customer_id}`, {
      ...(channel === null || channel === channelBefore ? {} : { message_channel: channel }),
      ...(language === null || language === languageBefore ? {} : { message_language: language }),
      ...(given.length + withdrawn.length > 0 ? { message_consents: consents } : {}),
      clear: [
        ...(channel === null && channelBefore !== null ? ['message_channel'] : []),
        ...(language === null && languageBefore !== null ? ['message_language'] : []),
      ],
    })
    return t('shell.saved')
  }
  const agree = (each: Channel, isAgreed: boolean) => setAgreed((all) => (isAgreed ? [...all, each] : all.filter((one) => one !== each)))
  return (
    <SaveDialog
      title={t('recipients.editTitle', { name: customerName(customer) })}
      submitLabel={t('shell.save')}
      onSubmit={save}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Select
            label={t('messages.channel')}
            placeholder={t('recipients.ofBusiness')}
            data={[...CHANNEL_CHOICES, { value: 'none' as const, label: t('recipients.none') }]}
            value={channel}
            onChange={setChannel}
            error={errorOf('message_channel')}
            clearable
            data-autofocus
          />
          <Select
            label={t('messages.language')}
            placeholder={t('recipients.ofBusiness')}
            data={LANGUAGE_CHOICES}
            value={language}
            onChange={setLanguage}
            error={errorOf('message_language')}
            clearable
          />
          {CHANNELS.filter((each) => each !== 'email' || stopped.includes(each)).map((each) => (
            <Checkbox
              key={each}
              label={t('recipients.agrees', { channel: channelName(each) })}
              {...ticked(agreed.includes(each), (isTicked) => agree(each, isTicked))}
            />
          ))}
          {given.length > 0 && (
            <TextInput
              label={t('recipients.how')}
              description={t('recipients.howHint')}
              {...typed(how, setHow, errorOf(`message_consents[${kept.length}].how`))}
            />
          )}
        </>
      )}
    </SaveDialog>
  )
}

export const PreferencesPanel = ({ customer }: { customer: CustomerDetail }) => {
  const mayHandle = useMayHandle()
  const language = customer.message_language
  const edit = mayHandle && customer.merged_into_id === null && (
    <DialogButton label={t('recipients.edit')} size="xs" dialog={(close) => <EditPreferences customer={customer} onClose={close} />} />
  )
  const facts: Fact[] = [
    [t('messages.channel'), channelText(customer.message_channel)],
    [t('messages.language'), language === null ? t('recipients.ofBusiness') : t(`messages.${language}`)],
    ...CHANNELS.map(
      (channel): Fact => [
        t('recipients.consent', { channel: channelName(channel) }),
        <ConsentText key={channel} customer={customer} channel={channel} />,
      ],
    ),
  ]
  return (
    <Panel title={t('recipients.panel')} actions={edit}>
      <Facts facts={facts} />
    </Panel>
  )
}
