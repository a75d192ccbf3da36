// /ops/v1/businesses/{id}/webhook_endpoints and /ops/v1/webhook_endpoints: the webhook endpoints of businesses, managed by staff.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mode } from '../../../domain/businesses/business.ts'
import { OVERLAP_DEFAULT_SECONDS } from '../../../domain/events/webhook.ts'
import { loadBusiness } from '../../../flows/businesses/change-business.ts'
import { callerFor } from '../../../flows/caller-for.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { changeWebhookEndpoint, deleteWebhookEndpoint, rotateSecret } from '../../../flows/events/change-webhook-endpoint.ts'
import { createWebhookEndpoint } from '../../../flows/events/create-webhook-endpoint.ts'
import { testWebhookEndpoint } from '../../../flows/events/test-webhook-endpoint.ts'
import * as endpoints from '../../../store/events/webhook-endpoints.ts'
import * as scopes from '../../../store/events/webhook-endpoints.ts'
import type { TargetRules } from '../../../webhooks/target.ts'
import type { BaseUrl } from '../../base-url.ts'
import { linkPages, pageRequest } from '../../links.ts'
import { goodAnswer } from '../../operation.ts'
import { Enum } from '../../schemas/fields.ts'
import { modeQuery, pageQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { DELIVERY, ENDPOINT, NEW_ENDPOINT } from '../../v1/events/examples.ts'
import { presentDelivery, presentEndpoint } from '../../v1/events/present-event.ts'
import {
  ChangeEndpointBody,
  CreateEndpointBody,
  DeletedAnswer,
  DeliveryAnswer,
  EndpointAnswer,
  RotateBody,
} from '../../v1/events/schemas.ts'
import { problemsOf } from '../../validation.ts'
import { ADMINS, opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'

const BusinessParams = Type.Object({ id: Type.String({ description: 'Business token or prefix' }) })
const EndpointParams = Type.Object({ id: Type.String({ description: 'Webhook endpoint token' }) })
const ListQuery = Type.Object({ ...modeQuery, ...pageQuery })
const CreateBody = Type.Object(
  { mode: Enum(['test', 'live']), ...CreateEndpointBody.properties },
  { examples: [{ mode: 'live', url: 'https://shop.example/waybill', event_types: ['package.*'], description: 'The shop' }] },
)

type ById = { Params: { id: string } }

export const webhookEndpointRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl, rules: TargetRules): void => {
  const ofBusiness = async (request: FastifyRequest<ById>, mode: Mode): Promise<Caller> => {
    const business = await loadBusiness(deps.db, request.params.id)
    return callerFor(deps.db, { businessId: business.id, mode }, authorOf(deps, request))
  }
  const ofEndpoint = async (request: FastifyRequest<ById>): Promise<Caller> =>
    callerFor(deps.db, await scopes.ofEndpoint(deps.db, request.params.id), authorOf(deps, request))

  app.get(
    '/ops/v1/businesses/:id/webhook_endpoints',
    opsOperation(STAFF, {
      id: 'listBusinessWebhookEndpoints',
      summary: 'List the webhook endpoints of a business',
      description: 'Of one mode, newest first, 25 a page; never their secrets.',
      params: BusinessParams,
      query: ListQuery,
      answers: { 200: goodAnswer('A page of endpoints', Type.Array(EndpointAnswer), [ENDPOINT]) },
      errors: ['NOT_FOUND'],
    }),
    async (request, reply) => {
      const { mode = 'live' } = request.query
      const page = pageRequest(request.query)
      const found = await endpoints.list(deps.db, await ofBusiness(request, mode), page)
      linkPages(request, reply, baseUrl(request), page.page, found)
      return found.items.map((endpoint) => presentEndpoint(endpoint, mode, deps.clock()))
    },
  )

  app.post(
    '/ops/v1/businesses/:id/webhook_endpoints',
    {
      attachValidation: true,
      ...opsOperation(ADMINS, {
        id: 'createBusinessWebhookEndpoint',
        summary: 'Create a webhook endpoint for a business',
        description: 'Its secret is shown in this answer and never again.',
        params: BusinessParams,
        body: CreateBody,
        answers: { 201: goodAnswer('The endpoint, with its secret', EndpointAnswer, NEW_ENDPOINT) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request, reply) => {
      const problems = problemsOf(request)
      // Without a mode nothing is made; the stricter one says what else is wrong.
      const { mode = 'live', ...wanted } = request.body
      const caller = await ofBusiness(request, mode)
      const endpoint = await createWebhookEndpoint(deps, caller, rules, wanted, problems)
      return reply.code(201).send({ ...presentEndpoint(endpoint, mode, deps.clock()), secret: endpoint.secret })
    },
  )

  app.patch(
    '/ops/v1/webhook_endpoints/:id',
    {
      attachValidation: true,
      ...opsOperation(ADMINS, {
        id: 'updateBusinessWebhookEndpoint',
        summary: 'Change, disable or enable a webhook endpoint of a business',
        description: 'What is left out stays as it is. Deliveries under way when it is disabled are listed as failed.',
        params: EndpointParams,
        body: ChangeEndpointBody,
        nullEmpties: ['description'],
        answers: { 200: goodAnswer('The endpoint as it is now', EndpointAnswer, ENDPOINT) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request) => {
      const problems = problemsOf(request)
      const caller = await ofEndpoint(request)
      const { params, body } = request
      return presentEndpoint(await changeWebhookEndpoint(deps, caller, rules, params.id, body, problems), caller.mode, deps.clock())
    },
  )

  app.delete(
    '/ops/v1/webhook_endpoints/:id',
    opsOperation(ADMINS, {
      id: 'deleteBusinessWebhookEndpoint',
      summary: 'Delete a webhook endpoint of a business',
      description: 'Nothing more is sent to it. Its deliveries stay listed.',
      params: EndpointParams,
      answers: { 200: goodAnswer('It is gone', DeletedAnswer, { webhook_endpoint_id: ENDPOINT.webhook_endpoint_id, deleted: true }) },
      errors: ['NOT_FOUND'],
    }),
    async (request) => {
      await deleteWebhookEndpoint(deps, await ofEndpoint(request), request.params.id)
      return { webhook_endpoint_id: request.params.id, deleted: true }
    },
  )

  app.post(
    '/ops/v1/webhook_endpoints/:id/rotate_secret',
    opsOperation(ADMINS, {
      id: 'rotateBusinessWebhookSecret',
      summary: 'Give a webhook endpoint of a business a new secret',
      description: 'Shown in this answer and never again. Both secrets sign until the overlap is over.',
      params: EndpointParams,
      body: RotateBody,
      answers: { 200: goodAnswer('The endpoint, with its new secret', EndpointAnswer, NEW_ENDPOINT) },
      errors: ['NOT_FOUND'],
    }),
    async (request) => {
      const caller = await ofEndpoint(request)
      const { overlap_seconds: overlapSeconds = OVERLAP_DEFAULT_SECONDS } = request.body
      const endpoint = await rotateSecret(deps, caller, request.params.id, overlapSeconds)
      return { ...presentEndpoint(endpoint, caller.mode, deps.clock()), secret: endpoint.secret }
    },
  )

  app.post(
    '/ops/v1/webhook_endpoints/:id/test',
    opsOperation(ADMINS, {
      id: 'testBusinessWebhookEndpoint',
      summary: 'Send a test event to a webhook endpoint of a business',
      description: 'Independent of its event types. Retrieve the delivery to see the result.',
      params: EndpointParams,
      answers: { 201: goodAnswer('The delivery, on its way', DeliveryAnswer, DELIVERY) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
    async (request, reply) =>
      reply.code(201).send(presentDelivery(await testWebhookEndpoint(deps, await ofEndpoint(request), request.params.id))),
  )
}
