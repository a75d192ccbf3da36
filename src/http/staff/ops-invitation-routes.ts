// /ops/v1/staff_invitations: admins invite colleagues. /ops/v1/invitation: a colleague accepts the invitation and creates an account.

import type { FastifyInstance } from 'fastify'
import type { Invitation } from '../../domain/staff/staff.ts'
import { INVITATION_VALID_MS } from '../../domain/staff/staff.ts'
import type { Deps } from '../../flows/deps.ts'
import { acceptInvitation, inviteStaff, revokeInvitation } from '../../flows/staff/create-staff.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant } from '../../platform/http/wire-format.ts'
import * as invitations from '../../store/staff/invitations.ts'
import { idParams } from '../values/fields.ts'
import { ADMINS_IN_PERSON, ANYONE, opsRoute } from './access.ts'
import { authorOf } from './auth.ts'
import { STAFF_EXAMPLE } from './ops-examples.ts'
import { presentStaff } from './ops-present.ts'
import { AcceptBody, InvitationAnswer, InviteBody, RevokedInvitationAnswer, StaffAnswer } from './ops-schemas.ts'
import type { SignInLimit } from './sign-in-limit.ts'

const DAYS = INVITATION_VALID_MS / (24 * 60 * 60 * 1000)
const Params = idParams('ivt', 'Token of the invitation, not the secret')

const EXAMPLE = {
  invitation_id: 'ivt_01kqn2x4t8e6nvd0t2d5c1yq7w',
  email: 'dock@example.com',
  role: 'warehouse' as const,
  invited_by: STAFF_EXAMPLE.staff_id,
  created_at: STAFF_EXAMPLE.created_at,
  expires_at: '2026-11-18T08:00:00.000Z',
}

const present = ({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation) => ({
  invitation_id: id,
  email,
  role,
  invited_by: invitedBy,
  created_at: instant(createdAt),
  expires_at: instant(expiresAt),
})

export const invitationRoutes = (app: FastifyInstance, deps: Deps, limit: SignInLimit): void => {
  opsRoute(app, 'GET', '/ops/v1/staff_invitations', ADMINS_IN_PERSON, {
    id: 'listInvitations',
    summary: 'List invitations',
    description: 'Invitations that can still be accepted, newest first.',
    answers: { 200: goodAnswer('The invitations', Type.Array(InvitationAnswer), [EXAMPLE]) },
    handler: async () => (await invitations.listOpen(deps.db, deps.clock())).map(present),
  })

  opsRoute(app, 'POST', '/ops/v1/staff_invitations', ADMINS_IN_PERSON, {
    id: 'inviteStaff',
    summary: 'Invite a colleague',
    description: `Answers a link that works once, for ${DAYS} days, in place of an earlier one to the same address. Whoever opens it chooses name and password.`,
    body: InviteBody,
    answers: {
      201: goodAnswer('The invitation; its link is shown this once', InvitationAnswer, {
        ...EXAMPLE,
        link: 'https://freight.example.com/console/invitation#7t2cq1v9m3k8s5r0d4h6j2n1p8b3f7g5',
      }),
    },
    handler: async (request, reply) => {
      const { invitation, token } = await inviteStaff(deps, authorOf(deps, request), request.body)
      // Browsers do not send the part of a URL after the #. The invitation token therefore does not appear in server logs.
      return reply.code(201).send({ ...present(invitation), link: `${request.baseUrl}/console/invitation#${token}` })
    },
  })

  opsRoute(app, 'DELETE', '/ops/v1/staff_invitations/:id', ADMINS_IN_PERSON, {
    id: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'Its link no longer works.',
    params: Params,
    answers: { 200: goodAnswer('It is revoked', RevokedInvitationAnswer, { invitation_id: EXAMPLE.invitation_id, revoked: true }) },
    handler: async (request) => {
      await revokeInvitation(deps, authorOf(deps, request), request.params.id)
      return { invitation_id: request.params.id, revoked: true }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invitation', ANYONE, {
    id: 'acceptInvitation',
    summary: 'Accept an invitation',
    description: 'Spends the token of an invitation, which works once, and creates the account. Sign in afterwards.',
    body: AcceptBody,
    answers: { 201: goodAnswer('The account', StaffAnswer, STAFF_EXAMPLE) },
    handler: async (request, reply) => {
      limit.attempt(request, reply, null)
      return reply.code(201).send(presentStaff(await acceptInvitation(deps, request.id, request.body)))
    },
  })
}
