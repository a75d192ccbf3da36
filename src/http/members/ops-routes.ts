// /ops/v1/businesses/{id}/members: the people who may sign in to the portal. /ops/v1/businesses/{id}/view_as: lets an admin see the portal as the business does.

import type { FastifyInstance } from 'fastify'
import { MEMBER_INVITATION_VALID_MS, SIGN_IN_LINK_VALID_MS, VIEW_AS_LINK_VALID_MS, VIEW_AS_VALID_MS } from '../../domain/members/member.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Deps } from '../../flows/deps.ts'
import { changeMember, inviteMember, removeMember } from '../../flows/members/change-members.ts'
import { resetMemberFactor } from '../../flows/members/second-factor.ts'
import { makeSignInLink, makeViewLink, signInLinkPath } from '../../flows/members/sign-in-link.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant } from '../../platform/http/wire-format.ts'
import * as members from '../../store/members/members.ts'
import type { OpsRegister } from '../register.ts'
import { ADMINS, ADMINS_IN_PERSON, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { ChangedAnswer } from '../staff/ops-schemas.ts'
import { BusinessParams } from '../values/fields.ts'
import {
  ChangeMemberBody,
  InviteMemberBody,
  MEMBER_EXAMPLE,
  MEMBER_SCHEMAS,
  MemberAnswer,
  RemovedMemberAnswer,
  SignInLinkAnswer,
  ViewAsAnswer,
} from './ops-schemas.ts'
import { presentMember } from './present.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const INVITATION_DAYS = MEMBER_INVITATION_VALID_MS / (24 * HOUR_MS)

const MemberParams = Type.Object({ ...BusinessParams.properties, member_id: Type.Token('mbr', { description: 'Member token' }) })
const INVITED_EXAMPLE = {
  ...MEMBER_EXAMPLE,
  user_id: null,
  state: 'invited' as const,
  invitation_expires_at: '2026-11-29T08:00:00.000Z',
  last_signed_in_at: null,
}
const EXPIRES_AT = '2026-11-16T08:00:00.000Z'
const LINK = 'https://freight.example.com/portal/link#7t2cq1v9m3k8s5r0d4h6j2n1p8b3f7g5'

const memberRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/businesses/:id/members', STAFF, {
    id: 'listMembers',
    summary: 'List the people of a business',
    description: 'People who may sign in to the portal and open invitations, oldest first, with their last sign-in.',
    params: BusinessParams,
    answers: { 200: goodAnswer('Its people', Type.Array(MemberAnswer), [MEMBER_EXAMPLE]) },
    handler: async ({ params }) => {
      const business = await loadBusiness(deps.db, params.id)
      return (await members.listOf(deps.db, business.id)).map((each) => presentMember(each, deps.clock()))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses/:id/members', ADMINS, {
    id: 'inviteMember',
    summary: 'Invite a person to the portal',
    description: `With email set up, the person gets an invitation. It is accepted by the first sign-in and expires after ${INVITATION_DAYS} days; inviting again renews it.`,
    params: BusinessParams,
    body: InviteMemberBody,
    answers: { 201: goodAnswer('The invitation', MemberAnswer, INVITED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const invited = await inviteMember(deps, authorOf(deps, request), request.params.id, request.body)
      return reply.code(201).send(presentMember(invited, deps.clock()))
    },
  })

  opsRoute(app, 'PATCH', '/ops/v1/businesses/:id/members/:member_id', ADMINS, {
    id: 'changeMember',
    summary: 'Change the role of a person',
    description: 'It holds from the next request of the person on.',
    params: MemberParams,
    body: ChangeMemberBody,
    answers: { 200: goodAnswer('The person', MemberAnswer, MEMBER_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { id } = await loadBusiness(deps.db, request.params.id)
      const change = { role: request.body.role, isByOperator: true }
      return presentMember(await changeMember(deps, authorOf(deps, request), id, request.params.member_id, change), deps.clock())
    },
  })

  opsRoute(app, 'DELETE', '/ops/v1/businesses/:id/members/:member_id', ADMINS, {
    id: 'removeMember',
    summary: 'Remove a person from a business',
    description: 'At once, also while the person is signed in. The last owner too: invite another one.',
    params: MemberParams,
    answers: {
      200: goodAnswer('The person is removed', RemovedMemberAnswer, { member_id: MEMBER_EXAMPLE.member_id, removed: true }),
    },
    handler: async (request) => {
      const { id } = await loadBusiness(deps.db, request.params.id)
      const { member_id: memberId } = request.params
      await removeMember(deps, authorOf(deps, request), id, memberId, { isByOperator: true })
      return { member_id: memberId, removed: true }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses/:id/members/:member_id/sign_in_link', ADMINS_IN_PERSON, {
    id: 'makeSignInLink',
    summary: 'Make a link that signs a person in',
    description: `For a person who gets no email. It works once, for ${SIGN_IN_LINK_VALID_MS / HOUR_MS} hours, and is on record.`,
    params: MemberParams,
    answers: { 201: goodAnswer('The link', SignInLinkAnswer, { link: LINK, expires_at: EXPIRES_AT }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { id, member_id: memberId } = request.params
      const { secret, expiresAt } = await makeSignInLink(deps, authorOf(deps, request), id, memberId)
      return reply.code(201).send({ link: `${request.baseUrl}${signInLinkPath(secret)}`, expires_at: instant(expiresAt) })
    },
  })

  opsRoute(app, 'DELETE', '/ops/v1/businesses/:id/members/:member_id/second_factor', ADMINS_IN_PERSON, {
    id: 'resetMemberSecondFactor',
    summary: 'Remove the authenticator app of a person',
    description:
      'For a person who has lost phone and recovery codes: authenticator app and passkeys are removed and all sessions end. It is on record, and the person is told by email.',
    params: MemberParams,
    answers: { 200: goodAnswer('It is removed', ChangedAnswer, { changed: true }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { id } = await loadBusiness(deps.db, request.params.id)
      await resetMemberFactor(deps, authorOf(deps, request), id, request.params.member_id, { isByOperator: true })
      return { changed: true }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses/:id/view_as', ADMINS_IN_PERSON, {
    id: 'viewAsBusiness',
    summary: 'See the portal as the business does',
    description: `Answers a link that opens the portal once, within ${VIEW_AS_LINK_VALID_MS / MINUTE_MS} minutes, for a session of ${VIEW_AS_VALID_MS / MINUTE_MS} minutes that only reads. It is on record.`,
    params: BusinessParams,
    answers: { 201: goodAnswer('The link', ViewAsAnswer, { url: LINK, expires_at: EXPIRES_AT }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { secret, expiresAt } = await makeViewLink(deps, authorOf(deps, request), request.staff.staff, request.params.id)
      return reply.code(201).send({ url: `${request.baseUrl}${signInLinkPath(secret)}`, expires_at: instant(expiresAt) })
    },
  })
}

export const register: OpsRegister = { schemas: MEMBER_SCHEMAS, ops: [memberRoutes] }
