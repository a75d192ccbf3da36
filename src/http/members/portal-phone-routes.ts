// /portal/v1/phone_codes and /phone: the person confirms a phone, to which codes to sign in may then be sent.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { askToConfirmPhone, confirmPhone } from '../../flows/members/phone.ts'
import { countingSuccess, createLimiter } from '../../platform/http/admission/rate-limit.ts'
import type { SignInLimit } from '../staff/sign-in-limit.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import { presentUser } from './portal-present.ts'
import { ConfirmPhoneBody, PhoneCodeBody, SentAnswer, UserAnswer } from './portal-schemas.ts'
import { languageOf } from './portal-session-routes.ts'

/** Codes to confirm a phone that a person of a business may have sent in a day, to whatever numbers: each costs money. */
const CODES_PER_DAY = 10
const DAY_MS = 24 * 60 * 60 * 1000

export const portalPhoneRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
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
