// /ops/v1/webhook_deliveries: the deliveries of a business's events, and replay, for staff.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../../domain/businesses/business.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import { readInstant } from '../../../domain/values/time-input.ts'
import { callerFor } from '../../../flows/caller-for.ts'
import type { Deps } from '../../../flows/deps.ts'
import { replayDelivery, replayRange } from '../../../flows/events/replay-deliveries.ts'
import * as deliveries from '../../../store/events/webhook-deliveries.ts'
import * as scopes from '../../../store/events/webhook-endpoints.ts'
import type { BaseUrl } from '../../base-url.ts'
import { linkPages, pageRequest } from '../../links.ts'
import { goodAnswer } from '../../operation.ts'
import { Enum, Text } from '../../schemas/fields.ts'
import { businessQuery, modeQuery, pageQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { DELIVERY, DELIVERY_WITH_ATTEMPTS } from '../../v1/events/examples.ts'
import { presentAttempt, presentDelivery } from '../../v1/events/present-event.ts'
import { DeliveryAnswer, DeliveryWithAttemptsAnswer, ReplayAnswer, ReplayBody } from '../../v1/events/schemas.ts'
import { nullableInstant } from '../../wire-format.ts'
import { ADMINS, opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'
import { businessIn } from '../list-filters.ts'

const DeliveryParams = Type.Object({ id: Type.String({ description: 'Webhook delivery token' }) })
const EndpointParams = Type.Object({ id: Type.String({ description: 'Webhook endpoint token' }) })
const ListQuery = Type.Object({
  ...businessQuery,
  ...modeQuery,
  endpoint_id: Type.Optional(Text({ description: 'Of this endpoint; then neither business nor mode is needed' })),
  status: Type.Optional(Enum(['pending', 'delivered', 'failed'])),
  ...pageQuery,
})
type ListQuery = Type.Static<typeof ListQuery>

const { since, until, include_delivered } = ReplayBody.properties
const ReplayEndpointBody = Type.Object(
  { since: Type.Optional(since), until, include_delivered },
  { examples: [{ since: '2026-11-15T08:00:00Z' }] },
)

const scopeIn = async (deps: Deps, query: ListQuery): Promise<Scope> => {
  if (query.endpoint_id !== undefined) return scopes.ofEndpoint(deps.db, query.endpoint_id)
  const { businessId } = await businessIn(deps, query)
  if (businessId === undefined) {
    const problems = [{ field: 'business', message: 'or endpoint_id is required' }]
    throw new Rejection('VALIDATION_FAILED', undefined, { problems })
  }
  return { businessId, mode: query.mode ?? 'live' }
}

export const webhookDeliveryRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl): void => {
  const callerIn = (request: FastifyRequest, scope: Scope) => callerFor(deps.db, scope, authorOf(deps, request))

  app.get(
    '/ops/v1/webhook_deliveries',
    opsOperation(STAFF, {
      id: 'listBusinessWebhookDeliveries',
      summary: 'List the webhook deliveries of a business or an endpoint',
      description: 'Newest first, 25 a page.',
      query: ListQuery,
      answers: { 200: goodAnswer('A page of deliveries', Type.Array(DeliveryAnswer), [DELIVERY]) },
      errors: ['NOT_FOUND'],
    }),
    async (request, reply) => {
      const { endpoint_id: endpointId, status } = request.query
      const page = pageRequest(request.query)
      const filter = { ...(endpointId === undefined ? {} : { endpointId }), ...(status === undefined ? {} : { status }) }
      const found = await deliveries.list(deps.db, await scopeIn(deps, request.query), filter, page)
      linkPages(request, reply, baseUrl(request), page.page, found)
      return found.items.map(presentDelivery)
    },
  )

  app.get(
    '/ops/v1/webhook_deliveries/:id',
    opsOperation(STAFF, {
      id: 'getBusinessWebhookDelivery',
      summary: 'Retrieve a webhook delivery of any business',
      description: 'With every attempt: when, how long it took, and what the endpoint answered.',
      params: DeliveryParams,
      answers: { 200: goodAnswer('The delivery and its attempts', DeliveryWithAttemptsAnswer, DELIVERY_WITH_ATTEMPTS) },
      errors: ['NOT_FOUND'],
    }),
    async ({ params }) => {
      const scope = await scopes.ofDelivery(deps.db, params.id)
      const delivery = await deliveries.load(deps.db, scope, params.id)
      const attempts = await deliveries.attemptsOf(deps.db, scope, delivery.id)
      return { ...presentDelivery(delivery), attempts: attempts.map(presentAttempt) }
    },
  )

  app.post(
    '/ops/v1/webhook_deliveries/:id/replay',
    opsOperation(ADMINS, {
      id: 'replayBusinessWebhookDelivery',
      summary: 'Send a delivery of a business again',
      description: 'At once, and then by the usual schedule. Its webhook-id stays the same.',
      params: DeliveryParams,
      answers: { 200: goodAnswer('The delivery, in line again', DeliveryAnswer, { ...DELIVERY, status: 'pending', delivered_at: null }) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
    async (request) => {
      const { id } = request.params
      return presentDelivery(await replayDelivery(deps, await callerIn(request, await scopes.ofDelivery(deps.db, id)), id))
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
      answers: {
        200: goodAnswer('How many were put in line', ReplayAnswer, {
          webhook_endpoint_id: DELIVERY.webhook_endpoint_id,
          replayed: 42,
          continue_since: null,
        }),
      },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
    async (request) => {
      const { body, params } = request
      const now = deps.clock()
      const caller = await callerIn(request, await scopes.ofEndpoint(deps.db, params.id))
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
