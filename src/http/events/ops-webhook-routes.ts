// /ops/v1/webhook_endpoints and /ops/v1/webhook_deliveries: staff manage the webhooks of a business, and see failing deliveries of all.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { readInstant } from '../../domain/values/time-input.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { createWebhookEndpoint } from '../../flows/events/change-webhook-endpoint.ts'
import { replayRange } from '../../flows/events/replay-deliveries.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as events from '../../store/events/events.ts'
import { listFailing } from '../../store/events/failing-deliveries.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import * as scopes from '../../store/events/webhook-endpoints.ts'
import { presentOpsBusiness } from '../packages/ops-present.ts'
import { OPS_PACKAGE_EXAMPLE } from '../packages/ops-schemas.ts'
import type { Shared } from '../register.ts'
import { ADMINS, opsOperation, TECHNICAL } from '../staff/access.ts'
import { staffCaller } from '../staff/for-business.ts'
import { BusinessParams, DeliveryParams, EndpointParams } from '../values/fields.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import { FailingDeliveryAnswer } from './ops-failing-schemas.ts'
import { DELIVERY, ENDPOINT, EVENT, NEW_ENDPOINT, REPLAY } from './v1-examples.ts'
import { presentDelivery, presentEndpoint, presentEvent } from './v1-present.ts'
import {
  CreateEndpointBody,
  DeliveryAnswer,
  EndpointAnswer,
  EndpointWithSecretAnswer,
  EventAnswer,
  ReplayAnswer,
  ReplayBody,
} from './v1-schemas.ts'
import type { Audience } from './webhook-routes.ts'
import { deliveryRoutes, endpointRoutes } from './webhook-routes.ts'

const staffAudience = (deps: Deps): Audience => ({
  root: '/ops/v1',
  names: { id: 'Business', of: ' of a business' },
  read: (described) => opsOperation(TECHNICAL, described),
  change: (described) => opsOperation(ADMINS, described),
  ofEndpoint: async (request) => staffCaller(deps, request, await endpoints.ofEndpoint(deps.db, request.params.id)),
  ofDelivery: async (request) => staffCaller(deps, request, await endpoints.ofDelivery(deps.db, request.params.id)),
})

const EndpointsQuery = Type.Object({ ...modeQuery, ...pageQuery })
const CreateBody = Type.Body([{ mode: 'live', url: 'https://shop.example/waybill', event_types: ['package.*'], description: 'The shop' }], {
  mode: Type.Enum(['test', 'live']),
  ...CreateEndpointBody.properties,
})

type ById = { Params: { id: string } }

export const opsWebhookEndpointRoutes = (app: FastifyInstance, deps: Deps, { webhookTargets }: Shared): void => {
  const ofBusiness = async (request: FastifyRequest<ById>, mode: Mode): Promise<Caller> => {
    const business = await loadBusiness(deps.db, request.params.id)
    return staffCaller(deps, request, { businessId: business.id, mode })
  }

  app.get(
    '/ops/v1/businesses/:id/webhook_endpoints',
    opsOperation(TECHNICAL, {
      id: 'listBusinessWebhookEndpoints',
      summary: 'List the webhook endpoints of a business',
      description: 'Endpoints of one mode, newest first, 25 a page, without their secrets.',
      params: BusinessParams,
      query: EndpointsQuery,
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
      // A missing mode is already among the problems. The other fields are then checked as in live mode, which is stricter.
      const { mode = 'live', ...wanted } = request.body
      const caller = await ofBusiness(request, mode)
      const endpoint = await createWebhookEndpoint(deps, caller, webhookTargets, wanted, problems)
      return reply.code(201).send({ ...presentEndpoint(endpoint, mode, deps.clock()), secret: endpoint.secret })
    },
  )

  endpointRoutes(app, deps, webhookTargets, staffAudience(deps))
}

const FailingQuery = Type.Object({ ...businessQuery, ...modeQuery, ...pageQuery })

export const failingDeliveryRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/webhook_deliveries/failing',
    opsOperation(TECHNICAL, {
      id: 'listFailingWebhookDeliveries',
      summary: 'List the webhook deliveries that did not arrive',
      description: 'Deliveries of one or all businesses that were given up, or failed and will be retried. Newest first.',
      query: FailingQuery,
      answers: {
        200: goodAnswer('A page of deliveries', Type.Array(FailingDeliveryAnswer), [
          { delivery: DELIVERY, business: OPS_PACKAGE_EXAMPLE.business },
        ]),
      },
    }),
    async (request, reply) => {
      const filter = { mode: request.query.mode ?? ('live' as const), ...(await businessIn(deps, request.query)) }
      const { items } = await listPage(request, reply, (page) => listFailing(deps.db, filter, page))
      const ids = [...new Set(items.map(({ scope }) => scope.businessId))]
      const owners = new Map(await Promise.all(ids.map(async (id) => [id, (await businesses.find(deps.db, id))!] as const)))
      return items.map(({ scope, delivery }) => ({
        delivery: presentDelivery(delivery),
        business: presentOpsBusiness(owners.get(scope.businessId)!),
      }))
    },
  )
}

const DeliveriesQuery = Type.Object({
  ...businessQuery,
  ...modeQuery,
  endpoint_id: Type.Optional(Type.Text({ description: 'Deliveries to this endpoint; business and mode are then not needed' })),
  status: Type.Optional(Type.Enum(['pending', 'delivered', 'failed'])),
  ...pageQuery,
})
type DeliveriesQuery = Type.Static<typeof DeliveriesQuery>

const { since, until, include_delivered } = ReplayBody.properties
const ReplayEndpointBody = Type.Body([{ since: '2026-11-15T08:00:00Z' }], { since: Type.Optional(since), until, include_delivered })

const scopeIn = async (deps: Deps, query: DeliveriesQuery): Promise<Scope> => {
  if (query.endpoint_id !== undefined) return scopes.ofEndpoint(deps.db, query.endpoint_id)
  const { businessId } = await businessIn(deps, query)
  if (businessId === undefined) {
    throw invalidField('business', 'or endpoint_id is required')
  }
  return { businessId, mode: query.mode ?? 'live' }
}

export const opsWebhookDeliveryRoutes = (app: FastifyInstance, deps: Deps): void => {
  const audience = staffAudience(deps)

  app.get(
    '/ops/v1/webhook_deliveries',
    opsOperation(TECHNICAL, {
      id: 'listBusinessWebhookDeliveries',
      summary: 'List the webhook deliveries of a business or an endpoint',
      description: 'Newest first, 25 a page.',
      query: DeliveriesQuery,
      answers: { 200: goodAnswer('A page of deliveries', Type.Array(DeliveryAnswer), [DELIVERY]) },
      errors: ['NOT_FOUND'],
    }),
    async (request, reply) => {
      const { endpoint_id: endpointId, status } = request.query
      const filter = omitNulls({ endpointId, status: status && [status] })
      const { items } = await listPage(request, reply, async (page) =>
        deliveries.list(deps.db, await scopeIn(deps, request.query), filter, page),
      )
      return items.map(presentDelivery)
    },
  )

  deliveryRoutes(app, deps, audience)

  app.get(
    '/ops/v1/webhook_deliveries/:id/payload',
    opsOperation(TECHNICAL, {
      id: 'getWebhookDeliveryPayload',
      summary: 'Retrieve the payload of a webhook delivery',
      description: 'The event with its object as it was after the change.',
      params: DeliveryParams,
      answers: { 200: goodAnswer('The event', EventAnswer, EVENT) },
    }),
    async (request) => {
      const { business, ...caller } = await audience.ofDelivery(request)
      const { eventId } = await deliveries.load(deps.db, caller, request.params.id)
      return presentEvent(await events.load(deps.db, caller, eventId), { business, mode: caller.mode, baseUrl: request.baseUrl })
    },
  )

  app.post(
    '/ops/v1/webhook_endpoints/:id/replay',
    opsOperation(ADMINS, {
      id: 'replayBusinessWebhookEndpoint',
      summary: 'Send a webhook endpoint all that it missed',
      description: 'Everything that it wants and did not get, from the beginning unless `since` says otherwise.',
      params: EndpointParams,
      body: ReplayEndpointBody,
      answers: { 200: goodAnswer('How many were put in line', ReplayAnswer, REPLAY) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
    async (request) => {
      const { body, params } = request
      const now = deps.clock()
      const caller = await audience.ofEndpoint(request)
      const { replayed, continueSince } = await replayRange(deps, caller, {
        endpointId: params.id,
        since: body.since === undefined ? 0 : readInstant('since', body.since, now),
        until: body.until === undefined ? now : readInstant('until', body.until, now),
        includeDelivered: body.include_delivered ?? false,
      })
      return { webhook_endpoint_id: params.id, replayed, continue_since: nullableInstant(continueSince) }
    },
  )
}
