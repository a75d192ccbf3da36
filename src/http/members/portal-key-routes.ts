// /portal/v1/api_keys: the API keys of the business in the mode of the request.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../domain/values/scope.ts'
import { issueKeyFor, labelKey, revokeKey, rotateKey } from '../../flows/businesses/api-keys.ts'
import type { Deps } from '../../flows/deps.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import { presentKey, readOverlap } from '../businesses/ops-present.ts'
import { IssueKeyBody, KeyAnswer, LabelKeyBody, RotatedAnswer, RotateKeyBody } from '../businesses/ops-schemas.ts'
import { idParams } from '../values/fields.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'
import { modeOf } from './portal-session.ts'

const Params = idParams('key', 'Key token, not the key itself')
const { mode: _ofRequest, ...issued } = IssueKeyBody.properties
const IssueBody = Type.Object(issued)

const scopeOf = (request: FastifyRequest): Scope => ({ businessId: request.portalBusiness!.businessId, mode: modeOf(request) })

export const portalKeyRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get('/portal/v1/api_keys', portalOperation({ answers: { 200: Type.Array(KeyAnswer) } }), async (request) =>
    (await apiKeys.listInMode(deps.db, scopeOf(request))).map(presentKey),
  )

  app.post('/portal/v1/api_keys', portalOperation({ body: IssueBody, answers: { 201: KeyAnswer } }), async (request, reply) => {
    const { businessId, mode } = scopeOf(request)
    const key = await issueKeyFor(deps, personAuthor(deps, request), businessId, { ...request.body, mode })
    return reply.code(201).send({ ...presentKey(key), key: key.key })
  })

  app.patch(
    '/portal/v1/api_keys/:id',
    portalOperation({ params: Params, body: LabelKeyBody, answers: { 200: KeyAnswer } }),
    async (request) => {
      const { id } = request.params
      await apiKeys.requireInScope(deps.db, scopeOf(request), id)
      return presentKey(await labelKey(deps, personAuthor(deps, request), id, request.body.label))
    },
  )

  app.post(
    '/portal/v1/api_keys/:id/rotate',
    portalOperation({ params: Params, body: RotateKeyBody, answers: { 201: RotatedAnswer } }),
    async (request, reply) => {
      const { id } = request.params
      await apiKeys.requireInScope(deps.db, scopeOf(request), id)
      const { issued: key, old } = await rotateKey(deps, personAuthor(deps, request), id, readOverlap(request.body))
      return reply.code(201).send({ key: { ...presentKey(key), key: key.key }, replaced: presentKey(old) })
    },
  )

  app.post('/portal/v1/api_keys/:id/revoke', portalOperation({ params: Params, answers: { 200: KeyAnswer } }), async (request) => {
    const { id } = request.params
    await apiKeys.requireInScope(deps.db, scopeOf(request), id)
    return presentKey(await revokeKey(deps, personAuthor(deps, request), id))
  })
}
