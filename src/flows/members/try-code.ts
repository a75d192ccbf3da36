// Counts wrong codes per address or person. The counts are in the store, so attempts on any server and from any network are added up.

import { hash } from 'node:crypto'
import { afterWrongCode, mayTryFrom } from '../../domain/members/sign-in-code.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as failures from '../../store/members/sign-in-failures.ts'
import type { Deps } from '../deps.ts'

/**
 * The key under which the wrong codes of an address or a person are counted. The key is a hash, so that addresses typed by strangers are
 * not stored.
 */
export const failuresKey = (kind: 'email' | 'phone' | 'confirm' | 'factor', of: string): string => hash('sha256', `${kind} ${of}`, 'hex')

const tooMany = (until: number, now: number): Rejection => {
  const retryAfterSeconds = Math.ceil((until - now) / 1000)
  return new Rejection('RATE_LIMITED', `Too many wrong codes: try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds })
}

/** The result of trying a code. The refusal after too many wrong codes is returned, not thrown, so that the transaction is committed. */
export type Tried = 'right' | 'wrong' | Rejection

/** Checks a code, and counts it if it is wrong. After too many wrong codes, returns a refusal without checking the code. */
export const tryCode = async (deps: Deps, tx: Tx, key: string, isRight: () => Promise<boolean>): Promise<Tried> => {
  const failed = await failures.lock(tx, key)
  const now = deps.clock()
  const until = mayTryFrom(failed)
  if (until > now) return tooMany(until, now)
  if (await isRight()) return 'right'
  await failures.save(tx, key, afterWrongCode(failed, now))
  return 'wrong'
}
