// One-time sign-in codes, stored as keyed digests. The codes of an address are found by a key made from the address.

import { CODE_TRIES_MAX } from '../../domain/members/sign-in-code.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { countRows, insert as insertRows } from '../../platform/engine/rows.ts'

const placeOf = (id: string) => ({ businessId: '', mode: '', objectId: id, column: 'code_digest' })

export const insert = async (
  tx: Tx,
  addressKey: string,
  code: { id: string; code: string; now: number; expiresAt: number },
): Promise<void> => {
  const { id, now, expiresAt } = code
  const row = { id, address_key: addressKey, code_digest: tx.secrets.digest(placeOf(id), code.code), tries: 0, created_at: now }
  await insertRows(tx, 'sign_in_codes', [{ ...row, expires_at: expiresAt }])
}

const VALID = 'address_key = $1 and expires_at > $2 and tries < $3'

/** Counts the valid codes of an address: codes that have not expired and were not tried too often. */
export const countValid = (db: Query, addressKey: string, now: number): Promise<number> =>
  countRows(db, `sign_in_codes where ${VALID}`, [addressKey, now, CODE_TRIES_MAX])

/** Whether `code` is one of the valid codes of this address. */
export const isRight = async (db: Query, addressKey: string, code: string, now: number): Promise<boolean> => {
  const rows = await db.query<{ id: string; code_digest: string }>(`select id, code_digest from sign_in_codes where ${VALID} order by id`, [
    addressKey,
    now,
    CODE_TRIES_MAX,
  ])
  return rows.filter(({ id, code_digest }) => db.secrets.check(placeOf(id), code, code_digest) === 'fits').length > 0
}

export const countTry = async (tx: Tx, addressKey: string): Promise<void> => {
  await tx.execute('update sign_in_codes set tries = tries + 1 where address_key = $1', [addressKey])
}

/** Deletes all codes of an address. Call this after a correct code was entered, because a code works only once. */
export const forget = async (tx: Tx, addressKey: string): Promise<void> => {
  await tx.execute('delete from sign_in_codes where address_key = $1', [addressKey])
}

export const prune = async (tx: Tx, now: number): Promise<void> => {
  await tx.execute('delete from sign_in_codes where expires_at <= $1', [now])
}
