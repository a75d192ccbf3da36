// /ops/v1/businesses/{id}/keys and /ops/v1/keys: routes to list, issue, label, rotate and revoke API keys.

import type { FastifyInstance } from 'fastify'
import { issueKeyFor, labelKey, revokeKey, rotateKey } from '../../flows/businesses/api-keys.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Deps } from '../../flows/deps.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import { ADMINS, opsRoute, TECHNICAL } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { KEY_EXAMPLE } from '../staff/ops-examples.ts'
import { BusinessParams, idParams } from '../values/fields.ts'
import { KEY_REMEMBERED_MS } from './key-holders.ts'
import { presentKey, readOverlap } from './ops-present.ts'
import { IssueKeyBody, KeyAnswer, LabelKeyBody, RotatedAnswer, RotateKeyBody } from './ops-schemas.ts'

const KeyParams = idParams('key', 'Key token, not the key itself')
const NEW_KEY_EXAMPLE = { ...KEY_EXAMPLE, key: 'wb_live_7t2cq1v9m3k8s5r0d4h6j2n1p8b3f7g5' }

export const keyRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/businesses/:id/keys', TECHNICAL, {
    id: 'listKeys',
    summary: 'List the API keys of a business',
    description: 'Oldest first, revoked ones included; never the keys themselves.',
    params: BusinessParams,
    answers: { 200: goodAnswer('Its keys', Type.Array(KeyAnswer), [KEY_EXAMPLE]) },
    handler: async (request) => {
      const business = await loadBusiness(deps.db, request.params.id)
      return (await apiKeys.list(deps.db, business.id)).map(presentKey)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses/:id/keys', ADMINS, {
    id: 'issueKey',
    summary: 'Issue an API key',
    description: 'The key is shown in this answer and never again.',
    params: BusinessParams,
    body: IssueKeyBody,
    answers: { 201: goodAnswer('The key', KeyAnswer, NEW_KEY_EXAMPLE) },
    handler: async (request, reply) => {
      const issued = await issueKeyFor(deps, authorOf(deps, request), request.params.id, request.body)
      return reply.code(201).send({ ...presentKey(issued), key: issued.key })
    },
  })

  opsRoute(app, 'PATCH', '/ops/v1/keys/:id', ADMINS, {
    id: 'labelKey',
    summary: 'Label an API key',
    description: 'To recognise it by.',
    params: KeyParams,
    body: LabelKeyBody,
    answers: { 200: goodAnswer('The key', KeyAnswer, KEY_EXAMPLE) },
    handler: async (request) => presentKey(await labelKey(deps, authorOf(deps, request), request.params.id, request.body.label)),
  })

  opsRoute(app, 'POST', '/ops/v1/keys/:id/rotate', ADMINS, {
    id: 'rotateKey',
    summary: 'Replace an API key by a new one',
    description:
      'The new key has the same business, mode, label and scope. Both work until `old_key_until`; revoking the old one ends the overlap.',
    params: KeyParams,
    body: RotateKeyBody,
    answers: { 201: goodAnswer('The new key, and the old one', RotatedAnswer, { key: NEW_KEY_EXAMPLE, replaced: KEY_EXAMPLE }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { issued, old } = await rotateKey(deps, authorOf(deps, request), request.params.id, readOverlap(request.body))
      return reply.code(201).send({ key: { ...presentKey(issued), key: issued.key }, replaced: presentKey(old) })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/keys/:id/revoke', ADMINS, {
    id: 'revokeKey',
    summary: 'Revoke an API key',
    description: `For good. This server refuses it at once, others on the same PostgreSQL after ${KEY_REMEMBERED_MS} ms at most. It stays listed.`,
    params: KeyParams,
    answers: { 200: goodAnswer('The key, revoked', KeyAnswer, KEY_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => presentKey(await revokeKey(deps, authorOf(deps, request), request.params.id)),
  })
}
