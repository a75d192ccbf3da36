// /v1/webhook_deliveries: deliveries with their attempts, and replay.

import type { FastifyInstance } from 'fastify'
import type { Problems } from '../../../domain/values/errors.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { ReplayRange } from '../../../flows/events/replay-deliveries.ts'
import { replayDelivery, replayRange } from '../../../flows/events/replay-deliveries.ts'
import * as deliveries from '../../../store/events/webhook-deliveries.ts'
import type { BaseUrl } from '../../base-url.ts'
import { linkPages, pageRequest } from '../../links.ts'
import { goodAnswer, operation } from '../../operation.ts'
import { Enum, Text } from '../../schemas/fields.ts'
import { pageQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { problemsOf } from '../../validation.ts'
import { nullableInstant } from '../../wire-format.ts'
import { DELIVERY, DELIVERY_WITH_ATTEMPTS } from './examples.ts'
import { presentAttempt, presentDelivery } from './present-event.ts'
import { DeliveryAnswer, DeliveryWithAttemptsAnswer, ReplayAnswer, ReplayBody } from './schemas.ts'

const DeliveryParams = Type.Object({ id: Type.String({ description: 'Webhook delivery token' }) })

const ListQuery = Type.Object({
  webhook_endpoint_id: Type.Optional(Text()),
  event_id: Type.Optional(Text()),
  status: Type.Optional(Enum(['pending', 'delivered', 'failed'])),
  ...pageQuery,
})

/** As attachValidation leaves it: what the schema refused is taken out. */
type ReplayRequest = Partial<Type.Static<typeof ReplayBody>>

const readInstant = (field: string, text: string | undefined, fallback: number, problems: Problems): number => {
  if (text === undefined) return fallback
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    problems.add(field, 'must be an ISO 8601 time, such as 2026-11-15T08:00:00Z')
    return fallback
  }
}

const readRange = (body: ReplayRequest, now: number, problems: Problems): ReplayRange => {
  const since = readInstant('since', body.since, 0, problems)
  const until = readInstant('until', body.until, now, problems)
  if (!problems.any && until < since) problems.add('until', 'must not be before since')
  problems.throwIfAny()
  return { endpointId: body.webhook_endpoint_id!, since, until, includeDelivered: body.include_delivered ?? false }
}

export const webhookDeliveryRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl): void => {
  app.get(
    '/v1/webhook_deliveries',
    {
      schema: operation({
        id: 'listWebhookDeliveries',
        tag: 'Webhooks',
        summary: 'List webhook deliveries',
        description: 'Newest first, 25 a page.',
        query: ListQuery,
        answers: { 200: goodAnswer('A page of deliveries', Type.Array(DeliveryAnswer), [DELIVERY]) },
      }),
    },
    async (request, reply) => {
      const { webhook_endpoint_id: endpointId, event_id: eventId, status } = request.query
      const page = pageRequest(request.query)
      const filter = {
        ...(endpointId === undefined ? {} : { endpointId }),
        ...(eventId === undefined ? {} : { eventId }),
        ...(status === undefined ? {} : { status }),
      }
      const found = await deliveries.list(deps.db, request.caller, filter, page)
      linkPages(request, reply, baseUrl(request), page.page, found)
      return found.items.map(presentDelivery)
    },
  )

  app.get(
    '/v1/webhook_deliveries/:id',
    {
      schema: operation({
        id: 'getWebhookDelivery',
        tag: 'Webhooks',
        summary: 'Retrieve a webhook delivery',
        description: 'With every attempt: when, how long it took, and what the endpoint answered.',
        params: DeliveryParams,
        answers: { 200: goodAnswer('The delivery and its attempts', DeliveryWithAttemptsAnswer, DELIVERY_WITH_ATTEMPTS) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request) => {
      const delivery = await deliveries.load(deps.db, request.caller, request.params.id)
      const attempts = await deliveries.attemptsOf(deps.db, request.caller, delivery.id)
      return { ...presentDelivery(delivery), attempts: attempts.map(presentAttempt) }
    },
  )

  app.post(
    '/v1/webhook_deliveries/:id/replay',
    {
      schema: operation({
        id: 'replayWebhookDelivery',
        tag: 'Webhooks',
        summary: 'Send a delivery again',
        description: 'At once, and then by the usual schedule. Its webhook-id stays the same.',
        params: DeliveryParams,
        answers: { 200: goodAnswer('The delivery, in line again', DeliveryAnswer, { ...DELIVERY, status: 'pending', delivered_at: null }) },
        errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
      }),
    },
    async (request) => presentDelivery(await replayDelivery(deps, request.caller, request.params.id)),
  )

  app.post(
    '/v1/webhook_deliveries/replay',
    {
      attachValidation: true,
      schema: operation({
        id: 'replayWebhookDeliveries',
        tag: 'Webhooks',
        summary: 'Send the events of a time range again',
        description:
          'Everything recorded in the range that the endpoint wants and did not get: what failed, and what happened while it was disabled or did not exist.',
        body: ReplayBody,
        answers: {
          200: goodAnswer('How many were put in line', ReplayAnswer, {
            webhook_endpoint_id: DELIVERY.webhook_endpoint_id,
            replayed: 42,
            continue_since: null,
          }),
        },
        errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
      }),
    },
    async (request) => {
      const range = readRange(request.body, deps.clock(), problemsOf(request))
      const { replayed, continueSince } = await replayRange(deps, request.caller, range)
      return { webhook_endpoint_id: range.endpointId, replayed, continue_since: nullableInstant(continueSince) }
    },
  )
}
