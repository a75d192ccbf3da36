// /portal/v1/passkeys: the person's own passkeys. /portal/v1/passkey_challenges and passkey_sessions: signs in with a passkey.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { addUserPasskey, beginUserPasskey, revokeUserPasskey, signInUserWithPasskey } from '../../flows/members/passkeys.ts'
import { readMemberships } from '../../flows/members/read-memberships.ts'
import { beginPasskeySignIn, siteOf } from '../../flows/staff/webauthn.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as passkeys from '../../store/members/passkeys.ts'
import { presentPasskey } from '../staff/ops-present.ts'
import { AddPasskeyBody, PasskeyAnswer, PasskeyOptionsAnswer, PasskeySignInBody, RevokedPasskeyAnswer } from '../staff/ops-schemas.ts'
import type { SignInLimit } from '../staff/sign-in-limit.ts'
import { idParams } from '../values/fields.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import { presentMe } from './portal-present.ts'
import { MeAnswer } from './portal-schemas.ts'
import { PORTAL_COOKIE } from './portal-session.ts'
import { signingIn } from './portal-session-routes.ts'

const Params = idParams('pky', 'Passkey token')

export const portalPasskeyRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
  app.get('/portal/v1/passkeys', portalOperation({ answers: { 200: Type.Array(PasskeyAnswer) } }), async ({ person }) =>
    (await passkeys.ofUser(deps.db, person!.id)).map(presentPasskey),
  )

  app.post('/portal/v1/passkeys/options', portalOperation({ answers: { 200: PasskeyOptionsAnswer } }), async (request) => ({
    ...(await beginUserPasskey(deps, request.person!, siteOf(request.baseUrl))),
  }))

  app.post('/portal/v1/passkeys', portalOperation({ body: AddPasskeyBody, answers: { 201: PasskeyAnswer } }), async (request, reply) => {
    const site = siteOf(request.baseUrl)
    const passkey = await addUserPasskey(deps, personAuthor(deps, request), request.person!, site, request.body)
    return reply.code(201).send(presentPasskey(passkey))
  })

  app.delete('/portal/v1/passkeys/:id', portalOperation({ params: Params, answers: { 200: RevokedPasskeyAnswer } }), async (request) => {
    await revokeUserPasskey(deps, personAuthor(deps, request), request.person!, request.params.id)
    return { passkey_id: request.params.id, revoked: true }
  })

  app.post('/portal/v1/passkey_challenges', portalOperation({ answers: { 200: PasskeyOptionsAnswer } }), async (request, reply) => {
    limit.attempt(request, reply, null)
    return { ...(await beginPasskeySignIn(deps, siteOf(request.baseUrl))) }
  })

  app.post(
    '/portal/v1/passkey_sessions',
    portalOperation({ body: PasskeySignInBody, answers: { 201: MeAnswer } }),
    async (request, reply) => {
      limit.attempt(request, reply, null)
      const { response } = request.body
      const { holder, secret } = await signInUserWithPasskey(deps, siteOf(request.baseUrl), { response, ...signingIn(request) })
      reply.header('set-cookie', PORTAL_COOKIE.set(secret))
      return reply.code(201).send(presentMe(holder, await readMemberships(deps, holder)))
    },
  )
}
