// Schemas of staff, sessions and access tokens under /ops/v1.

import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, ROLES, TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX } from '../../../domain/staff/staff.ts'
import { DateTime, Enum, Named, NullableDateTime, NullableString, RefTo, Text } from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'

const Password = () =>
  Text({ description: `${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters, and not the email address` })
const Role = () => Enum(ROLES)

const StaffMember = Named(
  'StaffMember',
  Type.Object({
    staff_id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Role(),
    status: Enum(['active', 'inactive']),
    created_at: DateTime(),
    deactivated_at: NullableDateTime(),
  }),
)
export const StaffAnswer = RefTo(StaffMember)

/** Who did it: a colleague, a business by its key, a carrier, a worker of ours. */
export const AuthorAnswer = Type.Object({
  kind: Enum(['staff', 'business', 'carrier', 'worker', 'command_line']),
  id: Type.String({ description: 'Token of the account or key, else the name of the program' }),
  name: Type.String(),
})
export type WireAuthor = Type.Static<typeof AuthorAnswer>

const StaffSession = Named(
  'StaffSession',
  Type.Object({
    session_id: Type.String(),
    user_agent: NullableString({ description: 'What the browser called itself' }),
    created_at: DateTime(),
    seen_at: DateTime({ description: 'Last use, to the minute' }),
    ends_at: DateTime({ description: 'When it ends unless it is used before' }),
    current: Type.Boolean({ description: 'Whether it is the session that asks' }),
  }),
)
export const SessionAnswer = RefTo(StaffSession)
export const SignedInAnswer = Type.Object({ staff: StaffAnswer, session: SessionAnswer })
export const CallerAnswer = Type.Object({
  staff: StaffAnswer,
  role: Enum(ROLES, { description: 'What counts for this request: a token may have less than its owner' }),
  via: Enum(['session', 'access_token']),
})
export const EndedAnswer = Type.Object({ session_id: Type.String(), ended: Type.Boolean() })
export const ChangedAnswer = Type.Object({ changed: Type.Boolean() })

export const SetupBody = Type.Object(
  { token: Text({ description: 'From the set-up link, after the #' }), email: Text(), name: Text(), password: Password() },
  {
    examples: [
      { token: '7t2cq1v9m3k8s5r0d4h6j2n1p8b3f7g5', email: 'admin@example.com', name: 'First Admin', password: 'correct horse battery' },
    ],
  },
)
export const SignInBody = Type.Object(
  { email: Text(), password: Text() },
  { examples: [{ email: 'admin@example.com', password: 'correct horse battery' }] },
)
export const PasswordBody = Type.Object(
  { current_password: Text(), new_password: Password() },
  { examples: [{ current_password: 'correct horse battery', new_password: 'staple of another kind' }] },
)
export const CreateStaffBody = Type.Object(
  { email: Text(), name: Text(), role: Role(), password: Password() },
  { examples: [{ email: 'dock@example.com', name: 'Dock Two', role: 'warehouse', password: 'pallets before noon' }] },
)
export const ChangeStaffBody = Type.Partial(
  Type.Object({ name: Text(), role: Role(), status: Enum(['active', 'inactive']), password: Password() }),
  { examples: [{ role: 'support' }] },
)

const AccessToken = Named(
  'AccessToken',
  Type.Object({
    access_token_id: Type.String(),
    label: Type.String(),
    role: Role(),
    begins: Type.String({ description: 'The visible beginning, to recognise it by' }),
    created_at: DateTime(),
    expires_at: DateTime(),
    last_used_at: NullableDateTime({ description: 'To the minute' }),
    revoked_at: NullableDateTime(),
    token: Type.Optional(Type.String({ description: 'The token itself: in the answer that creates it, and never again' })),
  }),
)
export const AccessTokenAnswer = RefTo(AccessToken)
export const RevokedTokenAnswer = Type.Object({ access_token_id: Type.String(), revoked: Type.Boolean() })
export const CreateTokenBody = Type.Object(
  {
    label: Text(),
    role: Type.Optional(Enum(ROLES, { description: 'Your own by default, and never more than that' })),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX, default: TOKEN_DAYS_DEFAULT })),
  },
  { examples: [{ label: 'nightly report', role: 'support', expires_in_days: 90 }] },
)

export const OPS_SCHEMAS = [StaffMember, StaffSession, AccessToken]
