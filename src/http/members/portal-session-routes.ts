// /portal/v1/brand, /sign_in_codes, /session, /sessions and /user: the operator's brand, signing in and out, and the user's own account.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../domain/messages/purpose.ts'
import { DEFAULT_COLOUR } from '../../domain/operator/operator.ts'
import { checkEmail } from '../../domain/staff/staff.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import type { PortalSignedIn, SigningIn } from '../../flows/members/open-session.ts'
import { changeUser, endPortalSession, signOutOfPortal } from '../../flows/members/own-account.ts'
import { requireNumber, requirePhoneChannel } from '../../flows/members/phone.ts'
import { readMemberships } from '../../flows/members/read-memberships.ts'
import type { Addressee } from '../../flows/members/sign-in-code.ts'
import { askForCode, signInWithCode } from '../../flows/members/sign-in-code.ts'
import { signInWithLink } from '../../flows/members/sign-in-link.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import * as sessions from '../../store/members/sessions.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import { logoPath } from '../operator/logo.ts'
import type { SignInLimit } from '../staff/sign-in-limit.ts'
import { idParams } from '../values/fields.ts'
import type { AfterAnswer } from './after-answer.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import {
  AskForCodeBody,
  BrandAnswer,
  ChangeUserBody,
  EndedAnswer,
  MeAnswer,
  SentAnswer,
  SessionAnswer,
  SignInBody,
  UserAnswer,
} from './portal-schemas.ts'
import { PORTAL_COOKIE } from './portal-session.ts'
import { presentMe, presentPortalSession, presentUser } from './present.ts'

const NO_NAME = 'Waybill'
const SessionParams = idParams('ses', 'Session token')

/** The browser's preferred language if messages are available in that language, else English. */
export const languageOf = ({ headers }: FastifyRequest): Language => {
  const first = /^\s*([a-z]{2})\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase()
  return first === 'zh' || first === 'fr' ? first : 'en'
}

/** The phone number is normalised. Attempts with different spellings of one number then count towards the same rate limit. */
const readAddressee = ({ email, phone }: { email?: string; phone?: string }): Addressee => {
  if (email !== undefined && phone !== undefined) throw invalidField('phone', 'must be left out with an email address')
  if (phone !== undefined) return { kind: 'phone', to: requireNumber(phone).to }
  const problems = new Problems()
  checkEmail(email ?? '', problems)
  problems.throwIfAny()
  return { kind: 'email', to: email! }
}

export const signingIn = (request: FastifyRequest): SigningIn => ({
  userAgent: request.headers['user-agent'] ?? null,
  address: request.ip,
  requestId: request.id,
})

export const sessionRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit, afterAnswer: AfterAnswer): void => {
  const me = async (person: SessionHolder) => presentMe(person, await readMemberships(deps, person))

  const signedIn = async (reply: FastifyReply, { holder, secret }: PortalSignedIn) => {
    reply.header('set-cookie', PORTAL_COOKIE.set(secret))
    return reply.code(201).send(await me(holder))
  }

  app.get('/portal/v1/brand', portalOperation({ answers: { 200: BrandAnswer } }), async () => {
    const operator = await operatorStore.find(deps.db)
    return {
      name: operator?.name ?? NO_NAME,
      logo_url: operator?.logoSha256 ? logoPath(operator.logoSha256) : null,
      colour: operator?.colour ?? DEFAULT_COLOUR,
      sign_in: {
        email: deps.channels.email !== undefined,
        sms: deps.channels.sms !== undefined,
        whatsapp: deps.channels.whatsapp !== undefined,
      },
    }
  })

  app.post('/portal/v1/sign_in_codes', portalOperation({ body: AskForCodeBody, answers: { 202: SentAnswer } }), async (request, reply) => {
    const addressee = readAddressee(request.body)
    limit.attempt(request, reply, addressee.to)
    if (addressee.kind === 'email' && !deps.channels.email)
      throw invalidField('email', 'cannot be used: no codes are sent by e-mail here. Ask for a sign-in link')
    const channel = addressee.kind === 'email' ? 'email' : requirePhoneChannel(deps, request.body.channel)
    afterAnswer(request, await askForCode(deps, { addressee, channel, language: languageOf(request) }))
    return reply.code(202).send({ sent: true })
  })

  app.post('/portal/v1/session', portalOperation({ body: SignInBody, answers: { 201: MeAnswer } }), async (request, reply) => {
    const { email, phone, code, link, second_factor_code: secondFactor } = request.body
    if (link !== undefined) {
      limit.attempt(request, reply, null)
      return signedIn(reply, await signInWithLink(deps, { link, secondFactor }, signingIn(request)))
    }
    const problems = new Problems()
    if (email === undefined && phone === undefined)
      problems.add('email', 'is required, with the code that was sent to it; else a phone, or a link')
    if (code === undefined) problems.add('code', 'is required, as it was sent; else a link')
    problems.throwIfAny()
    const addressee = readAddressee(request.body)
    limit.attempt(request, reply, addressee.to)
    return signedIn(reply, await signInWithCode(deps, { addressee, code: code!, secondFactor }, signingIn(request)))
  })

  app.get('/portal/v1/session', portalOperation({ answers: { 200: MeAnswer } }), async ({ person }) => me(person!))

  app.delete('/portal/v1/session', portalOperation({ answers: { 200: EndedAnswer } }), async (request, reply) => {
    const { id } = request.person!.session
    await signOutOfPortal(deps, personAuthor(deps, request), id)
    reply.header('set-cookie', PORTAL_COOKIE.none)
    return { session_id: id, ended: true }
  })

  app.get('/portal/v1/sessions', portalOperation({ answers: { 200: Type.Array(SessionAnswer) } }), async ({ person }) => {
    const { id, session } = person!
    const own = session.staffId === null ? await sessions.list(deps.db, id, deps.clock()) : [session]
    return own.map((each) => presentPortalSession(each, session.id))
  })

  app.delete('/portal/v1/sessions/:id', portalOperation({ params: SessionParams, answers: { 200: EndedAnswer } }), async (request) => {
    await endPortalSession(deps, personAuthor(deps, request), request.params.id)
    return { session_id: request.params.id, ended: true }
  })

  app.patch('/portal/v1/user', portalOperation({ body: ChangeUserBody, answers: { 200: UserAnswer } }), async (request) => {
    const { id } = request.person!
    return presentUser(await changeUser(deps, personAuthor(deps, request), id, request.body))
  })
}
