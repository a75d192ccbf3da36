// /portal/v1/second_factor, /passkeys and /phone: sign-in methods of the signed-in user. /passkey_challenges and /passkey_sessions: sign-in with a passkey.

import type { FastifyInstance } from 'fastify'
import { isInUse } from '../../domain/staff/second-factor.ts'
import type { Deps } from '../../flows/deps.ts'
import { addUserPasskey, beginUserPasskey, revokeUserPasskey, signInUserWithPasskey } from '../../flows/members/passkeys.ts'
import { askToConfirmPhone, confirmPhone } from '../../flows/members/phone.ts'
import { readMemberships } from '../../flows/members/read-memberships.ts'
import { beginUserTotp, confirmUserTotp, removeUserTotp } from '../../flows/members/second-factor.ts'
import { beginPasskeySignIn, siteOf } from '../../flows/staff/webauthn.ts'
import { qrSvg } from '../../labels/render.ts'
import { countingSuccess, createLimiter } from '../../platform/http/admission/rate-limit.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as passkeys from '../../store/members/passkeys.ts'
import { userFactors } from '../../store/members/second-factors.ts'
import { presentPasskey } from '../staff/ops-present.ts'
import {
  AddPasskeyBody,
  ChangedAnswer,
  CodeBody,
  PasskeyAnswer,
  PasskeyOptionsAnswer,
  PasskeySignInBody,
  RecoveryCodesAnswer,
  RevokedPasskeyAnswer,
  TotpAnswer,
} from '../staff/ops-schemas.ts'
import type { SignInLimit } from '../staff/sign-in-limit.ts'
import { idParams } from '../values/fields.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import { ConfirmPhoneBody, MeAnswer, OwnFactorAnswer, PhoneCodeBody, RemoveFactorBody, SentAnswer, UserAnswer } from './portal-schemas.ts'
import { PORTAL_COOKIE } from './portal-session.ts'
import { languageOf, signingIn } from './portal-session-routes.ts'
import { presentMe, presentUser } from './present.ts'

const PasskeyParams = idParams('pky', 'Passkey token')

/** How many phone confirmation codes one person may request per day, for all phone numbers together. Each code costs money. */
const CODES_PER_DAY = 10
const DAY_MS = 24 * 60 * 60 * 1000

export const credentialRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
  app.get('/portal/v1/second_factor', portalOperation({ answers: { 200: OwnFactorAnswer } }), async ({ person }) => {
    const factor = await userFactors.ofOwner(deps.db, person!.id)
    return { totp: isInUse(factor), recovery_codes_left: factor?.recoveryCodes.length ?? 0 }
  })

  app.post('/portal/v1/second_factor/totp', portalOperation({ answers: { 201: TotpAnswer } }), async (request, reply) => {
    const { secret, address } = await beginUserTotp(deps, personAuthor(deps, request), request.person!)
    return reply.code(201).send({ secret, address, qr_svg: await qrSvg(address) })
  })

  app.post(
    '/portal/v1/second_factor/totp/confirm',
    portalOperation({ body: CodeBody, answers: { 200: RecoveryCodesAnswer } }),
    async (request) => {
      const { second_factor_code: code } = request.body
      return { recovery_codes: await confirmUserTotp(deps, personAuthor(deps, request), request.person!, code) }
    },
  )

  app.post(
    '/portal/v1/second_factor/totp/remove',
    portalOperation({ body: RemoveFactorBody, answers: { 200: ChangedAnswer } }),
    async (request) => {
      await removeUserTotp(deps, personAuthor(deps, request), request.person!, request.body.second_factor_code ?? '')
      return { changed: true }
    },
  )

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

  app.delete(
    '/portal/v1/passkeys/:id',
    portalOperation({ params: PasskeyParams, answers: { 200: RevokedPasskeyAnswer } }),
    async (request) => {
      await revokeUserPasskey(deps, personAuthor(deps, request), request.person!, request.params.id)
      return { passkey_id: request.params.id, revoked: true }
    },
  )

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

  const refusal = `More than ${CODES_PER_DAY} codes to confirm a phone in a day.`
  const codes = createLimiter({ policy: 'phone-codes', limit: CODES_PER_DAY, windowMs: DAY_MS, refusal })
  app.post('/portal/v1/phone_codes', portalOperation({ body: PhoneCodeBody, answers: { 202: SentAnswer } }), async (request, reply) => {
    const person = request.person!
    limit.attempt(request, reply, person.email)
    codes.count(person.id, deps.monotonic(), reply)
    const asked = { ...request.body, language: languageOf(request) }
    await countingSuccess(codes, person.id, () => askToConfirmPhone(deps, personAuthor(deps, request), person, asked))
    return reply.code(202).send({ sent: true })
  })

  app.post('/portal/v1/phone', portalOperation({ body: ConfirmPhoneBody, answers: { 200: UserAnswer } }), async (request, reply) => {
    limit.attempt(request, reply, request.person!.email)
    const { phone, code } = request.body
    return presentUser(await confirmPhone(deps, personAuthor(deps, request), request.person!, phone, code))
  })
}
