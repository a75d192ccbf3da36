// /ops/v1/webhook_deliveries: deliveries of a business, failing deliveries of all businesses, and replay, for staff.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { readInstant } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import { replayRange } from '../../flows/events/replay-deliveries.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { Enum, Text } from '../../platform/http/schemas/fields.ts'
import { businessQuery, modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as events from '../../store/events/events.ts'
import { listFailing } from '../../store/events/failing-deliveries.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as scopes from '../../store/events/webhook-endpoints.ts'
import { presentOpsBusiness } from '../packages/ops-present.ts'
import { OPS_PACKAGE_EXAMPLE } from '../packages/ops-schemas.ts'
import { ADMINS, opsOperation, STAFF } from '../staff/access.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import { DeliveryParams, EndpointParams } from '../values/params.ts'
import { staffAudience } from './ops-audience.ts'
import { FailingDeliveryAnswer } from './ops-failing-schemas.ts'
import { DELIVERY, EVENT, REPLAY } from './v1-examples.ts'
import { presentDelivery, presentEvent } from './v1-present.ts'
import { DeliveryAnswer, EventAnswer, ReplayAnswer, ReplayBody } from './v1-schemas.ts'
import { deliveryRoutes } from './webhook-routes.ts'

const FailingQuery = Type.Object({ ...businessQuery, ...modeQuery, ...pageQuery })

export const failingDeliveryRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/webhook_deliveries/failing',
    opsOperation(STAFF, {
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

const ListQuery = Type.Object({
  ...businessQuery,
  ...modeQuery,
  endpoint_id: Type.Optional(Text({ description: 'Deliveries to this endpoint; business and mode are then not needed' })),
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
    throw invalidField('business', 'or endpoint_id is required')
  }
  return { businessId, mode: query.mode ?? 'live' }
}

export const opsWebhookDeliveryRoutes = (app: FastifyInstance, deps: Deps): void => {
  const audience = staffAudience(deps)

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
      const filter = omitNulls({ endpointId, status })
      const { items } = await listPage(request, reply, async (page) =>
        deliveries.list(deps.db, await scopeIn(deps, request.query), filter, page),
      )
      return items.map(presentDelivery)
    },
  )

  deliveryRoutes(app, deps, audience)

  app.get(
    '/ops/v1/webhook_deliveries/:id/payload',
    opsOperation(STAFF, {
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
