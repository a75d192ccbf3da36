// Adds the endpoint, the business and the latest attempt to failing webhook deliveries.

import type { Business } from '../../domain/businesses/business.ts'
import type { WebhookEndpoint } from '../../domain/events/webhook.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { Attempt } from '../../store/events/webhook-deliveries.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'

/**
 * `endpoint`: null if the endpoint was deleted. `lastAttempt`: null if no attempt was made, because the endpoint was disabled before the
 * first attempt.
 */
export type FailureContext = { business: Business; endpoint: WebhookEndpoint | null; lastAttempt: Attempt | null }

type Failing = { scope: Scope; endpointId: string; deliveryId: string }

/** Adds business, endpoint and latest attempt to each delivery. The order stays the same. Needs three reads per business and mode. */
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
