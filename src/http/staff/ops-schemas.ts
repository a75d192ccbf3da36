// Schemas of staff, sessions, access tokens and saved views under /ops/v1.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { SITES_MAX } from '../../domain/sites/site.ts'
import {
  LANGUAGES,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  ROLES,
  TOKEN_DAYS_DEFAULT,
  TOKEN_DAYS_MAX,
} from '../../domain/staff/staff.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const Password = () =>
  Type.Text({ description: `${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters, and not the email address` })
const Role = () => Type.Enum(ROLES)

const SITES_OF = 'Tokens of the sites where they work; null: all. The role `warehouse` sees and changes records of these sites only'
const SitesOf = () =>
  Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' }, maxItems: SITES_MAX, description: SITES_OF })
const SitesBody = () =>
  Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: Type.Text(),
    minItems: 1,
    maxItems: SITES_MAX,
    description: `Tokens or codes. ${SITES_OF}`,
  })

const StaffMember = Type.Named('StaffMember', {
  staff_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role(),
  sites: SitesOf(),
  status: Type.Enum(['active', 'inactive']),
  created_at: Type.DateTime(),
  deactivated_at: Type.NullableDateTime(),
})
export const StaffAnswer = Type.RefTo(StaffMember)

/** The author of a change: staff, a business (API key or person), a carrier, a worker or the command line. */
export const AuthorAnswer = Type.Object({
  kind: Type.Enum(['staff', 'business', 'carrier', 'worker', 'command_line']),
  id: Type.String({ description: 'Token of the account or key, else the name of the program' }),
  name: Type.String(),
})
export type WireAuthor = Type.Static<typeof AuthorAnswer>

const StaffSession = Type.Named('StaffSession', {
  session_id: Type.String(),
  user_agent: Type.NullableString({ description: 'User-Agent of the browser' }),
  created_at: Type.DateTime(),
  seen_at: Type.DateTime({ description: 'Last use, to the minute' }),
  ends_at: Type.DateTime({ description: 'When it ends unless it is used before' }),
  current: Type.Boolean({ description: 'Whether it is the session that asks' }),
})
export const SessionAnswer = Type.RefTo(StaffSession)
export const SignedInAnswer = Type.Object({ staff: StaffAnswer, session: SessionAnswer })
export const CallerAnswer = Type.Object({
  staff: StaffAnswer,
  role: Type.Enum(ROLES, { description: 'Effective role of this request: a token may have a lesser role than its owner' }),
  sees_money: Type.Boolean({ description: 'Whether the role may read invoices, payments and accounts' }),
  via: Type.Enum(['session', 'access_token']),
  language: Type.NullableEnum(LANGUAGES, { description: 'Language of the console; null until the person chooses one' }),
})
export const PreferencesAnswer = Type.Object({ language: Type.Enum(LANGUAGES) })
export const PreferencesBody = Type.Body([{ language: 'zh-CN' }], { language: Type.Enum(LANGUAGES) })
export const SummaryAnswer = Type.Object({
  is_wanted: Type.Boolean({ description: 'Whether you get one each morning, from 7 o’clock in the operator’s time zone' }),
  is_possible: Type.Boolean({ description: 'Whether email is set up on this server' }),
})
export const SummaryBody = Type.Body([{ is_wanted: true }], { is_wanted: Type.Boolean() })
export const EndedAnswer = Type.Object({ session_id: Type.String(), ended: Type.Boolean() })
export const ChangedAnswer = Type.Object({ changed: Type.Boolean() })

export const SetupBody = Type.Body(
  [{ token: '7t2cq1v9m3k8s5r0d4h6j2n1p8b3f7g5', email: 'admin@example.com', name: 'First Admin', password: 'correct horse battery' }],
  { token: Type.Text({ description: 'From the set-up link, after the #' }), email: Type.Text(), name: Type.Text(), password: Password() },
)
export const SignInBody = Type.Body([{ email: 'admin@example.com', password: 'correct horse battery' }], {
  email: Type.Text(),
  password: Type.Text(),
  second_factor_code: Type.Optional(
    Type.Text({ description: 'Code of the authenticator app, or a recovery code; required if the account has a second factor' }),
  ),
})
export const PasswordBody = Type.Body([{ current_password: 'correct horse battery', new_password: 'staple of another kind' }], {
  current_password: Type.Text(),
  new_password: Password(),
})
export const CreateStaffBody = Type.Body(
  [{ email: 'dock@example.com', name: 'Dock Two', role: 'warehouse', password: 'pallets before noon' }],
  { email: Type.Text(), name: Type.Text(), role: Role(), password: Password(), sites: Type.Optional(SitesBody()) },
)
export const ChangeStaffBody = Type.PartialBody([{ role: 'support' }], {
  name: Type.Text(),
  role: Role(),
  sites: SitesBody(),
  status: Type.Enum(['active', 'inactive']),
  password: Password(),
})

const AccessToken = Type.Named('AccessToken', {
  access_token_id: Type.String(),
  label: Type.String(),
  role: Role(),
  begins: Type.String({ description: 'The visible beginning, to recognise it by' }),
  created_at: Type.DateTime(),
  expires_at: Type.DateTime(),
  last_used_at: Type.NullableDateTime({ description: 'To the minute' }),
  revoked_at: Type.NullableDateTime(),
  token: Type.Optional(Type.String({ description: 'The token itself: in the answer that creates it, and never again' })),
})
export const AccessTokenAnswer = Type.RefTo(AccessToken)
export const RevokedTokenAnswer = Type.Object({ access_token_id: Type.String(), revoked: Type.Boolean() })
export const CreateTokenBody = Type.Body([{ label: 'nightly report', role: 'support', expires_in_days: 90 }], {
  label: Type.Text(),
  role: Type.Optional(Type.Enum(ROLES, { description: 'Your own by default, or one that it includes' })),
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX, default: TOKEN_DAYS_DEFAULT })),
})

const StaffInvitation = Type.Named('StaffInvitation', {
  invitation_id: Type.String(),
  email: Type.String(),
  role: Role(),
  invited_by: Type.String({ description: 'Staff token' }),
  created_at: Type.DateTime(),
  expires_at: Type.DateTime(),
  link: Type.Optional(Type.String({ description: 'The link itself: in the answer that creates it, and never again' })),
})
export const InvitationAnswer = Type.RefTo(StaffInvitation)
export const RevokedInvitationAnswer = Type.Object({ invitation_id: Type.String(), revoked: Type.Boolean() })
export const InviteBody = Type.Body([{ email: 'dock@example.com', role: 'warehouse' }], { email: Type.Text(), role: Role() })
export const AcceptBody = Type.Body([{ token: '7t2cq1v9m3k8s5r0d4h6j2n1p8b3f7g5', name: 'Dock Two', password: 'pallets before noon' }], {
  token: Type.Text({ description: 'From the link of the invitation, after the #' }),
  name: Type.Text(),
  password: Password(),
})

const StaffPasskey = Type.Named('Passkey', {
  passkey_id: Type.String(),
  label: Type.String(),
  host: Type.String({ description: 'The host that it was made for; it works nowhere else' }),
  created_at: Type.DateTime(),
  last_used_at: Type.NullableDateTime(),
})
export const PasskeyAnswer = Type.RefTo(StaffPasskey)
export const RevokedPasskeyAnswer = Type.Object({ passkey_id: Type.String(), revoked: Type.Boolean() })
const WebAuthn = <T extends object>(description: string) => Type.Unsafe<T>({ type: 'object', additionalProperties: true, description })
export const PasskeyOptionsAnswer = WebAuthn<object>('Options of WebAuthn in its JSON')
const BrowserAnswer = <T extends object>() =>
  Type.Unsafe<T>({
    ...Type.Object({ id: Type.Text({ description: 'ID of the credential' }) }),
    additionalProperties: true,
    description: 'The browser’s WebAuthn response, as JSON',
  })
const BROWSER_ANSWER = { id: 'q83vEjRWeJA', rawId: 'q83vEjRWeJA', type: 'public-key', clientExtensionResults: {}, response: {} }
export const AddPasskeyBody = Type.Body([{ label: 'Phone', response: BROWSER_ANSWER }], {
  label: Type.Text({ description: 'To recognise it by, such as “Phone”' }),
  response: BrowserAnswer<RegistrationResponseJSON>(),
})
export const PasskeySignInBody = Type.Body([{ response: BROWSER_ANSWER }], { response: BrowserAnswer<AuthenticationResponseJSON>() })

export const SecondFactorAnswer = Type.Object({
  totp: Type.Boolean({ description: 'Whether sign-ins need a code of an authenticator app' }),
  recovery_codes_left: Type.Integer(),
  passkeys: Type.Array(PasskeyAnswer),
})
export const TotpAnswer = Type.Object({
  secret: Type.String({ description: 'Base32, to be typed into an app that reads no QR code' }),
  address: Type.String({ description: 'Content of the QR code' }),
  qr_svg: Type.String(),
})
export const RecoveryCodesAnswer = Type.Object({ recovery_codes: Type.Array(Type.String()) })
export const CurrentPasswordBody = Type.Body([{ current_password: 'correct horse battery' }], { current_password: Type.Text() })
export const RemoveTotpBody = Type.Body([{ current_password: 'correct horse battery', second_factor_code: '123456' }], {
  current_password: Type.Text(),
  second_factor_code: Type.Optional(
    Type.Text({ description: 'A current code of the app, or a recovery code. Only an app that was never confirmed needs none' }),
  ),
})
export const CodeBody = Type.Body([{ second_factor_code: '123456' }], { second_factor_code: Type.Text() })

export const OPS_SCHEMAS = [StaffMember, StaffSession, AccessToken, StaffInvitation, StaffPasskey]

export const SavedViewAnswer = Type.Object({
  saved_view_id: Type.Token('view'),
  page: Type.String({ description: 'The path of the list in the console' }),
  name: Type.String(),
  query: Type.String({ description: 'Query string of the page: filters, order, columns, mode' }),
  created_at: Type.DateTime(),
})
export type WireSavedView = Type.Static<typeof SavedViewAnswer>

export const SaveViewBody = Type.Body(
  [{ page: '/packages', name: 'Held in the warehouse', query: 'mode=live&status=warehouse&hold=hold' }],
  { page: Type.Text(), name: Type.Text(), query: Type.LongText() },
)
export const RemovedAnswer = Type.Object({ saved_view_id: Type.String(), removed: Type.Boolean() })

export const SAVED_VIEW_EXAMPLE: WireSavedView = {
  saved_view_id: 'view_01kqn2x4t8e6nvd0t2d5c1yq7w',
  page: '/packages',
  name: 'Held in the warehouse',
  query: 'mode=live&status=warehouse&hold=hold',
  created_at: '2026-11-15T08:30:00.000Z',
}
