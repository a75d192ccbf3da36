// /ops/v1/staff/{id}/sessions and /access_tokens: admins list and revoke the access of an account.

import type { FastifyInstance } from 'fastify'
import { TOKENS_LISTED_MAX } from '../../domain/staff/staff.ts'
import type { Deps } from '../../flows/deps.ts'
import { endSession, revokeAccessToken } from '../../flows/staff/revoke-access.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as accessTokens from '../../store/staff/access-tokens.ts'
import * as sessions from '../../store/staff/sessions.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { ADMINS_IN_PERSON, opsOperation } from './access.ts'
import { authorOf } from './auth.ts'
import { SESSION_EXAMPLE, TOKEN_EXAMPLE } from './ops-examples.ts'
import { presentSession, presentToken } from './ops-present.ts'
import { AccessTokenAnswer, EndedAnswer, RevokedTokenAnswer, SessionAnswer } from './ops-schemas.ts'

const id = Type.String({ description: 'Staff token' })
const StaffParams = Type.Object({ id })
const SessionParams = Type.Object({ id, session_id: Type.String({ description: 'Session token' }) })
const TokenParams = Type.Object({ id, access_token_id: Type.String({ description: 'Token of the access token, not the secret' }) })

export const staffAccessRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/staff/:id/sessions',
    opsOperation(ADMINS_IN_PERSON, {
      id: 'listStaffSessions',
      summary: 'List the sessions of an account',
      description: 'Valid ones only, newest first.',
      params: StaffParams,
      answers: { 200: goodAnswer('Its sessions', Type.Array(SessionAnswer), [SESSION_EXAMPLE]) },
    }),
    async ({ params, staff: { session } }) => {
      const staff = await staffStore.load(deps.db, params.id)
      return (await sessions.list(deps.db, staff.id, deps.clock())).map((each) => presentSession(each, session!.id))
    },
  )

  app.delete(
    '/ops/v1/staff/:id/sessions/:session_id',
    opsOperation(ADMINS_IN_PERSON, {
      id: 'endStaffSession',
      summary: 'End a session of an account',
      description: 'At once. Whoever knows the password may sign in again: set another, or make the account inactive.',
      params: SessionParams,
      answers: { 200: goodAnswer('It has ended', EndedAnswer, { session_id: SESSION_EXAMPLE.session_id, ended: true }) },
    }),
    async (request) => {
      const { id: staffId, session_id: sessionId } = request.params
      await endSession(deps, authorOf(deps, request), staffId, sessionId)
      return { session_id: sessionId, ended: true }
    },
  )

  app.get(
    '/ops/v1/staff/:id/access_tokens',
    opsOperation(ADMINS_IN_PERSON, {
      id: 'listStaffAccessTokens',
      summary: 'List the access tokens of an account',
      description: `Newest first, revoked and expired ones included, ${TOKENS_LISTED_MAX} at most.`,
      params: StaffParams,
      answers: { 200: goodAnswer('Its tokens', Type.Array(AccessTokenAnswer, { maxItems: TOKENS_LISTED_MAX }), [TOKEN_EXAMPLE]) },
    }),
    async ({ params }) => {
      const staff = await staffStore.load(deps.db, params.id)
      return (await accessTokens.list(deps.db, staff.id)).map(presentToken)
    },
  )

  app.delete(
    '/ops/v1/staff/:id/access_tokens/:access_token_id',
    opsOperation(ADMINS_IN_PERSON, {
      id: 'revokeStaffAccessToken',
      summary: 'Revoke an access token of an account',
      description: 'At once. It stays listed.',
      params: TokenParams,
      answers: { 200: goodAnswer('It is revoked', RevokedTokenAnswer, { access_token_id: TOKEN_EXAMPLE.access_token_id, revoked: true }) },
    }),
    async (request) => {
      const { id: staffId, access_token_id: tokenId } = request.params
      await revokeAccessToken(deps, authorOf(deps, request), staffId, tokenId)
      return { access_token_id: tokenId, revoked: true }
    },
  )
}
