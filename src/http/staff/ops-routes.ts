// /ops/v1/staff: admins manage accounts, sessions and access tokens. /ops/v1/access_tokens: callers manage their own access tokens.

import type { FastifyInstance } from 'fastify'
import { TOKENS_LISTED_MAX } from '../../domain/staff/staff.ts'
import type { Deps } from '../../flows/deps.ts'
import { endSession, issueAccessToken, revokeAccessToken } from '../../flows/staff/access.ts'
import { changeStaff } from '../../flows/staff/change-staff.ts'
import { createStaff } from '../../flows/staff/create-staff.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as accessTokens from '../../store/staff/access-tokens.ts'
import * as sessions from '../../store/staff/sessions.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { idParams } from '../values/fields.ts'
import { ADMINS_IN_PERSON, opsRoute, STAFF_IN_PERSON } from './access.ts'
import { authorOf } from './auth.ts'
import { SESSION_EXAMPLE, STAFF_EXAMPLE, TOKEN_EXAMPLE } from './ops-examples.ts'
import { presentSession, presentStaff, presentToken } from './ops-present.ts'
import {
  AccessTokenAnswer,
  ChangeStaffBody,
  CreateStaffBody,
  CreateTokenBody,
  EndedAnswer,
  RevokedTokenAnswer,
  SessionAnswer,
  StaffAnswer,
} from './ops-schemas.ts'

const StaffParams = idParams('stf', 'Staff token')
const TokenParams = idParams('pat', 'Token of the access token, not the secret')

export const staffRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/staff', ADMINS_IN_PERSON, {
    id: 'listStaff',
    summary: 'List staff accounts',
    description: 'Oldest first, inactive ones included.',
    answers: { 200: goodAnswer('All accounts', Type.Array(StaffAnswer), [STAFF_EXAMPLE]) },
    handler: async () => (await staffStore.list(deps.db)).map(presentStaff),
  })

  opsRoute(app, 'POST', '/ops/v1/staff', ADMINS_IN_PERSON, {
    id: 'createStaff',
    summary: 'Create a staff account',
    description: 'With a first password, which its owner should change after signing in.',
    body: CreateStaffBody,
    answers: { 201: goodAnswer('The account', StaffAnswer, STAFF_EXAMPLE) },
    handler: async (request, reply) => reply.code(201).send(presentStaff(await createStaff(deps, authorOf(deps, request), request.body))),
  })

  opsRoute(app, 'GET', '/ops/v1/staff/:id', ADMINS_IN_PERSON, {
    id: 'getStaff',
    summary: 'Retrieve a staff account',
    description: 'Active or not.',
    params: StaffParams,
    answers: { 200: goodAnswer('The account', StaffAnswer, STAFF_EXAMPLE) },
    handler: async (request) => presentStaff(await staffStore.load(deps.db, request.params.id)),
  })

  opsRoute(app, 'PATCH', '/ops/v1/staff/:id', ADMINS_IN_PERSON, {
    id: 'updateStaff',
    summary: 'Change a staff account: name, role, status, password',
    description:
      'Omitted fields stay the same. A new password, and `inactive`, end the account’s sessions and revoke its access tokens. The last active admin must stay one.',
    params: StaffParams,
    body: ChangeStaffBody,
    // Null in `sites` means all sites.
    config: { nullEmpties: ['sites'] },
    answers: { 200: goodAnswer('The account as it is now', StaffAnswer, STAFF_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => presentStaff(await changeStaff(deps, authorOf(deps, request), request.params.id, request.body)),
  })

  opsRoute(app, 'GET', '/ops/v1/access_tokens', STAFF_IN_PERSON, {
    id: 'listAccessTokens',
    summary: 'List your own access tokens',
    description: `Newest first, revoked and expired ones included, ${TOKENS_LISTED_MAX} at most.`,
    answers: { 200: goodAnswer('Your tokens', Type.Array(AccessTokenAnswer, { maxItems: TOKENS_LISTED_MAX }), [TOKEN_EXAMPLE]) },
    handler: async ({ staff: { staff } }) => (await accessTokens.list(deps.db, staff.id)).map(presentToken),
  })

  opsRoute(app, 'POST', '/ops/v1/access_tokens', STAFF_IN_PERSON, {
    id: 'createAccessToken',
    summary: 'Create an access token for scripts',
    description: 'Send it as `Authorization: Bearer wb_ops_…`. It never does more than its owner may at that moment.',
    body: CreateTokenBody,
    answers: {
      201: goodAnswer('The token, shown this once', AccessTokenAnswer, {
        ...TOKEN_EXAMPLE,
        token: 'wb_ops_7t2cq1v9m3k8s5r0d4h6j2n1p8b3f7g5',
      }),
    },
    handler: async (request, reply) => {
      const { label, role, expires_in_days: days } = request.body
      const { token, secret } = await issueAccessToken(deps, authorOf(deps, request), request.staff.staff, { label, role, days })
      return reply.code(201).send({ ...presentToken(token), token: secret })
    },
  })

  opsRoute(app, 'DELETE', '/ops/v1/access_tokens/:id', STAFF_IN_PERSON, {
    id: 'revokeAccessToken',
    summary: 'Revoke one of your own access tokens',
    description: 'At once. It stays listed.',
    params: TokenParams,
    answers: { 200: goodAnswer('It is revoked', RevokedTokenAnswer, { access_token_id: TOKEN_EXAMPLE.access_token_id, revoked: true }) },
    handler: async (request) => {
      await revokeAccessToken(deps, authorOf(deps, request), request.staff.staff.id, request.params.id)
      return { access_token_id: request.params.id, revoked: true }
    },
  })
}

const id = Type.String({ description: 'Staff token' })
const AccountParams = Type.Object({ id })
const AccountSessionParams = Type.Object({ id, session_id: Type.String({ description: 'Session token' }) })
const AccountTokenParams = Type.Object({ id, access_token_id: Type.String({ description: 'Token of the access token, not the secret' }) })

export const staffAccessRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/staff/:id/sessions', ADMINS_IN_PERSON, {
    id: 'listStaffSessions',
    summary: 'List the sessions of an account',
    description: 'Valid ones only, newest first.',
    params: AccountParams,
    answers: { 200: goodAnswer('Its sessions', Type.Array(SessionAnswer), [SESSION_EXAMPLE]) },
    handler: async ({ params, staff: { session } }) => {
      const staff = await staffStore.load(deps.db, params.id)
      return (await sessions.list(deps.db, staff.id, deps.clock())).map((each) => presentSession(each, session!.id))
    },
  })

  opsRoute(app, 'DELETE', '/ops/v1/staff/:id/sessions/:session_id', ADMINS_IN_PERSON, {
    id: 'endStaffSession',
    summary: 'End a session of an account',
    description: 'At once. Whoever knows the password may sign in again: set another, or make the account inactive.',
    params: AccountSessionParams,
    answers: { 200: goodAnswer('It has ended', EndedAnswer, { session_id: SESSION_EXAMPLE.session_id, ended: true }) },
    handler: async (request) => {
      const { id: staffId, session_id: sessionId } = request.params
      await endSession(deps, authorOf(deps, request), staffId, sessionId)
      return { session_id: sessionId, ended: true }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/staff/:id/access_tokens', ADMINS_IN_PERSON, {
    id: 'listStaffAccessTokens',
    summary: 'List the access tokens of an account',
    description: `Newest first, revoked and expired ones included, ${TOKENS_LISTED_MAX} at most.`,
    params: AccountParams,
    answers: { 200: goodAnswer('Its tokens', Type.Array(AccessTokenAnswer, { maxItems: TOKENS_LISTED_MAX }), [TOKEN_EXAMPLE]) },
    handler: async ({ params }) => {
      const staff = await staffStore.load(deps.db, params.id)
      return (await accessTokens.list(deps.db, staff.id)).map(presentToken)
    },
  })

  opsRoute(app, 'DELETE', '/ops/v1/staff/:id/access_tokens/:access_token_id', ADMINS_IN_PERSON, {
    id: 'revokeStaffAccessToken',
    summary: 'Revoke an access token of an account',
    description: 'At once. It stays listed.',
    params: AccountTokenParams,
    answers: { 200: goodAnswer('It is revoked', RevokedTokenAnswer, { access_token_id: TOKEN_EXAMPLE.access_token_id, revoked: true }) },
    handler: async (request) => {
      const { id: staffId, access_token_id: tokenId } = request.params
      await revokeAccessToken(deps, authorOf(deps, request), staffId, tokenId)
      return { access_token_id: tokenId, revoked: true }
    },
  })
}
