// /ops/v1/businesses/{id}/webhook_endpoints and /ops/v1/webhook_endpoints: the webhook endpoints of businesses, managed by staff.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mode } from '../../domain/values/scope.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { createWebhookEndpoint } from '../../flows/events/change-webhook-endpoint.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { Enum } from '../../platform/http/schemas/fields.ts'
import { modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import type { Shared } from '../register.ts'
import { ADMINS, opsOperation, STAFF } from '../staff/access.ts'
import { staffCaller } from '../staff/for-business.ts'
import { BusinessParams } from '../values/params.ts'
import { staffAudience } from './ops-audience.ts'
import { ENDPOINT, NEW_ENDPOINT } from './v1-examples.ts'
import { presentEndpoint } from './v1-present.ts'
import { CreateEndpointBody, EndpointAnswer, EndpointWithSecretAnswer } from './v1-schemas.ts'
import { endpointRoutes } from './webhook-routes.ts'

const ListQuery = Type.Object({ ...modeQuery, ...pageQuery })
const CreateBody = Type.Object(
  { mode: Enum(['test', 'live']), ...CreateEndpointBody.properties },
  { examples: [{ mode: 'live', url: 'https://shop.example/waybill', event_types: ['package.*'], description: 'The shop' }] },
)

type ById = { Params: { id: string } }

export const opsWebhookEndpointRoutes = (app: FastifyInstance, deps: Deps, { webhookTargets }: Shared): void => {
  const ofBusiness = async (request: FastifyRequest<ById>, mode: Mode): Promise<Caller> => {
    const business = await loadBusiness(deps.db, request.params.id)
    return staffCaller(deps, request, { businessId: business.id, mode })
  }

  app.get(
    '/ops/v1/businesses/:id/webhook_endpoints',
    opsOperation(STAFF, {
      id: 'listBusinessWebhookEndpoints',
      summary: 'List the webhook endpoints of a business',
      description: 'Endpoints of one mode, newest first, 25 a page, without their secrets.',
      params: BusinessParams,
      query: ListQuery,
      answers: { 200: goodAnswer('A page of endpoints', Type.Array(EndpointAnswer), [ENDPOINT]) },
    }),
    async (request, reply) => {
      const { mode = 'live' } = request.query
      const { items } = await listPage(request, reply, async (page) => endpoints.list(deps.db, await ofBusiness(request, mode), page))
      return items.map((endpoint) => presentEndpoint(endpoint, mode, deps.clock()))
    },
  )

  app.post(
    '/ops/v1/businesses/:id/webhook_endpoints',
    opsOperation(ADMINS, {
      id: 'createBusinessWebhookEndpoint',
      attachValidation: true,
      summary: 'Create a webhook endpoint for a business',
      description: 'Its secret is shown in this answer and never again.',
      params: BusinessParams,
      body: CreateBody,
      answers: { 201: goodAnswer('The endpoint, with its secret', EndpointWithSecretAnswer, NEW_ENDPOINT) },
    }),
    async (request, reply) => {
      const problems = problemsOf(request)
      // A missing mode is a problem already; the other fields are validated by the stricter mode.
      const { mode = 'live', ...wanted } = request.body
      const caller = await ofBusiness(request, mode)
      const endpoint = await createWebhookEndpoint(deps, caller, webhookTargets, wanted, problems)
      return reply.code(201).send({ ...presentEndpoint(endpoint, mode, deps.clock()), secret: endpoint.secret })
    },
  )

  endpointRoutes(app, deps, webhookTargets, staffAudience(deps))
}
