// How many wrong codes were entered for an address or by a person. The rows are found by a hashed key.

import type { SignInFailures } from '../../domain/members/sign-in-code.ts'
import { FAILURES_KEPT_MS } from '../../domain/members/sign-in-code.ts'
import type { Tx } from '../../platform/engine/db.ts'

type FailuresRow = { failures: number; failed_at: number }

/**
 * Locks the row of a key until the transaction ends, and returns the count. Creates a missing row, so that unknown addresses behave like
 * known addresses.
 */
export const lock = async (tx: Tx, key: string): Promise<SignInFailures> => {
  const [row] = await tx.query<FailuresRow>(
    `insert into sign_in_failures (address_key, failures, failed_at) values ($1, 0, 0)
     on conflict (address_key) do update set address_key = excluded.address_key returning failures, failed_at`,
    [key],
  )
  return { failures: row!.failures, failedAt: row!.failed_at }
}

export const save = async (tx: Tx, key: string, { failures, failedAt }: SignInFailures): Promise<void> => {
  await tx.execute('update sign_in_failures set failures = $2, failed_at = $3 where address_key = $1', [key, failures, failedAt])
}

/** Resets the count to zero. Call this after a correct code was entered. */
export const forget = async (tx: Tx, key: string): Promise<void> => {
  await tx.execute('update sign_in_failures set failures = 0 where address_key = $1', [key])
}

/** Deletes counts whose last wrong code is older than `FAILURES_KEPT_MS`. The count of an address that still has a code is kept. */
export const prune = async (tx: Tx, now: number): Promise<void> => {
  await tx.execute(
    'delete from sign_in_failures where failed_at <= $1 and not exists (select 1 from sign_in_codes where sign_in_codes.address_key = sign_in_failures.address_key)',
    [now - FAILURES_KEPT_MS],
  )
}
