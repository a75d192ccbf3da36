// Schemas of message channels, test messages and message counts under /ops/v1.

import { MESSAGE_STATES } from '../../domain/messages/message.ts'
import { CHANNELS, LANGUAGES, PURPOSE_NAMES } from '../../domain/messages/purpose.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const ChannelParams = Type.Object({ channel: Type.Enum(CHANNELS, { description: 'Channel' }) })

export const ChannelsAnswer = Type.Array(
  Type.Object({
    channel: Type.Enum(CHANNELS),
    provider: Type.NullableString({ description: 'Null if the channel is not set up on this server' }),
  }),
  { maxItems: CHANNELS.length },
)

export const TestBody = Type.Body([{ to: '+2348031234567', language: 'en' }], {
  to: Type.Text({ description: 'Email address, or phone number' }),
  language: Type.Enum(LANGUAGES),
  mode: Type.Optional(Type.Enum(['test', 'live'], { default: 'live', description: 'Refused for `test`, which reaches no provider' })),
})

export const TestAnswer = Type.Object({
  provider: Type.String(),
  to: Type.String({ description: 'As the provider got it' }),
  text: Type.String(),
  outcome: Type.Enum(['sent', 'refused', 'unknown'], { description: '`sent`: the provider accepted it' }),
  reason: Type.NullableString(),
  provider_id: Type.NullableString({ description: 'The provider’s id of the message' }),
  cost: Type.NullableString(),
  cost_currency: Type.NullableString(),
  answer: Type.String({ description: 'The provider’s answer as it is' }),
})
export const TEST_EXAMPLE: Type.Static<typeof TestAnswer> = {
  provider: 'termii',
  to: '+2348031234567',
  text: 'Sample Forwarders: parcel SMP-8ZKQ-4M7T has arrived at our warehouse.',
  outcome: 'sent',
  reason: null,
  provider_id: '9122821270554876574',
  cost: null,
  cost_currency: null,
  answer: 'HTTP 200\n{"code":"ok","message_id":"9122821270554876574","message":"Successfully Sent"}',
}

export const CountsQuery = Type.Object({
  month: Type.Optional(Type.Text({ description: 'Such as 2026-11; the current month by default' })),
  mode: Type.Optional(Type.Enum(['test', 'live'], { default: 'live' })),
  business: Type.Optional(Type.Text({ description: 'Token or prefix of a business' })),
})

export const CountsAnswer = Type.Object({
  month: Type.String({ description: 'In the operator’s time zone' }),
  counts: Type.Array(
    Type.Object({
      business_id: Type.NullableToken('biz', { description: 'Null for messages to staff' }),
      channel: Type.Enum(CHANNELS),
      purpose: Type.Enum(PURPOSE_NAMES),
      status: Type.Enum(MESSAGE_STATES),
      count: Type.Integer({ description: 'A message about several parcels counts once' }),
      without_cost: Type.Integer({ description: 'Messages for which the provider reported no cost' }),
      costs: Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() })),
    }),
  ),
})
export const COUNTS_EXAMPLE: Type.Static<typeof CountsAnswer> = {
  month: '2026-11',
  counts: [
    {
      business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w',
      channel: 'sms',
      purpose: 'arrived',
      status: 'delivered',
      count: 120,
      without_cost: 2,
      costs: [{ currency: 'NGN', amount: '472' }],
    },
  ],
}
