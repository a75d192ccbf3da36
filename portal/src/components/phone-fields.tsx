// The phone to which a code is sent, and whether by SMS or WhatsApp, if the operator has set up both.

import { useState } from 'react'
import { texts } from '../texts/sign-in.ts'
import type { Brand } from '../wire.ts'
import { ChoiceField, TextField } from './field.tsx'
import type { ErrorOf } from './form.tsx'

export type PhoneChannel = 'sms' | 'whatsapp'

export const phoneChannels = (brand: Brand | undefined): readonly PhoneChannel[] =>
  (['sms', 'whatsapp'] as const).filter((channel) => brand?.sign_in[channel])

/** The typed phone and its fields. Call `fields` as a function: the form must know which errors they showed before it shows the rest. */
export const usePhone = (channels: readonly PhoneChannel[], first = '') => {
  const [typed, setTyped] = useState(first)
  const [channel, setChannel] = useState(channels[0]!)
  const fields = (errorOf: ErrorOf, label: string, hint?: string) => (
    <>
      <TextField
        label={label}
        hint={hint}
        type="tel"
        value={typed}
        onValue={setTyped}
        error={errorOf('phone', 'channel')}
        autoComplete="tel"
        autoFocus
      />
      {channels.length > 1 && (
        <ChoiceField
          label={texts.channel}
          value={channel}
          onValue={(chosen) => setChannel(chosen as PhoneChannel)}
          choices={channels.map((each) => ({ value: each, label: texts[each] }))}
          isInRow
        />
      )}
    </>
  )
  return { to: { phone: typed.trim(), channel }, fields }
}
