// Makes callers for staff, workers and carriers, which have no API key; reads the caller's business inside a transaction.

import { Rejection } from '../domain/values/errors.ts'
import type { Scope } from '../domain/values/scope.ts'
import type { Query, Tx } from '../platform/engine/db.ts'
import type { Author } from '../store/audit/audit.ts'
import * as businesses from '../store/businesses/businesses.ts'
import type { Caller, CurrentCaller, LockedCaller } from './deps.ts'

export const callerFor = async (db: Query, scope: Scope, { actor, requestId, at, request }: Author): Promise<Caller> => {
  const holder = await businesses.findWithClock(db, scope)
  if (!holder) throw new Rejection('NOT_FOUND', 'No such business.')
  return { businessId: scope.businessId, mode: scope.mode, ...holder, actor, requestId, at, request }
}

/** Reads the business without a lock: enough for decisions that depend on the terms alone, because they may be made just before a change. */
export const withCurrentBusiness = async (tx: Tx, caller: Caller): Promise<CurrentCaller> => ({
  ...caller,
  business: await businesses.load(tx, caller.businessId),
  isCurrent: true,
})

/**
 * Locks the business, so that its terms and time zone stay the same until the transaction ends. Call it before packages are saved, because
 * a change of terms locks the business first, too.
 */
export const withBusiness = async (tx: Tx, caller: Caller): Promise<LockedCaller> => ({
  ...caller,
  business: await businesses.loadShared(tx, caller.businessId),
  isCurrent: true,
  isLocked: true,
})
