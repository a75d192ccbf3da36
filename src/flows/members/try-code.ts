// Counts wrong codes in the store, by address or by person, so that they count together whatever server and network they come from.

import { hash } from 'node:crypto'
import { afterWrongCode, mayTryFrom } from '../../domain/members/sign-in-code.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as failures from '../../store/members/sign-in-failures.ts'
import type { Deps } from '../deps.ts'

/** The key of an address or a person in the store. It is a hash, so that no addresses are stored that strangers typed. */
export const failuresKey = (kind: 'email' | 'phone' | 'confirm' | 'factor', of: string): string => hash('sha256', `${kind} ${of}`, 'hex')

const tooMany = (until: number, now: number): Rejection => {
  const retryAfterSeconds = Math.ceil((until - now) / 1000)
  return new Rejection('RATE_LIMITED', `Too many wrong codes: try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds })
}

/** A refusal is returned and not thrown, so that the count is committed. */
export type Tried = 'right' | 'wrong' | Rejection

/** Checks a code, unless wrong ones were tried too often. Counts it if it is wrong. */
export const tryCode = async (deps: Deps, tx: Tx, key: string, isRight: () => Promise<boolean>): Promise<Tried> => {
  const failed = await failures.lock(tx, key)
  const now = deps.clock()
  const until = mayTryFrom(failed)
  if (until > now) return tooMany(until, now)
  if (await isRight()) return 'right'
  await failures.save(tx, key, afterWrongCode(failed, now))
  return 'wrong'
}
