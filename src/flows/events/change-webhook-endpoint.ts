// Creates, changes, disables, enables and deletes a webhook endpoint, and rotates its secret.

import type { WebhookEndpoint } from '../../domain/events/webhook.ts'
import { ENDPOINTS_MAX, SECRET_BYTES } from '../../domain/events/webhook.ts'
import type { Problems } from '../../domain/values/errors.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as deliveryQueues from '../../store/events/delivery-queues.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import { secretFrom } from '../../webhooks/sign.ts'
import type { TargetRules } from '../../webhooks/target.ts'
import { readTarget } from '../../webhooks/target.ts'
import type { Caller, Deps } from '../deps.ts'

type EndpointChanges = Omit<EndpointRequest, 'description'> & { description?: string | null; status?: 'enabled' | 'disabled' }

export const changeWebhookEndpoint = async (
  deps: Deps,
  caller: Caller,
  rules: TargetRules,
  id: string,
  changes: EndpointChanges,
  problems: Problems,
): Promise<WebhookEndpoint> => {
  if (changes.url !== undefined) checkUrl(caller, rules, changes.url, problems)
  // An unknown endpoint is reported before mistakes in the request.
  await endpoints.load(deps.db, caller, id)
  problems.throwIfAny()
  return deps.db.transaction(caller, async (tx) => {
    const endpoint = await endpoints.load(tx, caller, id)
    const saved = await endpoints.save(tx, caller, endpoint, { ...changed(endpoint, changes, deps.clock()), updatedAt: deps.clock() })
    if (endpoint.disabledAt === null && saved.disabledAt !== null) await withdrawDeliveries(tx, caller, id)
    return saved
  })
}

const changed = (endpoint: WebhookEndpoint, changes: EndpointChanges, now: number): WebhookEndpoint => ({
  ...endpoint,
  url: changes.url ?? endpoint.url,
  description: changes.description === undefined ? endpoint.description : changes.description,
  eventTypes: changes.event_types ?? endpoint.eventTypes,
  ...(changes.status === 'enabled' && endpoint.disabledAt !== null ? { disabledAt: null, disabledReason: null, failingSince: null } : {}),
  ...(changes.status === 'disabled' && endpoint.disabledAt === null ? { disabledAt: now, disabledReason: 'It was disabled by hand.' } : {}),
})

/** Marks pending deliveries as failed. The deliveries can be replayed after the endpoint is enabled again. */
const withdrawDeliveries = async (tx: Tx, caller: Caller, endpointId: string): Promise<void> => {
  await deliveries.failPending(tx, caller, endpointId)
  await deliveryQueues.close(tx, endpointId)
}

export const deleteWebhookEndpoint = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  deps.db.transaction(caller, async (tx) => {
    await endpoints.remove(tx, caller, await endpoints.load(tx, caller, id), deps.clock())
    await withdrawDeliveries(tx, caller, id)
  })

/**
 * Replaces the secret. During the overlap, deliveries are signed with both the old and the new secret. If an earlier overlap is still
 * running, it ends at once, and its old secret stops working.
 */
export const rotateSecret = (deps: Deps, caller: Caller, id: string, overlapSeconds: number): Promise<WebhookEndpoint> =>
  deps.db.transaction(caller, async (tx) => {
    const endpoint = await endpoints.load(tx, caller, id)
    const now = deps.clock()
    return endpoints.save(tx, caller, endpoint, {
      ...endpoint,
      secret: secretFrom(deps.random(SECRET_BYTES)),
      previousSecret: endpoint.secret,
      previousSecretUntil: now + overlapSeconds * 1000,
      updatedAt: now,
    })
  })

export type EndpointRequest = { url?: string; event_types?: string[]; description?: string }

/** `problems` already contains the schema errors of the request. Further errors are added, and all errors are reported together. */
export const createWebhookEndpoint = async (
  deps: Deps,
  caller: Caller,
  rules: TargetRules,
  request: EndpointRequest,
  problems: Problems,
): Promise<WebhookEndpoint> => {
  if (request.url !== undefined) checkUrl(caller, rules, request.url, problems)
  problems.throwIfAny()
  const now = deps.clock()
  const endpoint: WebhookEndpoint = {
    id: deps.newId('whk'),
    version: 1,
    url: request.url!,
    description: request.description ?? null,
    eventTypes: request.event_types ?? ['*'],
    secret: secretFrom(deps.random(SECRET_BYTES)),
    previousSecret: null,
    previousSecretUntil: null,
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
    createdAt: now,
    updatedAt: now,
  }
  return deps.db.transaction(caller, async (tx) => {
    if ((await endpoints.lockAndCount(tx, caller)) >= ENDPOINTS_MAX) {
      throw new Rejection('VALIDATION_FAILED', `A business has at most ${ENDPOINTS_MAX} webhook endpoints per mode; delete one first.`)
    }
    await endpoints.insert(tx, caller, endpoint)
    return endpoint
  })
}

const checkUrl = (caller: Caller, rules: TargetRules, url: string, problems: Problems): void => {
  const target = readTarget(url, caller.mode, rules)
  if ('problem' in target) problems.add('url', target.problem)
}
