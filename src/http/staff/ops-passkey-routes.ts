// /ops/v1/passkeys: the caller's own passkeys. /ops/v1/session/passkey: signs in with a passkey.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { revokePasskey } from '../../flows/staff/access.ts'
import { addPasskey, beginPasskey, signInWithPasskey } from '../../flows/staff/passkeys.ts'
import { beginPasskeySignIn, siteOf } from '../../flows/staff/webauthn.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { idParams } from '../values/fields.ts'
import { ANYONE, opsRoute, STAFF_COOKIE, STAFF_IN_PERSON } from './access.ts'
import { authorOf } from './auth.ts'
import { SESSION_EXAMPLE, STAFF_EXAMPLE } from './ops-examples.ts'
import { PASSKEY_EXAMPLE, presentPasskey, presentSession, presentStaff } from './ops-present.ts'
import {
  AddPasskeyBody,
  CurrentPasswordBody,
  PasskeyAnswer,
  PasskeyOptionsAnswer,
  PasskeySignInBody,
  RevokedPasskeyAnswer,
  SignedInAnswer,
} from './ops-schemas.ts'
import type { SignInLimit } from './sign-in-limit.ts'

const Params = idParams('pky', 'Passkey token')
const OPTIONS_EXAMPLE = { challenge: 'q83vEjRWeJA', rpId: 'freight.example.com', userVerification: 'required' }

export const passkeyRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
  opsRoute(app, 'POST', '/ops/v1/passkeys/options', STAFF_IN_PERSON, {
    id: 'beginPasskey',
    summary: 'Begin to add a passkey',
    description: 'Answers what a browser’s `navigator.credentials.create` takes, as JSON of WebAuthn; to be answered within 5 minutes.',
    body: CurrentPasswordBody,
    answers: { 200: goodAnswer('The options', PasskeyOptionsAnswer, OPTIONS_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { staff } = request.staff
      limit.attempt(request, reply, staff.email)
      return { ...(await beginPasskey(deps, staff, siteOf(request.baseUrl), request.body.current_password)) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/passkeys', STAFF_IN_PERSON, {
    id: 'addPasskey',
    summary: 'Add a passkey',
    description: 'With what the browser answered to the options.',
    body: AddPasskeyBody,
    answers: { 201: goodAnswer('The passkey', PasskeyAnswer, PASSKEY_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const passkey = await addPasskey(deps, authorOf(deps, request), request.staff.staff, siteOf(request.baseUrl), request.body)
      return reply.code(201).send(presentPasskey(passkey))
    },
  })

  opsRoute(app, 'DELETE', '/ops/v1/passkeys/:id', STAFF_IN_PERSON, {
    id: 'removePasskey',
    summary: 'Remove one of your passkeys',
    description: 'At once. Sessions that it opened go on.',
    params: Params,
    answers: { 200: goodAnswer('It is removed', RevokedPasskeyAnswer, { passkey_id: PASSKEY_EXAMPLE.passkey_id, revoked: true }) },
    handler: async (request) => {
      await revokePasskey(deps, authorOf(deps, request), request.staff.staff, request.params.id)
      return { passkey_id: request.params.id, revoked: true }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/session/passkey/options', ANYONE, {
    id: 'beginPasskeySignIn',
    summary: 'Begin to sign in with a passkey',
    description: 'Answers what a browser’s `navigator.credentials.get` takes, as JSON of WebAuthn; to be answered within 5 minutes.',
    answers: { 200: goodAnswer('The options', PasskeyOptionsAnswer, OPTIONS_EXAMPLE) },
    handler: async (request, reply) => {
      limit.attempt(request, reply, null)
      return { ...(await beginPasskeySignIn(deps, siteOf(request.baseUrl))) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/session/passkey', ANYONE, {
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description: 'Sets the session cookie. A passkey replaces password and second factor.',
    body: PasskeySignInBody,
    answers: { 201: goodAnswer('Signed in', SignedInAnswer, { staff: STAFF_EXAMPLE, session: SESSION_EXAMPLE }) },
    errors: ['UNAUTHORIZED'],
    handler: async (request, reply) => {
      limit.attempt(request, reply, null)
      const { staff, session, secret } = await signInWithPasskey(deps, siteOf(request.baseUrl), {
        response: request.body.response,
        userAgent: request.headers['user-agent'] ?? null,
        address: request.ip,
        requestId: request.id,
      })
      reply.header('set-cookie', STAFF_COOKIE.set(secret))
      return reply.code(201).send({ staff: presentStaff(staff), session: presentSession(session, session.id) })
    },
  })
}
