// Sends a test event to one endpoint.

import type { RecordedEvent } from '../../domain/events/event.ts'
import { endpointTested } from '../../domain/events/event.ts'
import type { Delivery, WebhookEndpoint } from '../../domain/events/webhook.ts'
import { Rejection } from '../../domain/values/errors.ts'
import * as events from '../../store/events/events.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { newDelivery, queueDeliveries } from './record-events.ts'

export const testWebhookEndpoint = (deps: Deps, caller: Caller, id: string): Promise<Delivery> =>
  deps.db.transaction(caller, async (tx) => {
    const endpoint = await endpoints.load(tx, caller, id)
    requireEnabled(endpoint)
    const record: RecordedEvent = {
      id: deps.newId('evt'),
      event: endpointTested(endpoint),
      surroundings: {},
      happenedAt: nowFor(deps, caller),
      recordedAt: deps.clock(),
    }
    await events.append(tx, caller, [record], caller)
    // Deliveries of one object wait for each other. With its own object, a test that is being retried does not block the next one.
    const delivery = { ...newDelivery(deps, id, record), objectId: record.id }
    await queueDeliveries(deps, tx, caller, [delivery])
    return delivery
  })

export const requireEnabled = (endpoint: WebhookEndpoint): void => {
  if (endpoint.disabledAt !== null) {
    throw new Rejection('INVALID_TRANSITION', 'The webhook endpoint is disabled; set its status to enabled first.')
  }
}
