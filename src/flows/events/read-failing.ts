// Failing webhook deliveries with their endpoint, business and latest attempt: one by one, or gathered per endpoint.

import type { Business } from '../../domain/businesses/business.ts'
import type { WebhookEndpoint } from '../../domain/events/webhook.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { Attempt } from '../../store/events/webhook-deliveries.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'

/**
 * `endpoint` is null if it was deleted. `lastAttempt` is null if the delivery was given up before its first attempt, because its endpoint
 * was disabled.
 */
export type FailureContext = { business: Business; endpoint: WebhookEndpoint | null; lastAttempt: Attempt | null }

type Failing = { scope: Scope; endpointId: string; deliveryId: string }

/** Adds the context to deliveries, and keeps their order. Needs three reads per business and mode. */
export const withContext = async <T extends Failing>(db: Query, found: readonly T[]): Promise<(T & FailureContext)[]> => {
  const groups = Map.groupBy(found, ({ scope }) => `${scope.businessId} ${scope.mode}`)
  const contexts = await Promise.all(
    [...groups.values()].map(async (group) => {
      const { scope } = group[0]!
      const [business, ofGroup, attempts] = await Promise.all([
        businesses.find(db, scope.businessId),
        endpoints.ofIds(db, scope, [...new Set(group.map(({ endpointId }) => endpointId))]),
        deliveries.lastAttempts(
          db,
          scope,
          group.map(({ deliveryId }) => deliveryId),
        ),
      ])
      const byId = new Map(ofGroup.map((endpoint) => [endpoint.id, endpoint]))
      return group.map((failing) => ({
        ...failing,
        business: business!,
        endpoint: byId.get(failing.endpointId) ?? null,
        lastAttempt: attempts.get(failing.deliveryId) ?? null,
      }))
    }),
  )
  const byDelivery = new Map(contexts.flat().map((each) => [each.deliveryId, each]))
  return found.map(({ deliveryId }) => byDelivery.get(deliveryId)!)
}
