// /portal/v1/phone_codes and /phone: the person confirms a phone, to which codes to sign in may then be sent.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { askToConfirmPhone, confirmPhone } from '../../flows/members/phone.ts'
import { countingSuccess, createPhoneCodeLimiter, limitPhoneCodes } from '../../platform/http/admission/rate-limit.ts'
import type { SignInLimit } from '../staff/sign-in-limit.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import { presentUser } from './portal-present.ts'
import { ConfirmPhoneBody, PhoneCodeBody, SentAnswer, UserAnswer } from './portal-schemas.ts'
import { languageOf } from './portal-session-routes.ts'

export const portalPhoneRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
  const codes = createPhoneCodeLimiter()
  app.post('/portal/v1/phone_codes', portalOperation({ body: PhoneCodeBody, answers: { 202: SentAnswer } }), async (request, reply) => {
    const person = request.person!
    limit.attempt(request, reply, person.email)
    limitPhoneCodes(codes, person.id, deps.monotonic(), reply)
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
