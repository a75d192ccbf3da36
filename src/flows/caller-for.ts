// Makes callers: for staff, workers and carriers, who have no API key; and with the business as it is in the transaction under way.

import type { Scope } from '../domain/businesses/business.ts'
import { Rejection } from '../domain/values/errors.ts'
import type { Author } from '../store/audit/audit.ts'
import * as businesses from '../store/businesses/businesses.ts'
import type { Query, Tx } from '../store/engine/db.ts'
import type { Caller, CurrentCaller, LockedCaller } from './deps.ts'

export const callerFor = async (db: Query, scope: Scope, { actor, requestId, at, request }: Author): Promise<Caller> => {
  const holder = await businesses.findWithClock(db, scope)
  if (!holder) throw new Rejection('NOT_FOUND', 'No such business.')
  return { businessId: scope.businessId, mode: scope.mode, ...holder, actor, requestId, at, request }
}

/** For what rests on the terms alone: a transaction that reads them just before they change has come first, and needs no lock. */
export const withCurrentBusiness = async (tx: Tx, caller: Caller): Promise<CurrentCaller> => ({
  ...caller,
  business: await businesses.load(tx, caller.businessId),
  isCurrent: true,
})

/**
 * The caller with the terms and the time zone that the business has until this transaction ends: the caller may have been read before it.
 * Sent before packages are saved: whoever changes terms or the time zone locks the business first, too.
 */
export const withBusiness = async (tx: Tx, caller: Caller): Promise<LockedCaller> => ({
  ...caller,
  business: await businesses.loadShared(tx, caller.businessId),
  isCurrent: true,
  isLocked: true,
})
