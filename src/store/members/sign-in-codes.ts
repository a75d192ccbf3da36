// One-time codes by address, stored as keyed digests, and how many wrong ones were tried.

import { hash } from 'node:crypto'
import type { SignInFailures } from '../../domain/members/sign-in-code.ts'
import { CODE_TRIES_MAX, FAILURES_KEPT_MS } from '../../domain/members/sign-in-code.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'

/** The key of an address in these tables. It is a hash, because anybody may type the address of anybody. */
export const addressHash = (address: string): string => hash('sha256', address, 'hex')

const placeOf = (id: string) => ({ businessId: '', mode: '', objectId: id, column: 'code_digest' })

type FailuresRow = { failures: number; failed_at: number }

/** Locks an address until the transaction ends, whether or not it belongs to a person. */
export const lockAddress = async (tx: Tx, addressKey: string): Promise<SignInFailures> => {
  const [row] = await tx.query<FailuresRow>(
    `insert into sign_in_failures (address_key, failures, failed_at) values ($1, 0, 0)
     on conflict (address_key) do update set address_key = excluded.address_key returning failures, failed_at`,
    [addressKey],
  )
  return { failures: row!.failures, failedAt: row!.failed_at }
}

export const saveFailures = async (tx: Tx, addressKey: string, { failures, failedAt }: SignInFailures): Promise<void> => {
  await tx.execute('update sign_in_failures set failures = $2, failed_at = $3 where address_key = $1', [addressKey, failures, failedAt])
}

export const insert = async (
  tx: Tx,
  addressKey: string,
  code: { id: string; code: string; now: number; expiresAt: number },
): Promise<void> => {
  const { id, now, expiresAt } = code
  const row = { id, address_key: addressKey, code_digest: tx.secrets.digest(placeOf(id), code.code), tries: 0, created_at: now }
  await insertRows(tx, 'sign_in_codes', [{ ...row, expires_at: expiresAt }])
}

export const countValid = async (db: Query, addressKey: string, now: number): Promise<number> => {
  const sql = 'select count(*) as codes from sign_in_codes where address_key = $1 and expires_at > $2'
  return (await db.query<{ codes: number }>(sql, [addressKey, now]))[0]!.codes
}

/** Whether this is one of the address's codes that are still valid and were not tried too often. */
export const isRight = async (db: Query, addressKey: string, code: string, now: number): Promise<boolean> => {
  const rows = await db.query<{ id: string; code_digest: string }>(
    'select id, code_digest from sign_in_codes where address_key = $1 and expires_at > $2 and tries < $3 order by id',
    [addressKey, now, CODE_TRIES_MAX],
  )
  return rows.filter(({ id, code_digest }) => db.secrets.check(placeOf(id), code, code_digest) === 'fits').length > 0
}

export const countTry = async (tx: Tx, addressKey: string): Promise<void> => {
  await tx.execute('update sign_in_codes set tries = tries + 1 where address_key = $1', [addressKey])
}

/** Deletes the codes and the failures of an address. Call after a right code, which works once. */
export const forget = async (tx: Tx, addressKey: string): Promise<void> => {
  await tx.execute('delete from sign_in_codes where address_key = $1', [addressKey])
  await tx.execute('update sign_in_failures set failures = 0 where address_key = $1', [addressKey])
}

/** Deletes expired codes, and failures that no longer count. */
export const prune = async (tx: Tx, now: number): Promise<void> => {
  await tx.execute('delete from sign_in_codes where expires_at <= $1', [now])
  await tx.execute(
    'delete from sign_in_failures where failed_at <= $1 and not exists (select 1 from sign_in_codes where sign_in_codes.address_key = sign_in_failures.address_key)',
    [now - FAILURES_KEPT_MS],
  )
}
