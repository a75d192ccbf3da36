// /v1/webhook_endpoints: the webhook endpoints of a business.

import type { FastifyInstance } from 'fastify'
import { OVERLAP_DEFAULT_SECONDS } from '../../../domain/events/webhook.ts'
import type { Deps } from '../../../flows/deps.ts'
import { changeWebhookEndpoint, deleteWebhookEndpoint, rotateSecret } from '../../../flows/events/change-webhook-endpoint.ts'
import { createWebhookEndpoint } from '../../../flows/events/create-webhook-endpoint.ts'
import { testWebhookEndpoint } from '../../../flows/events/test-webhook-endpoint.ts'
import * as endpoints from '../../../store/events/webhook-endpoints.ts'
import type { TargetRules } from '../../../webhooks/target.ts'
import type { BaseUrl } from '../../base-url.ts'
import { linkPages, pageRequest } from '../../links.ts'
import { goodAnswer, operation } from '../../operation.ts'
import { pageQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { problemsOf } from '../../validation.ts'
import { DELIVERY, ENDPOINT, NEW_ENDPOINT } from './examples.ts'
import { presentDelivery, presentEndpoint } from './present-event.ts'
import { ChangeEndpointBody, CreateEndpointBody, DeletedAnswer, DeliveryAnswer, EndpointAnswer, RotateBody } from './schemas.ts'

const EndpointParams = Type.Object({ id: Type.String({ description: 'Webhook endpoint token' }) })
const ListQuery = Type.Object({ ...pageQuery })

export const webhookEndpointRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl, rules: TargetRules): void => {
  app.post(
    '/v1/webhook_endpoints',
    {
      attachValidation: true,
      config: { answersSecret: true },
      schema: operation({
        id: 'createWebhookEndpoint',
        tag: 'Webhooks',
        summary: 'Create a webhook endpoint',
        description: 'Events of this business and mode are sent there from now on, signed with the secret that this answer shows once.',
        body: CreateEndpointBody,
        answers: { 201: goodAnswer('The endpoint, with its secret', EndpointAnswer, NEW_ENDPOINT) },
      }),
    },
    async (request, reply) => {
      const endpoint = await createWebhookEndpoint(deps, request.caller, rules, request.body, problemsOf(request))
      return reply.code(201).send({ ...presentEndpoint(endpoint, request.caller.mode, deps.clock()), secret: endpoint.secret })
    },
  )

  app.get(
    '/v1/webhook_endpoints',
    {
      schema: operation({
        id: 'listWebhookEndpoints',
        tag: 'Webhooks',
        summary: 'List webhook endpoints',
        description: 'Newest first, 25 a page.',
        query: ListQuery,
        answers: { 200: goodAnswer('A page of endpoints', Type.Array(EndpointAnswer), [ENDPOINT]) },
      }),
    },
    async (request, reply) => {
      const page = pageRequest(request.query)
      const found = await endpoints.list(deps.db, request.caller, page)
      linkPages(request, reply, baseUrl(request), page.page, found)
      return found.items.map((endpoint) => presentEndpoint(endpoint, request.caller.mode, deps.clock()))
    },
  )

  app.get(
    '/v1/webhook_endpoints/:id',
    {
      schema: operation({
        id: 'getWebhookEndpoint',
        tag: 'Webhooks',
        summary: 'Retrieve a webhook endpoint',
        description: 'With its state: since when it fails, and why it was disabled.',
        params: EndpointParams,
        answers: { 200: goodAnswer('The endpoint', EndpointAnswer, ENDPOINT) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request) => presentEndpoint(await endpoints.load(deps.db, request.caller, request.params.id), request.caller.mode, deps.clock()),
  )

  app.patch(
    '/v1/webhook_endpoints/:id',
    {
      attachValidation: true,
      config: { nullEmpties: ['description'] },
      schema: operation({
        id: 'updateWebhookEndpoint',
        tag: 'Webhooks',
        summary: 'Change, disable or enable a webhook endpoint',
        description: 'What is left out stays as it is. Deliveries under way when it is disabled are listed as failed.',
        params: EndpointParams,
        body: ChangeEndpointBody,
        answers: { 200: goodAnswer('The endpoint as it is now', EndpointAnswer, ENDPOINT) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request) => {
      const { caller, params, body } = request
      const problems = problemsOf(request)
      return presentEndpoint(await changeWebhookEndpoint(deps, caller, rules, params.id, body, problems), caller.mode, deps.clock())
    },
  )

  app.delete(
    '/v1/webhook_endpoints/:id',
    {
      schema: operation({
        id: 'deleteWebhookEndpoint',
        tag: 'Webhooks',
        summary: 'Delete a webhook endpoint',
        description: 'Nothing more is sent to it. Its deliveries stay listed.',
        params: EndpointParams,
        answers: { 200: goodAnswer('It is gone', DeletedAnswer, { webhook_endpoint_id: ENDPOINT.webhook_endpoint_id, deleted: true }) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request) => {
      await deleteWebhookEndpoint(deps, request.caller, request.params.id)
      return { webhook_endpoint_id: request.params.id, deleted: true }
    },
  )

  app.post(
    '/v1/webhook_endpoints/:id/rotate_secret',
    {
      config: { answersSecret: true },
      schema: operation({
        id: 'rotateWebhookSecret',
        tag: 'Webhooks',
        summary: 'Give a webhook endpoint a new secret',
        description: 'Both secrets sign until the overlap is over, so that nothing is refused during the change.',
        params: EndpointParams,
        body: RotateBody,
        answers: { 200: goodAnswer('The endpoint, with its new secret', EndpointAnswer, NEW_ENDPOINT) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request) => {
      const { overlap_seconds: overlapSeconds = OVERLAP_DEFAULT_SECONDS } = request.body
      const endpoint = await rotateSecret(deps, request.caller, request.params.id, overlapSeconds)
      return { ...presentEndpoint(endpoint, request.caller.mode, deps.clock()), secret: endpoint.secret }
    },
  )

  app.post(
    '/v1/webhook_endpoints/:id/test',
    {
      schema: operation({
        id: 'testWebhookEndpoint',
        tag: 'Webhooks',
        summary: 'Send a test event to a webhook endpoint',
        description: 'Independent of its event types. Retrieve the delivery to see the result.',
        params: EndpointParams,
        answers: { 201: goodAnswer('The delivery, on its way', DeliveryAnswer, DELIVERY) },
        errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
      }),
    },
    async (request, reply) => reply.code(201).send(presentDelivery(await testWebhookEndpoint(deps, request.caller, request.params.id))),
  )
}
