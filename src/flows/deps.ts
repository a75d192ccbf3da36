// Dependencies of every flow: store, clock, randomness, carriers, and the caller.

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
  /** Outside carriers that are switched on. Only live mode uses them. */
  carriers: readonly RemoteCarrier[]
  purchaseTimeouts: PurchaseTimeouts
  /** The payment providers of the two modes, which have their own accounts. Absent if switched off. */
  paymentProviders: Partial<Record<Mode, PaymentProvider>>
  /** The providers that send messages. Only live mode uses them. Absent if switched off. */
  channels: Partial<Record<ChannelKind, Channel>>
  /** Logs a message for the operator. Clients do not get the message. */
  report(what: string, details: object): void
}

type PurchaseTimeouts = {
  /** The time from opening a purchase until another server may look it up. */
  buyLeaseMs: number
  /** How long look-ups must find nothing before a purchase without an answer counts as not bought. */
  cleanLooksMs: number
}

/** A business in a mode, and the person or program that acts for it in one request. In test mode, its clock may be moved. */
export type Caller = Scope & Author & { business: Business; clockOffsetMs: number }

/** A caller whose business was read inside the current transaction. */
export type CurrentCaller = Caller & { readonly isCurrent: true }

/** A caller whose business is locked until the current transaction ends. */
export type LockedCaller = CurrentCaller & { readonly isLocked: true }

export const nowFor = (deps: Deps, caller: Caller): number => deps.clock() + caller.clockOffsetMs

/**
 * The time at which cards, exchange rates and markups are looked up. A test clock that runs ahead must not reveal scheduled prices, so
 * this time is never in the future. Terms of storage and billing follow the test clock, because the business knows them.
 */
export const pricedAt = (deps: Deps, now: number): number => Math.min(now, deps.clock())

export const newCode = (deps: Deps, kind: CodeKind): string => makeCode(kind, deps.random(CODE_RANDOM_BYTES))

export const callerFor = async (db: Query, scope: Scope, { actor, requestId, at, request, seen = null }: Author): Promise<Caller> => {
  const holder = await businesses.findWithClock(db, scope)
  if (!holder) throw new Rejection('NOT_FOUND', 'No such business.')
  return { businessId: scope.businessId, mode: scope.mode, ...holder, actor, requestId, at, request, seen }
}

/**
 * Reads the business without a lock. This is enough for a decision that depends on the terms alone: if they change concurrently, the
 * decision counts as made just before the change.
 */
export const withCurrentBusiness = async (tx: Tx, caller: Caller): Promise<CurrentCaller> => ({
  ...caller,
  business: await businesses.load(tx, caller.businessId),
  isCurrent: true,
})

/**
 * Locks the business, so that its terms and time zone stay the same until the transaction ends. Call it before packages are saved, because
 * a change of terms locks in the same order, which avoids deadlocks.
 */
export const withBusiness = async (tx: Tx, caller: Caller): Promise<LockedCaller> => ({
  ...caller,
  business: await businesses.loadShared(tx, caller.businessId),
  isCurrent: true,
  isLocked: true,
})
