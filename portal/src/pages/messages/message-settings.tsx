// The message settings: which messages are sent, to whom, and under which sender name. Only owners may open the page.

import { useState } from 'react'
import { typedNumber } from '../../../../web/typed-number.ts'
import { Forbidden } from '../../components/access.tsx'
import { NumberField, optionsOf, SelectField, TextField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Alert, Loaded } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePortalRead, usePortalWrite } from '../../portal-requests.ts'
import { OWNERS } from '../../registry.ts'
import { usePlace } from '../../scope.tsx'
import { CHANNEL_NAMES, LANGUAGE_NAMES, texts } from '../../texts/messages.ts'
import type { MessageSettings } from '../../wire.ts'
import { contactFields, PurposeChecks } from './contact-fields.tsx'
import { MessageTabs } from './message-parts.tsx'

const PATH = '/message_settings'

const SettingsForm = ({ settings: { is_on: isOn, ...before } }: { settings: MessageSettings }) => {
  const { mutateAsync } = usePortalWrite()
  const { isViewOnly } = usePlace()
  const toast = useToast()
  const [fields, setFields] = useState(before)
  const [freeDays, setFreeDays] = useState(String(before.free_days_notice))
  const set = (changed: Partial<typeof fields>): void => setFields((now) => ({ ...now, ...changed }))
  const save = async (): Promise<void> => {
    await mutateAsync({
      method: 'PUT',
      path: PATH,
      body: { ...fields, sender_name: fields.sender_name?.trim() || null, free_days_notice: typedNumber(freeDays) ?? '' },
    })
    toast(texts.saved)
  }
  return (
    <fieldset disabled={isViewOnly} className="stack">
      {!isOn && <Alert tone="warning">{texts.off}</Alert>}
      <Form submit={texts.settingsSave} onSubmit={save}>
        {(errorOf) => (
          <>
            <Section title={texts.sender}>
              <div className="fields">
                <TextField
                  label={texts.senderName}
                  hint={texts.senderHint}
                  value={fields.sender_name ?? ''}
                  onValue={(name) => set({ sender_name: name })}
                  error={errorOf('sender_name')}
                  isOptional
                />
                <SelectField
                  label={texts.defaultChannel}
                  hint={texts.defaultChannelHint}
                  value={fields.channel ?? ''}
                  onValue={(channel) => set({ channel: (channel || null) as MessageSettings['channel'] })}
                  options={optionsOf(CHANNEL_NAMES, texts.noChannel)}
                />
                <SelectField
                  label={texts.defaultLanguage}
                  value={fields.language}
                  onValue={(language) => set({ language: language as MessageSettings['language'] })}
                  options={optionsOf(LANGUAGE_NAMES)}
                />
                <NumberField
                  label={texts.freeDays}
                  hint={texts.freeDaysHint}
                  value={freeDays}
                  onValue={setFreeDays}
                  error={errorOf('free_days_notice')}
                />
              </div>
            </Section>
            <Section title={texts.purposes}>
              <PurposeChecks purposes={fields.customers} onPurposes={(customers) => set({ customers })} />
            </Section>
            {contactFields({ contacts: fields.contacts, onContacts: (contacts) => set({ contacts }), errorOf })}
          </>
        )}
      </Form>
    </fieldset>
  )
}

const Settings = () => {
  const settings = usePortalRead<MessageSettings>(PATH)
  return (
    <Page title={texts.title} lead={texts.settingsLead}>
      <MessageTabs />
      <Loaded query={settings}>{(found) => <SettingsForm key={JSON.stringify(found)} settings={found} />}</Loaded>
    </Page>
  )
}

export default () => (OWNERS.includes(usePlace().role) ? <Settings /> : <Forbidden roles={OWNERS} />)
