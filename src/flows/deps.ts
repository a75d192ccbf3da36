// Dependencies of every flow: store, clock, randomness, carriers, and the caller.

import type { RemoteCarrier } from '../carriers/carrier.ts'
import type { Business, Mode, Scope } from '../domain/businesses/business.ts'
import type { CodeKind } from '../domain/values/codes.ts'
import { CODE_RANDOM_BYTES, makeCode } from '../domain/values/codes.ts'
import type { IdPrefix } from '../domain/values/ids.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import type { Author } from '../store/audit/audit.ts'
import type { Db } from '../store/engine/db.ts'

export type Deps = {
  db: Db
  /** The machine's clock, epoch milliseconds. */
  clock(): number
  /** For measuring durations: milliseconds since an arbitrary moment. */
  monotonic(): number
  /** For leases and queues, epoch milliseconds: all servers of one store agree on it. */
  queueClock(): number
  random(bytes: number): Uint8Array
  newId(prefix: IdPrefix): string
  /** Outside carriers that are switched on, for live mode. */
  carriers: readonly RemoteCarrier[]
  purchaseTimeouts: PurchaseTimeouts
  /** Each mode has an account of its own at the provider; none where it is switched off. */
  paymentProviders: Partial<Record<Mode, PaymentProvider>>
  /** What the operator should know of and no client is told. */
  report(what: string, details: object): void
}

/** How long outside carriers are given. */
type PurchaseTimeouts = {
  /** From the opening of a purchase until somebody else may look it up. */
  buyLeaseMs: number
  /** How long look-ups must find nothing before a purchase that was cut off counts as not bought. */
  cleanLooksMs: number
}

/** Who is asking: a business in a mode, through a key, in one request. In test mode its clock may be moved. */
export type Caller = Scope & Author & { business: Business; clockOffsetMs: number }

/** A caller whose business was read in the transaction under way, not before it. */
export type CurrentCaller = Caller & { readonly isCurrent: true }

/** A caller whose business stays as it was read until the transaction under way ends. */
export type LockedCaller = CurrentCaller & { readonly isLocked: true }

export const nowFor = (deps: Deps, caller: Caller): number => deps.clock() + caller.clockOffsetMs

/**
 * Whose prices count at a moment of somebody's clock. A test clock that is ahead shows none of the cards, exchange rates and markups that
 * are only scheduled: they are the operator's own until they are in force. The terms of storage and billing were agreed with the business
 * itself, which may try them beforehand.
 */
export const pricedAt = (deps: Deps, now: number): number => Math.min(now, deps.clock())

export const newCode = (deps: Deps, kind: CodeKind): string => makeCode(kind, deps.random(CODE_RANDOM_BYTES))
