// /ops/v1/setup, /session, /sessions, /preferences and /password: set-up, sign-in, sign-out, and the caller's own account.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { endSession, signOut } from '../../flows/staff/access.ts'
import { changePassword } from '../../flows/staff/change-staff.ts'
import { setUpStaff } from '../../flows/staff/create-staff.ts'
import { saveLanguage } from '../../flows/staff/save-preferences.ts'
import { signIn } from '../../flows/staff/sign-in.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as preferences from '../../store/staff/preferences.ts'
import * as sessions from '../../store/staff/sessions.ts'
import { idParams } from '../values/fields.ts'
import { ANYONE, opsRoute, STAFF, STAFF_COOKIE, STAFF_IN_PERSON } from './access.ts'
import { authorOf, seesMoney } from './auth.ts'
import { SESSION_EXAMPLE, STAFF_EXAMPLE } from './ops-examples.ts'
import { presentSession, presentStaff } from './ops-present.ts'
import {
  CallerAnswer,
  ChangedAnswer,
  EndedAnswer,
  PasswordBody,
  PreferencesAnswer,
  PreferencesBody,
  SessionAnswer,
  SetupBody,
  SignedInAnswer,
  SignInBody,
  StaffAnswer,
} from './ops-schemas.ts'
import type { SignInLimit } from './sign-in-limit.ts'

const SessionParams = idParams('ses', 'Session token')
const ENDED_EXAMPLE = { session_id: SESSION_EXAMPLE.session_id, ended: true }

export const sessionRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
  opsRoute(app, 'POST', '/ops/v1/setup', ANYONE, {
    id: 'setUpStaff',
    summary: 'Create the first admin',
    description: 'Spends the token of a set-up link, which works once. Sign in afterwards.',
    body: SetupBody,
    answers: { 201: goodAnswer('The admin’s account', StaffAnswer, STAFF_EXAMPLE) },
    handler: async (request, reply) => {
      limit.attempt(request, reply, null)
      return reply.code(201).send(presentStaff(await setUpStaff(deps, request.id, request.body)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/session', ANYONE, {
    id: 'signIn',
    summary: 'Sign in',
    description:
      'Sets the session cookie. One and the same 401 for an unknown account and a wrong password. Where the account has a second factor, 401 SECOND_FACTOR_REQUIRED asks for its code. With the cookie, every request but GET needs the header `X-Waybill-CSRF: 1`.',
    body: SignInBody,
    answers: { 201: goodAnswer('Signed in', SignedInAnswer, { staff: STAFF_EXAMPLE, session: SESSION_EXAMPLE }) },
    errors: ['UNAUTHORIZED', 'SECOND_FACTOR_REQUIRED'],
    handler: async (request, reply) => {
      const { email, password, second_factor_code: code } = request.body
      limit.attempt(request, reply, email)
      const { staff, session, secret } = await signIn(deps, {
        email,
        password,
        code,
        beforeCode: () => limit.tryFactor(request, reply, email),
        userAgent: request.headers['user-agent'] ?? null,
        address: request.ip,
        requestId: request.id,
      })
      if (code) limit.rightFactor(email)
      reply.header('set-cookie', STAFF_COOKIE.set(secret))
      return reply.code(201).send({ staff: presentStaff(staff), session: presentSession(session, session.id) })
    },
  })

  opsRoute(app, 'GET', '/ops/v1/session', STAFF, {
    id: 'whoAmI',
    summary: 'Retrieve the caller',
    description: 'The account behind the session or access token, and the role that counts.',
    answers: {
      200: goodAnswer('The caller', CallerAnswer, {
        staff: STAFF_EXAMPLE,
        role: 'admin',
        sees_money: true,
        via: 'session',
        language: 'en',
      }),
    },
    handler: async ({ staff: { staff, role, session } }) => ({
      staff: presentStaff(staff),
      role,
      sees_money: await seesMoney(deps.db, { role, staff }),
      via: session ? ('session' as const) : ('access_token' as const),
      language: await preferences.languageOf(deps.db, staff.id),
    }),
  })

  opsRoute(app, 'DELETE', '/ops/v1/session', STAFF_IN_PERSON, {
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session that asks, and removes its cookie.',
    answers: { 200: goodAnswer('Signed out', EndedAnswer, ENDED_EXAMPLE) },
    handler: async (request, reply) => {
      const { id } = request.staff.session!
      await signOut(deps, authorOf(deps, request), id)
      reply.header('set-cookie', STAFF_COOKIE.none)
      return { session_id: id, ended: true }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/sessions', STAFF_IN_PERSON, {
    id: 'listSessions',
    summary: 'List your own sessions',
    description: 'Valid ones only, newest first.',
    answers: { 200: goodAnswer('Your sessions', Type.Array(SessionAnswer), [SESSION_EXAMPLE]) },
    handler: async ({ staff: { staff, session } }) =>
      (await sessions.list(deps.db, staff.id, deps.clock())).map((each) => presentSession(each, session!.id)),
  })

  opsRoute(app, 'DELETE', '/ops/v1/sessions/:id', STAFF_IN_PERSON, {
    id: 'endSession',
    summary: 'End one of your own sessions',
    description: 'For a browser that was left signed in somewhere.',
    params: SessionParams,
    answers: { 200: goodAnswer('It has ended', EndedAnswer, ENDED_EXAMPLE) },
    handler: async (request) => {
      const { id } = request.params
      await endSession(deps, authorOf(deps, request), request.staff.staff.id, id)
      return { session_id: id, ended: true }
    },
  })

  opsRoute(app, 'PUT', '/ops/v1/preferences', STAFF, {
    id: 'setPreferences',
    summary: 'Choose your language',
    description: 'Your own settings of the console, for every browser that you sign in with.',
    body: PreferencesBody,
    answers: { 200: goodAnswer('As it is now', PreferencesAnswer, { language: 'zh-CN' }) },
    handler: async (request) => {
      const { language } = request.body
      await saveLanguage(deps, authorOf(deps, request), language)
      return { language }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/password', STAFF_IN_PERSON, {
    id: 'changePassword',
    summary: 'Change your own password',
    description: 'The session that asks goes on; all your others end, and your access tokens are revoked.',
    body: PasswordBody,
    answers: { 200: goodAnswer('It is changed', ChangedAnswer, { changed: true }) },
    handler: async (request, reply) => {
      const { staff, session } = request.staff
      limit.attempt(request, reply, staff.email)
      const { current_password: current, new_password: next } = request.body
      await changePassword(deps, authorOf(deps, request), staff, session!.id, { current, next })
      return { changed: true }
    },
  })
}
