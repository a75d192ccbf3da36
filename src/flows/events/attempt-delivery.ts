// One attempt of a webhook delivery: render, sign, send, and record the result.

import type { RecordedEvent } from '../../domain/events/event.ts'
import type { AttemptOutcome, Decision } from '../../domain/events/webhook.ts'
import { afterAttempt, isSuccess, signingSecrets } from '../../domain/events/webhook.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { ClaimedDelivery } from '../../store/events/delivery-queues.ts'
import * as deliveryQueues from '../../store/events/delivery-queues.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import type { Sender } from '../../webhooks/delivery-request.ts'
import { SendStopped } from '../../webhooks/delivery-request.ts'
import { signedHeaders } from '../../webhooks/sign.ts'
import type { Deps } from '../deps.ts'

/** `schedule`: the pauses between attempts, in milliseconds. */
export type Post = {
  render(scope: Scope, event: RecordedEvent): Promise<object>
  sender: Sender
  schedule: readonly number[]
}

type Claimed = ClaimedDelivery & { endpoint: NonNullable<ClaimedDelivery['endpoint']> }

const UINT32_RANGE = 2 ** 32
const ACTOR = 'webhook-deliveries'

/** Returns false if the attempt failed. */
export const attemptDelivery = async (deps: Deps, post: Post, claimed: ClaimedDelivery, stop: AbortSignal): Promise<boolean> => {
  if (!isClaimed(claimed)) {
    await dropQueue(deps, claimed)
    return true
  }
  const attemptedAt = deps.clock()
  let outcome: AttemptOutcome
  try {
    outcome = await sendTo(deps, post, claimed, attemptedAt, stop)
  } catch (error) {
    if (!(error instanceof SendStopped)) throw error
    // The request was stopped because the server is shutting down. The delivery is due again at once, for another server or for this server
    // after its restart.
    await deps.db.transaction(SYSTEM, (tx) => deliveryQueues.giveBack(tx, claimed.delivery, claimed.token, deps.queueClock()))
    return true
  }
  await deps.db.transaction(SYSTEM, (tx) => settle(deps, tx, post, claimed, attemptedAt, outcome))
  return isSuccess(outcome)
}

const isClaimed = (claimed: ClaimedDelivery): claimed is Claimed => claimed.endpoint !== null

/**
 * Marks the pending deliveries of an endpoint as failed. Called if the endpoint was disabled or deleted while a delivery was being queued.
 */
const dropQueue = (deps: Deps, { scope, delivery, token }: ClaimedDelivery): Promise<void> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    await deliveries.failPending(tx, scope, delivery.endpointId)
    await deliveryQueues.giveBack(tx, delivery, token, deps.queueClock())
  })

const sendTo = async (
  deps: Deps,
  post: Post,
  { scope, endpoint, event }: Claimed,
  atMs: number,
  stop: AbortSignal,
): Promise<AttemptOutcome> => {
  let body: string
  try {
    body = JSON.stringify(await post.render(scope, event))
  } catch (error) {
    deps.report('webhook event could not be rendered', { event: event.id, reason: (error as Error).message })
    return {
      responseStatus: null,
      error: 'The event could not be rendered. The operator was notified.',
      responseExcerpt: null,
      retryAfter: null,
      durationMs: 0,
    }
  }
  const headers = signedHeaders({ id: event.id, atMs, body }, signingSecrets(endpoint, atMs))
  return post.sender.send({ url: endpoint.url, mode: scope.mode, headers, body }, stop)
}

const settle = async (
  deps: Deps,
  tx: Tx,
  { schedule }: Post,
  { scope, endpoint, delivery, token }: Claimed,
  attemptedAt: number,
  outcome: AttemptOutcome,
): Promise<void> => {
  const [now, endedAt] = [deps.queueClock(), deps.clock()]
  // `failingSince` is read under a lock, because other deliveries to the endpoint may have succeeded or failed during this attempt.
  const failingSince = isSuccess(outcome) ? null : await endpoints.lockFailingSince(tx, scope, endpoint.id)
  const decision = afterAttempt({ attempts: delivery.attempts, failingSince, schedule }, outcome, now, drawShare(deps))
  if (decision.disable !== null) await disable(deps, tx, scope, endpoint.id, decision.disable, endedAt)
  // All writers lock endpoint, delivery and queue in this order, to avoid deadlocks.
  await Promise.all([
    noteHealth(tx, scope, endpoint.id, decision),
    deliveries.saveDecision(tx, scope, delivery.id, decision, endedAt),
    deliveries.addAttempt(tx, scope, delivery.id, attemptedAt, outcome),
    deliveryQueues.giveBack(tx, delivery, token, decision.nextAttemptAt ?? now),
  ])
}

const drawShare = (deps: Deps): number => {
  const { buffer, byteOffset } = deps.random(Uint32Array.BYTES_PER_ELEMENT)
  return new DataView(buffer, byteOffset).getUint32(0) / UINT32_RANGE
}

const noteHealth = (tx: Tx, scope: Scope, endpointId: string, { failingSince }: Decision): Promise<void> =>
  failingSince === null ? endpoints.clearFailing(tx, scope, endpointId) : endpoints.setFailingSince(tx, scope, endpointId, failingSince)

/** Disables the endpoint and marks all its pending deliveries as failed, including the current delivery. */
const disable = async (deps: Deps, tx: Tx, scope: Scope, endpointId: string, reason: string, now: number): Promise<void> => {
  const worker = { ...scope, actor: ACTOR, requestId: `${ACTOR}-${now}`, at: now }
  if (!(await endpoints.disableIfEnabled(tx, worker, endpointId, reason, now))) return
  await deliveries.failPending(tx, scope, endpointId)
  await deliveryQueues.close(tx, endpointId)
  tx.afterCommit(() => deps.report('webhook endpoint disabled', { endpoint: endpointId, reason }))
}
