// Replays one delivery, or the events that an endpoint missed in a time range. Also sends test events.

import type { RecordedEvent } from '../../domain/events/event.ts'
import { endpointTested } from '../../domain/events/event.ts'
import type { Delivery, WebhookEndpoint } from '../../domain/events/webhook.ts'
import { isWanted } from '../../domain/events/webhook.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as deliveryQueues from '../../store/events/delivery-queues.ts'
import type { EventForEndpoint } from '../../store/events/events.ts'
import * as events from '../../store/events/events.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { deliveryOf, newDelivery, queueDeliveries } from './record-events.ts'

/** Maximum number of events that one request examines. If there are more events, the answer says where to continue. */
const REPLAY_EVENTS_MAX = 10_000
const EVENTS_AT_ONCE = 250

export const replayDelivery = (deps: Deps, caller: Caller, id: string): Promise<Delivery> =>
  deps.db.transaction(caller, async (tx) => {
    const delivery = await deliveries.load(tx, caller, id)
    requireEnabled(await endpoints.load(tx, caller, delivery.endpointId))
    await restart(deps, tx, caller, [delivery])
    return deliveries.load(tx, caller, id)
  })

export type ReplayRange = { endpointId: string; since: number; until: number; includeDelivered: boolean }
type Replayed = { replayed: number; continueSince: number | null }

/**
 * Replays the events of a time range, oldest first. Pending deliveries are skipped. Deliveries that succeeded are replayed only if
 * `includeDelivered` is set.
 */
export const replayRange = async (deps: Deps, caller: Caller, range: ReplayRange): Promise<Replayed> => {
  requireEnabled(await endpoints.load(deps.db, caller, range.endpointId))
  // An empty ID sorts before the ID of every event.
  let after = { recordedAt: range.since, id: '' }
  let replayed = 0
  for (let seen = 0; seen < REPLAY_EVENTS_MAX; seen += EVENTS_AT_ONCE) {
    const found = await events.rangeForEndpoint(deps.db, caller, range.endpointId, { after, until: range.until, limit: EVENTS_AT_ONCE })
    replayed += await replayEvents(deps, caller, range, found)
    const last = found.at(-1)
    if (!last || found.length < EVENTS_AT_ONCE) return { replayed, continueSince: null }
    after = last
  }
  return { replayed, continueSince: after.recordedAt }
}

const replayEvents = (deps: Deps, caller: Caller, range: ReplayRange, found: readonly EventForEndpoint[]): Promise<number> =>
  deps.db.transaction(caller, async (tx) => {
    const endpoint = await endpoints.load(tx, caller, range.endpointId)
    const again = found.filter(({ status }) => status === 'failed' || (range.includeDelivered && status === 'delivered'))
    const missed = found.filter(({ deliveryId, type }) => deliveryId === null && isWanted(endpoint, type))
    await restart(
      deps,
      tx,
      caller,
      again.map(({ deliveryId, objectId }) => ({ id: deliveryId!, endpointId: endpoint.id, objectId })),
    )
    await queueDeliveries(
      deps,
      tx,
      caller,
      missed.map((event) => deliveryOf(deps, endpoint.id, event)),
    )
    return again.length + missed.length
  })

type Restarted = Pick<Delivery, 'id' | 'objectId'> & { endpointId: WebhookEndpoint['id'] }

const restart = async (deps: Deps, tx: Tx, caller: Caller, chosen: readonly Restarted[]): Promise<void> => {
  if (chosen.length === 0) return
  await deliveries.restart(
    tx,
    caller,
    chosen.map(({ id }) => id),
  )
  await deliveryQueues.open(tx, caller, chosen, deps.queueClock(), true)
  tx.afterCommit(() => deps.db.announce(deliveryQueues.DELIVERIES_DUE))
}

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
    // Each test event gets its own object ID. Deliveries with the same object ID wait for each other, and a failed test must not delay the
    // next test.
    const delivery = { ...newDelivery(deps, id, record), objectId: record.id }
    await queueDeliveries(deps, tx, caller, [delivery])
    return delivery
  })

const requireEnabled = (endpoint: WebhookEndpoint): void => {
  if (endpoint.disabledAt !== null) {
    throw new Rejection('INVALID_TRANSITION', 'The webhook endpoint is disabled; set its status to enabled first.')
  }
}
