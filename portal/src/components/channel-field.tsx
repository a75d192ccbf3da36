// The choice between SMS and WhatsApp for a code, if the operator has set up both.

import { texts } from '../texts/sign-in.ts'
import type { Brand } from '../wire.ts'
import { ChoiceField } from './field.tsx'

export type PhoneChannel = 'sms' | 'whatsapp'

export const phoneChannels = (brand: Brand | undefined): readonly PhoneChannel[] =>
  (['sms', 'whatsapp'] as const).filter((channel) => brand?.sign_in[channel])

type Props = { channels: readonly PhoneChannel[]; value: PhoneChannel; onValue: (channel: PhoneChannel) => void }

export const ChannelField = ({ channels, value, onValue }: Props) =>
  channels.length < 2 ? null : (
    <ChoiceField
      label={texts.channel}
      value={value}
      onValue={(chosen) => onValue(chosen as PhoneChannel)}
      choices={channels.map((channel) => ({ value: channel, label: texts[channel] }))}
      isInRow
    />
  )
