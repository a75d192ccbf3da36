// The field for the phone number that receives a code, and the choice between SMS and WhatsApp if the operator has set up both.

import { useState } from 'react'
import { texts } from '../texts/sign-in.ts'
import type { Brand } from '../wire.ts'
import { ChoiceField, TextField } from './field.tsx'
import type { ErrorOf } from './form.tsx'

export type PhoneChannel = 'sms' | 'whatsapp'

export const phoneChannels = (brand: Brand | undefined): readonly PhoneChannel[] =>
  (['sms', 'whatsapp'] as const).filter((channel) => brand?.sign_in[channel])

/**
 * Returns the chosen phone number and channel, and the function `fields`. Call `fields` directly, not as a component: the fields must claim
 * their errors before the form lists the remaining errors.
 */
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
