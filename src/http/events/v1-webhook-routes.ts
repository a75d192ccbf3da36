// /v1/webhook_endpoints and /v1/webhook_deliveries: routes for webhook endpoints, for deliveries and their attempts, and for sending events again.

import type { FastifyInstance } from 'fastify'
import type { Problems } from '../../domain/values/errors.ts'
import type { DayEdge } from '../../domain/values/time-input.ts'
import { instantOrDay } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import { createWebhookEndpoint } from '../../flows/events/change-webhook-endpoint.ts'
import type { ReplayRange } from '../../flows/events/replay-deliveries.ts'
import { replayRange } from '../../flows/events/replay-deliveries.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import type { Shared } from '../register.ts'
import { EndpointParams } from '../values/fields.ts'
import { statusQuery } from '../values/v1-list-filters.ts'
import { DELIVERY, ENDPOINT, NEW_ENDPOINT, REPLAY } from './v1-examples.ts'
import { presentDelivery, presentEndpoint } from './v1-present.ts'
import { CreateEndpointBody, DeliveryAnswer, EndpointAnswer, EndpointWithSecretAnswer, ReplayAnswer, ReplayBody } from './v1-schemas.ts'
import { BUSINESS, deliveryRoutes, endpointRoutes } from './webhook-routes.ts'

const EndpointsQuery = Type.Object({ ...pageQuery })

export const webhookEndpointRoutes = (app: FastifyInstance, deps: Deps, { webhookTargets }: Shared): void => {
  route(app, 'POST', '/v1/webhook_endpoints', 'Webhooks', {
    id: 'createWebhookEndpoint',
    attachValidation: true,
    config: { answersSecret: true },
    summary: 'Create a webhook endpoint',
    description: 'Events of this business and mode are sent there from now on. The secret that signs them is shown only in this response.',
    body: CreateEndpointBody,
    answers: { 201: goodAnswer('The endpoint, with its secret', EndpointWithSecretAnswer, NEW_ENDPOINT) },
    handler: async (request, reply) => {
      const endpoint = await createWebhookEndpoint(deps, request.caller, webhookTargets, request.body, problemsOf(request))
      return reply.code(201).send({ ...presentEndpoint(endpoint, request.caller.mode, deps.clock()), secret: endpoint.secret })
    },
  })

  route(app, 'GET', '/v1/webhook_endpoints', 'Webhooks', {
    id: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'Newest first, 25 a page.',
    query: EndpointsQuery,
    answers: { 200: goodAnswer('A page of endpoints', Type.Array(EndpointAnswer), [ENDPOINT]) },
    handler: async (request, reply) => {
      const { items } = await listPage(request, reply, (page) => endpoints.list(deps.db, request.caller, page))
      return items.map((endpoint) => presentEndpoint(endpoint, request.caller.mode, deps.clock()))
    },
  })

  route(app, 'GET', '/v1/webhook_endpoints/:id', 'Webhooks', {
    id: 'getWebhookEndpoint',
    summary: 'Retrieve a webhook endpoint',
    description: 'The endpoint with its state: since when it fails, and why it was disabled.',
    params: EndpointParams,
    answers: { 200: goodAnswer('The endpoint', EndpointAnswer, ENDPOINT) },
    handler: async (request) =>
      presentEndpoint(await endpoints.load(deps.db, request.caller, request.params.id), request.caller.mode, deps.clock()),
  })

  endpointRoutes(app, deps, webhookTargets, BUSINESS)
}

const DeliveriesQuery = Type.Object({
  webhook_endpoint_id: Type.Optional(Type.Text()),
  event_id: Type.Optional(Type.Text()),
  ...statusQuery(['pending', 'delivered', 'failed']),
  ...pageQuery,
})

/** The fields are optional, because `attachValidation` removes values that the schema refused. */
type ReplayRequest = Partial<Type.Static<typeof ReplayBody>>

const readInstant = (field: string, text: string | undefined, day: DayEdge, fallback: number, problems: Problems): number => {
  const at = text === undefined ? fallback : instantOrDay(text, day)
  if (at === null) problems.add(field, 'must be an ISO 8601 time, such as 2026-11-15T08:00:00Z, or a date')
  return at ?? fallback
}

const readRange = (body: ReplayRequest, timeZone: string, now: number, problems: Problems): ReplayRange => {
  const since = readInstant('since', body.since, { edge: 'start', timeZone }, 0, problems)
  const until = readInstant('until', body.until, { edge: 'end', timeZone }, now, problems)
  if (!problems.any && until < since) problems.add('until', 'must not be before since')
  problems.throwIfAny()
  return { endpointId: body.webhook_endpoint_id!, since, until, includeDelivered: body.include_delivered ?? false }
}

export const webhookDeliveryRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/webhook_deliveries', 'Webhooks', {
    id: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description: 'Newest first, 25 a page.',
    query: DeliveriesQuery,
    answers: { 200: goodAnswer('A page of deliveries', Type.Array(DeliveryAnswer), [DELIVERY]) },
    handler: async (request, reply) => {
      const { webhook_endpoint_id: endpointId, event_id: eventId, status } = request.query
      const filter = omitNulls({ endpointId, eventId, status })
      const { items } = await listPage(request, reply, (page) => deliveries.list(deps.db, request.caller, filter, page))
      return items.map(presentDelivery)
    },
  })

  route(app, 'POST', '/v1/webhook_deliveries/replay', 'Webhooks', {
    id: 'replayWebhookDeliveries',
    attachValidation: true,
    summary: 'Send the events of a time range again',
    description:
      'Everything recorded in the range that the endpoint wants and did not get: what failed, and what happened while it was disabled or did not exist.',
    body: ReplayBody,
    answers: { 200: goodAnswer('How many deliveries were queued', ReplayAnswer, REPLAY) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request) => {
      const range = readRange(request.body, request.caller.business.timeZone, deps.clock(), problemsOf(request))
      const { replayed, continueSince } = await replayRange(deps, request.caller, range)
      return { webhook_endpoint_id: range.endpointId, replayed, continue_since: nullableInstant(continueSince) }
    },
  })

  deliveryRoutes(app, deps, BUSINESS)
}
