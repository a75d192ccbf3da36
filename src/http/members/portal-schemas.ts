// Schemas of the routes under /portal/v1.

import { MEMBER_ROLES } from '../../domain/members/member.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const BrandAnswer = Type.Object({
  name: Type.String(),
  logo_url: Type.NullableString(),
  colour: Type.String(),
  sign_in: Type.Object({ email: Type.Boolean(), sms: Type.Boolean(), whatsapp: Type.Boolean() }),
})

const Phone = () => Type.Text({ description: 'International, or Nigerian without country code' })
const PhoneChannel = () => Type.Enum(['sms', 'whatsapp'], { description: 'One that is set up; by default SMS, if it is' })

export const AskForCodeBody = Type.PartialBody([{ email: 'owner@example.com' }], {
  email: Type.Text(),
  phone: Phone(),
  channel: PhoneChannel(),
})
export const PhoneCodeBody = Type.Body([{ phone: '+2348031234567', channel: 'sms' }], {
  phone: Phone(),
  channel: Type.Optional(PhoneChannel()),
})
export const ConfirmPhoneBody = Type.Body([{ phone: '+2348031234567', code: '12345678' }], { phone: Phone(), code: Type.Text() })
export const SentAnswer = Type.Object({ sent: Type.Boolean() })

export const SignInBody = Type.PartialBody([{ email: 'owner@example.com', code: '12345678' }], {
  email: Type.Text(),
  phone: Phone(),
  code: Type.Text(),
  link: Type.Text({ description: 'From a one-time link, after the #' }),
  second_factor_code: Type.Text({ description: 'Of the authenticator app, or a recovery code; required if the person has an app' }),
})

export const SessionAnswer = Type.Object({
  session_id: Type.String(),
  user_agent: Type.NullableString(),
  created_at: Type.DateTime(),
  seen_at: Type.DateTime(),
  ends_at: Type.DateTime(),
  current: Type.Boolean(),
})

const Address = Type.Partial(
  Type.Object({
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    address: Type.Partial(
      Type.Object({
        street: Type.String(),
        city: Type.String(),
        state: Type.String(),
        postal_code: Type.String(),
        country: Type.String(),
      }),
    ),
  }),
)

export const UserAnswer = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  phone: Type.NullableString(),
  phone_confirmed_at: Type.NullableDateTime({ description: 'Codes to sign in may be sent to a phone that is confirmed' }),
})

export const MeAnswer = Type.Object({
  user: UserAnswer,
  session: SessionAnswer,
  view_as: Type.NullableObject(Type.Object({ staff_name: Type.String() })),
  businesses: Type.Array(
    Type.Object({
      business_id: Type.String(),
      name: Type.String(),
      prefix: Type.String(),
      role: Type.Enum(MEMBER_ROLES),
      time_zone: Type.String(),
      last_mile: Type.Boolean(),
      parcel_customer_account: Type.Boolean(),
      own_address: Address,
      modes: Type.Array(Type.Enum(['test', 'live'])),
    }),
  ),
})

export const OwnFactorAnswer = Type.Object({
  totp: Type.Boolean({ description: 'Whether sign-ins need a code of an authenticator app' }),
  recovery_codes_left: Type.Integer(),
})
export const RemoveFactorBody = Type.PartialBody([{ second_factor_code: '123456' }], {
  second_factor_code: Type.Text({ description: 'Of the app, or a recovery code. Only an app that was never confirmed needs none' }),
})

export const EndedAnswer = Type.Object({ session_id: Type.String(), ended: Type.Boolean() })
export const ChangeUserBody = Type.PartialBody([{ name: 'First Owner' }], { name: Type.Text(), phone: Type.NullableText() })
