// /portal/v1/members: who belongs to a business. /portal/v1/message_settings: which messages go to its customers and contacts.

import type { FastifyInstance } from 'fastify'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Deps } from '../../flows/deps.ts'
import { changeMember, inviteMember, removeMember } from '../../flows/members/change-members.ts'
import { resetMemberFactor } from '../../flows/members/second-factor.ts'
import { setMessageSettings } from '../../flows/messages/set-message-settings.ts'
import { countingSuccess, createLimiter } from '../../platform/http/admission/rate-limit.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as members from '../../store/members/members.ts'
import { presentSettings, readMessageSettings } from '../messages/ops-present.ts'
import { SettingsAnswer, SettingsBody } from '../messages/ops-schemas.ts'
import { ChangedAnswer } from '../staff/ops-schemas.ts'
import { idParams } from '../values/fields.ts'
import { ChangeMemberBody, InviteMemberBody, MemberAnswer, RemovedMemberAnswer } from './ops-schemas.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import { presentMember } from './present.ts'

const Params = idParams('mbr', 'Member token')

/**
 * How many invitations a business may send per day. Each invitation is an email in the operator's name, to an address that the business
 * chooses.
 */
const INVITATIONS_PER_DAY = 50
const DAY_MS = 24 * 60 * 60 * 1000

export const memberRoutes = (app: FastifyInstance, deps: Deps): void => {
  const refusal = `More than ${INVITATIONS_PER_DAY} invitations in a day.`
  const invitations = createLimiter({ policy: 'invitations', limit: INVITATIONS_PER_DAY, windowMs: DAY_MS, refusal })
  app.get('/portal/v1/members', portalOperation({ answers: { 200: Type.Array(MemberAnswer) } }), async ({ portalBusiness }) =>
    (await members.listOf(deps.db, portalBusiness!.businessId)).map((each) => presentMember(each, deps.clock())),
  )

  app.post('/portal/v1/members', portalOperation({ body: InviteMemberBody, answers: { 201: MemberAnswer } }), async (request, reply) => {
    const { businessId } = request.portalBusiness!
    invitations.count(businessId, deps.monotonic(), reply)
    const invited = await countingSuccess(invitations, businessId, () =>
      inviteMember(deps, personAuthor(deps, request), businessId, request.body),
    )
    return reply.code(201).send(presentMember(invited, deps.clock()))
  })

  app.patch(
    '/portal/v1/members/:id',
    portalOperation({ params: Params, body: ChangeMemberBody, answers: { 200: MemberAnswer } }),
    async (request) => {
      const { businessId } = request.portalBusiness!
      const changed = await changeMember(deps, personAuthor(deps, request), businessId, request.params.id, request.body)
      return presentMember(changed, deps.clock())
    },
  )

  app.delete('/portal/v1/members/:id', portalOperation({ params: Params, answers: { 200: RemovedMemberAnswer } }), async (request) => {
    const { id } = request.params
    await removeMember(deps, personAuthor(deps, request), request.portalBusiness!.businessId, id)
    return { member_id: id, removed: true }
  })

  app.delete(
    '/portal/v1/members/:id/second_factor',
    portalOperation({ params: Params, answers: { 200: ChangedAnswer } }),
    async (request) => {
      await resetMemberFactor(deps, personAuthor(deps, request), request.portalBusiness!.businessId, request.params.id)
      return { changed: true }
    },
  )

  app.get('/portal/v1/message_settings', portalOperation({ answers: { 200: SettingsAnswer } }), async ({ portalBusiness }) =>
    presentSettings((await loadBusiness(deps.db, portalBusiness!.businessId)).messages),
  )

  app.put('/portal/v1/message_settings', portalOperation({ body: SettingsBody, answers: { 200: SettingsAnswer } }), async (request) => {
    const { businessId } = request.portalBusiness!
    const settings = readMessageSettings(request.body)
    return presentSettings((await setMessageSettings(deps, personAuthor(deps, request), businessId, settings)).messages)
  })
}
