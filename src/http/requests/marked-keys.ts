// Whatever a request commits, it marks in its Idempotency-Key in the same transaction: a lost answer leaves no doubt about what was done.

import { Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../store/engine/db.ts'
import { endingWith } from '../../store/engine/transaction.ts'
import type { Holder } from '../../store/requests/idempotency.ts'
import * as idempotency from '../../store/requests/idempotency.ts'

const RETRY_SECONDS = 1

/** The hold of a request on its key, until it is answered. */
export type Claim = { holder: Holder; key: string; owner: string; isOpen: boolean }

export const inProgress = (): Rejection => new Rejection('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: RETRY_SECONDS })

const mark = async (tx: Query, claim: Claim): Promise<void> => {
  // What goes on after the request is none of its work.
  if (!claim.isOpen || (await idempotency.markDone(tx, claim.holder, claim.key, claim.owner))) return
  // A request that took longer than its hold lasts finds the key in other hands: then nothing of it is done.
  if (claim.isOpen) throw inProgress()
}

/** What `work` starts, it does under this claim. */
export const underClaim = (claim: Claim, work: () => void): void => endingWith((tx) => mark(tx, claim), work)
