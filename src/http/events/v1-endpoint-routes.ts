// /v1/webhook_endpoints: the webhook endpoints of a business.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { createWebhookEndpoint } from '../../flows/events/change-webhook-endpoint.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer, operation } from '../../platform/http/operation.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import type { Shared } from '../register.ts'
import { EndpointParams } from '../values/params.ts'
import { ENDPOINT, NEW_ENDPOINT } from './v1-examples.ts'
import { presentEndpoint } from './v1-present.ts'
import { CreateEndpointBody, EndpointAnswer, EndpointWithSecretAnswer } from './v1-schemas.ts'
import { BUSINESS, endpointRoutes } from './webhook-routes.ts'

const ListQuery = Type.Object({ ...pageQuery })

export const webhookEndpointRoutes = (app: FastifyInstance, deps: Deps, { webhookTargets }: Shared): void => {
  app.post(
    '/v1/webhook_endpoints',
    operation('Webhooks', {
      id: 'createWebhookEndpoint',
      attachValidation: true,
      config: { answersSecret: true },
      summary: 'Create a webhook endpoint',
      description:
        'Events of this business and mode are sent there from now on. The secret that signs them is shown only in this response.',
      body: CreateEndpointBody,
      answers: { 201: goodAnswer('The endpoint, with its secret', EndpointWithSecretAnswer, NEW_ENDPOINT) },
    }),
    async (request, reply) => {
      const endpoint = await createWebhookEndpoint(deps, request.caller, webhookTargets, request.body, problemsOf(request))
      return reply.code(201).send({ ...presentEndpoint(endpoint, request.caller.mode, deps.clock()), secret: endpoint.secret })
    },
  )

  app.get(
    '/v1/webhook_endpoints',
    operation('Webhooks', {
      id: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'Newest first, 25 a page.',
      query: ListQuery,
      answers: { 200: goodAnswer('A page of endpoints', Type.Array(EndpointAnswer), [ENDPOINT]) },
    }),
    async (request, reply) => {
      const { items } = await listPage(request, reply, (page) => endpoints.list(deps.db, request.caller, page))
      return items.map((endpoint) => presentEndpoint(endpoint, request.caller.mode, deps.clock()))
    },
  )

  app.get(
    '/v1/webhook_endpoints/:id',
    operation('Webhooks', {
      id: 'getWebhookEndpoint',
      summary: 'Retrieve a webhook endpoint',
      description: 'The endpoint with its state: since when it fails, and why it was disabled.',
      params: EndpointParams,
      answers: { 200: goodAnswer('The endpoint', EndpointAnswer, ENDPOINT) },
    }),
    async (request) => presentEndpoint(await endpoints.load(deps.db, request.caller, request.params.id), request.caller.mode, deps.clock()),
  )

  endpointRoutes(app, deps, webhookTargets, BUSINESS)
}
