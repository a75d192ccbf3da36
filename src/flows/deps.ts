// Dependencies of every flow, such as the store, clock, randomness and carriers. Also defines the caller for whom a flow runs.

import type { RemoteCarrier } from '../carriers/carrier.ts'
import type { Business } from '../domain/businesses/business.ts'
import type { CodeKind } from '../domain/values/codes.ts'
import { CODE_RANDOM_BYTES, makeCode } from '../domain/values/codes.ts'
import { Rejection } from '../domain/values/errors.ts'
import type { IdPrefix } from '../domain/values/ids.ts'
import type { Mode, Scope } from '../domain/values/scope.ts'
import type { Channel, ChannelKind } from '../messages/channel.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import type { Db, Query, Tx } from '../platform/engine/db.ts'
import type { Author } from '../store/audit/audit.ts'
import * as businesses from '../store/businesses/businesses.ts'

export type Deps = {
  db: Db
  /** The time of the machine's clock, in epoch milliseconds. */
  clock(): number
  /** Milliseconds since an arbitrary moment, for measuring durations. */
  monotonic(): number
  /** Epoch milliseconds for leases and queues. All servers of one store agree on this time. */
  queueClock(): number
  random(bytes: number): Uint8Array
  newId(prefix: IdPrefix): string
  /** External carriers that are switched on. Only live mode uses these carriers. */
  carriers: readonly RemoteCarrier[]
  purchaseTimeouts: PurchaseTimeouts
  /**
   * Payment provider of each mode. Test mode and live mode use separate accounts. A mode is absent if payments are switched off for that
   * mode.
   */
  paymentProviders: Partial<Record<Mode, PaymentProvider>>
  /** The provider of each channel. Only live mode uses the providers. A channel that is switched off is absent. */
  channels: Partial<Record<ChannelKind, Channel>>
  /** Logs a message for the operator. Clients do not get the message. */
  report(what: string, details: object): void
}

type PurchaseTimeouts = {
  /**
   * How long a carrier purchase belongs to the server that started it. After this time, another server may look the purchase up at the
   * carrier.
   */
  buyLeaseMs: number
  /**
   * A purchase without an answer is looked up at the carrier. If the look-ups find nothing for this long, the purchase counts as not made.
   */
  cleanLooksMs: number
}

/**
 * A business in test or live mode, and the person or program that acts for the business in one request. `clockOffsetMs`: how far the test
 * clock of the business was moved.
 */
export type Caller = Scope & Author & { business: Business; clockOffsetMs: number }

/** A caller whose business was read inside the current transaction. */
export type CurrentCaller = Caller & { readonly isCurrent: true }

/** A caller whose business is locked until the current transaction ends. */
export type LockedCaller = CurrentCaller & { readonly isLocked: true }

export const nowFor = (deps: Deps, caller: Caller): number => deps.clock() + caller.clockOffsetMs

/**
 * The time for which rate cards, exchange rates and markups are looked up. Never in the future: a test clock that runs ahead must not
 * reveal scheduled prices.
 */
export const pricedAt = (deps: Deps, now: number): number => Math.min(now, deps.clock())

export const newCode = (deps: Deps, kind: CodeKind): string => makeCode(kind, deps.random(CODE_RANDOM_BYTES))

export const callerFor = async (db: Query, scope: Scope, { actor, requestId, at, request, seen = null }: Author): Promise<Caller> => {
  const holder = await businesses.findWithClock(db, scope)
  if (!holder) throw new Rejection('NOT_FOUND', 'No such business.')
  return { businessId: scope.businessId, mode: scope.mode, ...holder, actor, requestId, at, request, seen }
}

/**
 * Reads the business without a lock. Use this for decisions that depend only on the terms of the business. If the terms change at the same
 * time, the decision may still use the old terms.
 */
export const withCurrentBusiness = async (tx: Tx, caller: Caller): Promise<CurrentCaller> => ({
  ...caller,
  business: await businesses.load(tx, caller.businessId),
  isCurrent: true,
})

/**
 * Locks the business: its terms and time zone cannot change until the transaction ends. To avoid deadlocks, call this before packages are
 * saved: a change of terms also locks the business first.
 */
export const withBusiness = async (tx: Tx, caller: Caller): Promise<LockedCaller> => ({
  ...caller,
  business: await businesses.loadShared(tx, caller.businessId),
  isCurrent: true,
  isLocked: true,
})
