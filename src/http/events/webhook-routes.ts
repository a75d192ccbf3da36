// Routes of single webhook endpoints and deliveries: a business calls them under /v1, and staff under /ops/v1 for any business.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OVERLAP_DEFAULT_SECONDS } from '../../domain/events/webhook.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { changeWebhookEndpoint, deleteWebhookEndpoint, rotateSecret } from '../../flows/events/change-webhook-endpoint.ts'
import { replayDelivery, testWebhookEndpoint } from '../../flows/events/replay-deliveries.ts'
import type { AddRoute } from '../../platform/http/operation.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import type { TargetRules } from '../../webhooks/target.ts'
import { DeliveryParams, EndpointParams } from '../values/fields.ts'
import { DELIVERY, DELIVERY_WITH_ATTEMPTS, ENDPOINT, NEW_ENDPOINT } from './v1-examples.ts'
import { presentAttempt, presentDelivery, presentEndpoint } from './v1-present.ts'
import {
  ChangeEndpointBody,
  DeletedAnswer,
  DeliveryAnswer,
  DeliveryWithAttemptsAnswer,
  EndpointAnswer,
  EndpointWithSecretAnswer,
  RotateBody,
} from './v1-schemas.ts'

type ById = FastifyRequest<{ Params: { id: string } }>

/** How the routes differ between businesses (/v1) and staff (/ops/v1). */
export type Audience = {
  root: '/v1' | '/ops/v1'
  /** Texts that are inserted in the ids and summaries of the operations. */
  names: { id: string; of: string }
  add: AddRoute<'read' | 'change'>
  /** `ofEndpoint` and `ofDelivery` return the owner of the endpoint or delivery whose id is in the path. */
  ofEndpoint: (request: ById) => Promise<Caller>
  ofDelivery: (request: ById) => Promise<Caller>
}

export const BUSINESS: Audience = {
  root: '/v1',
  names: { id: '', of: '' },
  add: (app, method, url, _kind, described) => route(app, method, url, 'Webhooks', described),
  ofEndpoint: async ({ caller }) => caller,
  ofDelivery: async ({ caller }) => caller,
}

export const endpointRoutes = (app: FastifyInstance, deps: Deps, rules: TargetRules, audience: Audience): void => {
  const { root, names, add, ofEndpoint } = audience

  add(app, 'PATCH', `${root}/webhook_endpoints/:id`, 'change', {
    id: `update${names.id}WebhookEndpoint`,
    summary: `Change, disable or enable a webhook endpoint${names.of}`,
    description: 'Omitted fields stay the same. Deliveries in progress when it is disabled are listed as failed.',
    attachValidation: true,
    config: { nullEmpties: ['description'] },
    params: EndpointParams,
    body: ChangeEndpointBody,
    answers: { 200: goodAnswer('The endpoint as it is now', EndpointAnswer, ENDPOINT) },
    handler: async (request) => {
      const problems = problemsOf(request)
      const caller = await ofEndpoint(request)
      const endpoint = await changeWebhookEndpoint(deps, caller, rules, request.params.id, request.body, problems)
      return presentEndpoint(endpoint, caller.mode, deps.clock())
    },
  })

  add(app, 'DELETE', `${root}/webhook_endpoints/:id`, 'change', {
    id: `delete${names.id}WebhookEndpoint`,
    summary: `Delete a webhook endpoint${names.of}`,
    description: 'Nothing more is sent to it. Its deliveries stay listed.',
    params: EndpointParams,
    answers: {
      200: goodAnswer('The endpoint is deleted', DeletedAnswer, { webhook_endpoint_id: ENDPOINT.webhook_endpoint_id, deleted: true }),
    },
    handler: async (request) => {
      await deleteWebhookEndpoint(deps, await ofEndpoint(request), request.params.id)
      return { webhook_endpoint_id: request.params.id, deleted: true }
    },
  })

  add(app, 'POST', `${root}/webhook_endpoints/:id/rotate_secret`, 'change', {
    id: `rotate${names.id}WebhookSecret`,
    summary: `Give a webhook endpoint${names.of} a new secret`,
    description:
      'Shown in this answer and never again. Both secrets sign until the overlap is over, so that nothing is refused during the change.',
    config: { answersSecret: true },
    params: EndpointParams,
    body: RotateBody,
    answers: { 200: goodAnswer('The endpoint, with its new secret', EndpointWithSecretAnswer, NEW_ENDPOINT) },
    handler: async (request) => {
      const caller = await ofEndpoint(request)
      const { overlap_seconds: overlapSeconds = OVERLAP_DEFAULT_SECONDS } = request.body
      const endpoint = await rotateSecret(deps, caller, request.params.id, overlapSeconds)
      return { ...presentEndpoint(endpoint, caller.mode, deps.clock()), secret: endpoint.secret }
    },
  })

  add(app, 'POST', `${root}/webhook_endpoints/:id/test`, 'change', {
    id: `test${names.id}WebhookEndpoint`,
    summary: `Send a test event to a webhook endpoint${names.of}`,
    description: 'Sent whatever its event types are. Retrieve the delivery to see the result.',
    params: EndpointParams,
    answers: { 201: goodAnswer('The delivery, queued', DeliveryAnswer, DELIVERY) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) =>
      reply.code(201).send(presentDelivery(await testWebhookEndpoint(deps, await ofEndpoint(request), request.params.id))),
  })
}

export const deliveryRoutes = (app: FastifyInstance, deps: Deps, { root, names, add, ofDelivery }: Audience): void => {
  add(app, 'GET', `${root}/webhook_deliveries/:id`, 'read', {
    id: `get${names.id}WebhookDelivery`,
    summary: `Retrieve a webhook delivery${names.of}`,
    description: 'The delivery with every attempt: its time, duration and response.',
    params: DeliveryParams,
    answers: { 200: goodAnswer('The delivery and its attempts', DeliveryWithAttemptsAnswer, DELIVERY_WITH_ATTEMPTS) },
    handler: async (request) => {
      const caller = await ofDelivery(request)
      const delivery = await deliveries.load(deps.db, caller, request.params.id)
      const attempts = await deliveries.attemptsOf(deps.db, caller, delivery.id)
      return { ...presentDelivery(delivery), attempts: attempts.map(presentAttempt) }
    },
  })

  add(app, 'POST', `${root}/webhook_deliveries/:id/replay`, 'change', {
    id: `replay${names.id}WebhookDelivery`,
    summary: `Send a delivery${names.of} again`,
    description: 'Sent at once, and then retried by the usual schedule. Its webhook-id stays the same.',
    params: DeliveryParams,
    answers: { 200: goodAnswer('The delivery, queued again', DeliveryAnswer, { ...DELIVERY, status: 'pending', delivered_at: null }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => presentDelivery(await replayDelivery(deps, await ofDelivery(request), request.params.id)),
  })
}
