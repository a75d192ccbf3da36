// Creates a webhook endpoint.

import type { WebhookEndpoint } from '../../domain/events/webhook.ts'
import { ENDPOINTS_MAX, SECRET_BYTES } from '../../domain/events/webhook.ts'
import type { Problems } from '../../domain/values/errors.ts'
import { Rejection } from '../../domain/values/errors.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import { secretFrom } from '../../webhooks/sign.ts'
import type { TargetRules } from '../../webhooks/target.ts'
import { readTarget } from '../../webhooks/target.ts'
import type { Caller, Deps } from '../deps.ts'

export type EndpointRequest = { url?: string; event_types?: string[]; description?: string }

/** `problems` holds what the schema found wrong, so that all are reported together. */
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
  return deps.db.transaction(async (tx) => {
    if ((await endpoints.countInTurn(tx, caller)) >= ENDPOINTS_MAX) {
      throw new Rejection('VALIDATION_FAILED', `A business has at most ${ENDPOINTS_MAX} webhook endpoints per mode; delete one first.`)
    }
    await endpoints.insert(tx, caller, endpoint)
    return endpoint
  })
}

export const checkUrl = (caller: Caller, rules: TargetRules, url: string, problems: Problems): void => {
  const target = readTarget(url, caller.mode, rules)
  if ('problem' in target) problems.add('url', target.problem)
}
