// /ops/v1/webhook_endpoints and /ops/v1/webhook_deliveries: staff manage the webhooks of a business, and see the failing deliveries of all businesses.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { readInstant } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import { createWebhookEndpoint } from '../../flows/events/change-webhook-endpoint.ts'
import type { FailureContext } from '../../flows/events/read-failing.ts'
import { withContext } from '../../flows/events/read-failing.ts'
import { replayRange } from '../../flows/events/replay-deliveries.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import * as events from '../../store/events/events.ts'
import { FAILING_ENDPOINTS_MAX, failingEndpoints, listFailing } from '../../store/events/failing-deliveries.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import * as scopes from '../../store/events/webhook-endpoints.ts'
import { presentOpsBusiness } from '../packages/ops-present.ts'
import { OPS_PACKAGE_EXAMPLE } from '../packages/ops-schemas.ts'
import type { Shared } from '../register.ts'
import { ADMINS, opsRoute, TECHNICAL } from '../staff/access.ts'
import { staffCaller, staffCallerFor } from '../staff/for-business.ts'
import { BusinessParams, DeliveryParams, EndpointParams } from '../values/fields.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import { DeliveryWithLastAttemptAnswer, FailingDeliveryAnswer, FailingEndpointsAnswer } from './ops-failing-schemas.ts'
import { DELIVERY, ENDPOINT, EVENT, LAST_ATTEMPT, NEW_ENDPOINT, REPLAY } from './v1-examples.ts'
import { presentAttempt, presentDelivery, presentEndpoint, presentEvent } from './v1-present.ts'
import { CreateEndpointBody, EndpointAnswer, EndpointWithSecretAnswer, EventAnswer, ReplayAnswer, ReplayBody } from './v1-schemas.ts'
import type { Audience } from './webhook-routes.ts'
import { deliveryRoutes, endpointRoutes } from './webhook-routes.ts'

const staffAudience = (deps: Deps): Audience => ({
  root: '/ops/v1',
  names: { id: 'Business', of: ' of a business' },
  add: (app, method, url, kind, described) => opsRoute(app, method, url, kind === 'read' ? TECHNICAL : ADMINS, described),
  ofEndpoint: async (request) => staffCaller(deps, request, await endpoints.ofEndpoint(deps.db, request.params.id)),
  ofDelivery: async (request) => staffCaller(deps, request, await endpoints.ofDelivery(deps.db, request.params.id)),
})

const EndpointsQuery = Type.Object({ ...modeQuery, ...pageQuery })
const CreateBody = Type.Body([{ mode: 'live', url: 'https://shop.example/waybill', event_types: ['package.*'], description: 'The shop' }], {
  mode: Type.Enum(['test', 'live']),
  ...CreateEndpointBody.properties,
})

export const opsWebhookEndpointRoutes = (app: FastifyInstance, deps: Deps, { webhookTargets }: Shared): void => {
  opsRoute(app, 'GET', '/ops/v1/businesses/:id/webhook_endpoints', TECHNICAL, {
    id: 'listBusinessWebhookEndpoints',
    summary: 'List the webhook endpoints of a business',
    description: 'Endpoints of one mode, newest first, 25 a page, without their secrets.',
    params: BusinessParams,
    query: EndpointsQuery,
    answers: { 200: goodAnswer('A page of endpoints', Type.Array(EndpointAnswer), [ENDPOINT]) },
    handler: async (request, reply) => {
      const { mode = 'live' } = request.query
      const { items } = await listPage(request, reply, async (page) =>
        endpoints.list(deps.db, await staffCallerFor(deps, request, request.params.id, mode), page),
      )
      return items.map((endpoint) => presentEndpoint(endpoint, mode, deps.clock()))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses/:id/webhook_endpoints', ADMINS, {
    id: 'createBusinessWebhookEndpoint',
    attachValidation: true,
    summary: 'Create a webhook endpoint for a business',
    description: 'Its secret is shown in this answer and never again.',
    params: BusinessParams,
    body: CreateBody,
    answers: { 201: goodAnswer('The endpoint, with its secret', EndpointWithSecretAnswer, NEW_ENDPOINT) },
    handler: async (request, reply) => {
      const problems = problemsOf(request)
      // If the mode is missing, the schema check has already added an error. The other fields are then checked by the rules of live mode,
      // which are stricter.
      const { mode = 'live', ...wanted } = request.body
      const caller = await staffCallerFor(deps, request, request.params.id, mode)
      const endpoint = await createWebhookEndpoint(deps, caller, webhookTargets, wanted, problems)
      return reply.code(201).send({ ...presentEndpoint(endpoint, mode, deps.clock()), secret: endpoint.secret })
    },
  })

  endpointRoutes(app, deps, webhookTargets, staffAudience(deps))
}

const REASON = { endpoint_url: ENDPOINT.url, endpoint_disabled_reason: null, last_attempt: LAST_ATTEMPT }

const FailingQuery = Type.Object({
  ...businessQuery,
  ...modeQuery,
  endpoint_id: Type.Optional(Type.Text({ description: 'Only deliveries to this endpoint' })),
  ...pageQuery,
})
const FailingEndpointsQuery = Type.Object({ ...businessQuery, ...modeQuery })

const presentReason = ({ endpoint, lastAttempt }: FailureContext) => ({
  endpoint_url: endpoint?.url ?? null,
  endpoint_disabled_reason: endpoint?.disabledReason ?? null,
  last_attempt: lastAttempt && presentAttempt(lastAttempt),
})

export const failingDeliveryRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/webhook_deliveries/failing', TECHNICAL, {
    id: 'listFailingWebhookDeliveries',
    summary: 'List the webhook deliveries that did not arrive',
    description:
      'Deliveries of one or all businesses that were given up, or failed and will be retried, with the latest attempt. Newest first.',
    query: FailingQuery,
    answers: {
      200: goodAnswer('A page of deliveries', Type.Array(FailingDeliveryAnswer), [
        { delivery: DELIVERY, business: OPS_PACKAGE_EXAMPLE.business, ...REASON },
      ]),
    },
    handler: async (request, reply) => {
      const { mode = 'live', endpoint_id: endpointId } = request.query
      const filter = { mode, ...(await businessIn(deps, request.query)), ...omitNulls({ endpointId }) }
      const { items } = await listPage(request, reply, (page) => listFailing(deps.db, filter, page))
      const found = items.map((item) => ({ ...item, endpointId: item.delivery.endpointId, deliveryId: item.delivery.id }))
      return (await withContext(deps.db, found)).map(({ delivery, business, ...context }) => ({
        delivery: presentDelivery(delivery),
        business: presentOpsBusiness(business),
        ...presentReason({ business, ...context }),
      }))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/webhook_deliveries/failing/endpoints', TECHNICAL, {
    id: 'listFailingWebhookEndpoints',
    summary: 'List the webhook endpoints that miss deliveries',
    description: `How many deliveries did not arrive at each endpoint, and why the newest did not; the most first, at most ${FAILING_ENDPOINTS_MAX}.`,
    query: FailingEndpointsQuery,
    answers: {
      200: goodAnswer('The endpoints', FailingEndpointsAnswer, [
        {
          webhook_endpoint_id: DELIVERY.webhook_endpoint_id,
          business: OPS_PACKAGE_EXAMPLE.business,
          failed: 3,
          retrying: 1,
          since: DELIVERY.created_at,
          ...REASON,
        },
      ]),
    },
    handler: async ({ query }) => {
      const filter = { mode: query.mode ?? ('live' as const), ...(await businessIn(deps, query)) }
      const found = (await failingEndpoints(deps.db, filter)).map((each) => ({ ...each, deliveryId: each.latestId }))
      return (await withContext(deps.db, found)).map(({ endpointId, business, failed, retrying, since, ...context }) => ({
        webhook_endpoint_id: endpointId,
        business: presentOpsBusiness(business),
        failed,
        retrying,
        since: instant(since),
        ...presentReason({ business, ...context }),
      }))
    },
  })
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

  opsRoute(app, 'GET', '/ops/v1/webhook_deliveries', TECHNICAL, {
    id: 'listBusinessWebhookDeliveries',
    summary: 'List the webhook deliveries of a business or an endpoint',
    description: 'With the latest attempt of each. Newest first, 25 a page.',
    query: DeliveriesQuery,
    answers: {
      200: goodAnswer('A page of deliveries', Type.Array(DeliveryWithLastAttemptAnswer), [{ ...DELIVERY, last_attempt: LAST_ATTEMPT }]),
    },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const { endpoint_id: endpointId, status } = request.query
      const filter = omitNulls({ endpointId, status: status && [status] })
      const scope = await scopeIn(deps, request.query)
      const { items } = await listPage(request, reply, (page) => deliveries.list(deps.db, scope, filter, page))
      const attempts = await deliveries.lastAttempts(
        deps.db,
        scope,
        items.map(({ id }) => id),
      )
      return items.map((delivery) => {
        const attempt = attempts.get(delivery.id)
        return { ...presentDelivery(delivery), last_attempt: attempt ? presentAttempt(attempt) : null }
      })
    },
  })

  deliveryRoutes(app, deps, audience)

  opsRoute(app, 'GET', '/ops/v1/webhook_deliveries/:id/payload', TECHNICAL, {
    id: 'getWebhookDeliveryPayload',
    summary: 'Retrieve the payload of a webhook delivery',
    description: 'The event with its object as it was after the change.',
    params: DeliveryParams,
    answers: { 200: goodAnswer('The event', EventAnswer, EVENT) },
    handler: async (request) => {
      const { business, ...caller } = await audience.ofDelivery(request)
      const { eventId } = await deliveries.load(deps.db, caller, request.params.id)
      return presentEvent(await events.load(deps.db, caller, eventId), { business, mode: caller.mode, baseUrl: request.baseUrl })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/webhook_endpoints/:id/replay', ADMINS, {
    id: 'replayBusinessWebhookEndpoint',
    summary: 'Send a webhook endpoint all that it missed',
    description: 'Everything that it wants and did not get, from the beginning unless `since` says otherwise.',
    params: EndpointParams,
    body: ReplayEndpointBody,
    answers: { 200: goodAnswer('How many were put in line', ReplayAnswer, REPLAY) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request) => {
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
  })
}
