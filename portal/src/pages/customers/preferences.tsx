// How a customer gets messages: channel, language, and consent for each channel that needs it.

import { useState } from 'react'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { CheckField, optionsOf, SelectField, TextField } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { Fact } from '../../components/page.tsx'
import { Facts, Section } from '../../components/page.tsx'
import { useSend } from '../../scope.tsx'
import { texts } from '../../texts/customers.ts'
import { CHANNEL_NAMES, LANGUAGE_NAMES } from '../../texts/messages.ts'
import { useTimes } from '../../times.tsx'
import type { Customer } from '../../wire.ts'

type Channel = keyof typeof CHANNEL_NAMES
const WITH_CONSENT: readonly Channel[] = ['sms', 'whatsapp']
const NONE = 'none'

const Edit = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const { mutateAsync } = useSend('updateCustomer')
  const before = customer.message_consents
  const agreedBefore = before.map(({ channel }) => channel)
  const [channel, setChannel] = useState<string>(customer.message_channel ?? '')
  const [language, setLanguage] = useState<string>(customer.message_language ?? '')
  const [agreed, setAgreed] = useState<readonly Channel[]>(agreedBefore)
  const [how, setHow] = useState('')
  const given = agreed.filter((each) => !agreedBefore.includes(each))
  const kept = before.filter((consent) => agreed.includes(consent.channel))
  const save = async (): Promise<void> => {
    const now = new Date().toISOString()
    const consents = [...kept, ...given.map((each) => ({ channel: each, given_at: now, how: how.trim() }))]
    await mutateAsync({
      id: customer.parcel_customer_id,
      body: {
        parcel_customer: {
          message_channel: (channel || null) as Customer['message_channel'],
          message_language: (language || null) as Customer['message_language'],
          ...((given.length > 0 || kept.length < before.length) && { message_consents: consents }),
        },
      },
    })
  }
  return (
    <FormDialog title={texts.messagesTitle} submit={texts.change} onSubmit={save} done={texts.messagesSaved} onClose={onClose}>
      {(errorOf) => (
        <>
          <SelectField
            label={texts.channel}
            value={channel}
            onValue={setChannel}
            options={optionsOf({ ...CHANNEL_NAMES, [NONE]: texts.noMessages }, texts.ofBusiness)}
            error={errorOf('message_channel', 'parcel_customer.message_channel')}
          />
          <SelectField
            label={texts.language}
            value={language}
            onValue={setLanguage}
            options={optionsOf(LANGUAGE_NAMES, texts.ofBusiness)}
            error={errorOf('message_language', 'parcel_customer.message_language')}
          />
          <div>
            {WITH_CONSENT.map((each) => (
              <CheckField
                key={each}
                label={texts.consent(CHANNEL_NAMES[each])}
                isOn={agreed.includes(each)}
                onValue={(isOn) => setAgreed((all) => (isOn ? [...all, each] : all.filter((one) => one !== each)))}
              />
            ))}
            <p className="hint">{texts.smsNote}</p>
          </div>
          {given.length > 0 && (
            <TextField
              label={texts.how}
              hint={texts.howHint}
              value={how}
              onValue={setHow}
              error={errorOf(
                ...given.map((_, at) => `message_consents[${kept.length + at}].how`),
                ...given.map((_, at) => `parcel_customer.message_consents[${kept.length + at}].how`),
              )}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

const channelText = (channel: Customer['message_channel']): string => {
  if (channel === null) return texts.ofBusiness
  return channel === NONE ? texts.noMessages : CHANNEL_NAMES[channel]
}

export const Preferences = ({ customer }: { customer: Customer }) => {
  const { formatDay } = useTimes()
  const [isEditing, setIsEditing] = useState(false)
  const consentText = (channel: Channel): string => {
    const consent = customer.message_consents.find((each) => each.channel === channel)
    return consent ? texts.given(formatDay(consent.given_at), consent.how) : texts.noConsent
  }
  const { message_language: language } = customer
  return (
    <Section
      title={texts.messages}
      actions={
        <Writes>
          <Button onClick={() => setIsEditing(true)}>{texts.change}</Button>
        </Writes>
      }
    >
      {isEditing && <Edit customer={customer} onClose={() => setIsEditing(false)} />}
      <Facts
        facts={[
          [texts.channel, channelText(customer.message_channel)],
          [texts.language, language === null ? texts.ofBusiness : LANGUAGE_NAMES[language]],
          ...WITH_CONSENT.map((channel): Fact => [texts.consent(CHANNEL_NAMES[channel]), consentText(channel)]),
        ]}
      />
    </Section>
  )
}
