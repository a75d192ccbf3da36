// How the store began: whether it was empty, and the key of its secrets. The audit trail records it.

import type { Query, Tx } from '../engine/db.ts'
import type { Columns } from '../engine/rows.ts'
import type { DigestCheck, Secrets } from '../engine/secrets.ts'
import { isKeyed } from '../engine/secrets.ts'
import type { Author } from './audit.ts'
import { changeRecorded, insertRecorded } from './audited-rows.ts'
import { AUDITED_TABLES } from './audited-tables.ts'

/** A seal up to which records are believed without a MAC under the key: `number` 0 where none are. */
export type TrustedSeal = { number: number; hash: string }

export type Origin = {
  /** How many audited rows were there already when the trail was begun; 0 says that every object has records from its first version. */
  rowsBefore: number
  secretKeyId: string | null
  createdAt: number
  /** Null where records have no MACs: there is no key, or the store was made by an earlier version and not opened by this one yet. */
  trusted: TrustedSeal | null
  mac: string | null
}

type OriginRow = {
  rows_before: number
  secret_key_id: string | null
  created_at: number
  trusted_seal: number | null
  trusted_seal_sum: string | null
  mac: string | null
}

const ID = 'store'
const PLACE = { businessId: '', mode: '', objectId: ID, column: 'origin' }

export const find = async (db: Pick<Query, 'query'>): Promise<Origin | null> => {
  const [row] = await db.query<OriginRow>('select * from store_origin')
  if (!row) return null
  const trusted = row.trusted_seal === null ? null : { number: row.trusted_seal, hash: row.trusted_seal_sum ?? '' }
  return { rowsBefore: row.rows_before, secretKeyId: row.secret_key_id, createdAt: row.created_at, trusted, mac: row.mac }
}

type Account = Omit<Origin, 'mac'>

const textOf = ({ rowsBefore, secretKeyId, createdAt, trusted }: Account): string =>
  JSON.stringify([rowsBefore, secretKeyId, createdAt, trusted && [trusted.number, trusted.hash]])

/** Whether somebody with the key gave this account of the store. */
export const checkOrigin = (secrets: Secrets, { mac, ...account }: Origin): DigestCheck =>
  mac !== null && isKeyed(mac) ? secrets.check(PLACE, textOf(account), mac) : 'differs'

const toRow = ({ secrets }: Query, account: Account): Columns => ({
  rows_before: account.rowsBefore,
  secret_key_id: account.secretKeyId,
  created_at: account.createdAt,
  trusted_seal: account.trusted?.number ?? null,
  trusted_seal_sum: account.trusted?.hash ?? null,
  mac: account.trusted === null ? null : secrets.digest(PLACE, textOf(account)),
})

export const insert = (tx: Tx, author: Author, account: Account): Promise<void> =>
  insertRecorded(tx, author, 'store', { id: ID, ...toRow(tx, account) })

export const replace = async (tx: Tx, author: Author, account: Account): Promise<void> => {
  await changeRecorded(tx, author, 'store', { id: ID }, () => toRow(tx, account))
}

/** What the trail says that the store once was, whatever its row says today. */
export type OriginHistory = { isBegun: boolean; keyId: string | null; isTrusted: boolean }

export const history = async (tx: Pick<Query, 'query'>): Promise<OriginHistory> => {
  const rows = await tx.query<{ changes: string }>(`select changes from audit_records where object_id = '${ID}' order by version`)
  const states = rows.map(({ changes }) => JSON.parse(changes) as Record<string, unknown>)
  const keyId = states.findLast((changes) => typeof changes.secret_key_id === 'string')?.secret_key_id ?? null
  return { isBegun: states.length > 0, keyId: keyId as string | null, isTrusted: states.some(({ trusted_seal }) => trusted_seal != null) }
}

/** Whether records were made under a key that the origin does not speak of: an account of the store without MACs is then a forgery. */
export const isBelied = async (db: Pick<Query, 'query'>, { secretKeyId, trusted }: Origin): Promise<boolean> => {
  if (trusted !== null) return false
  // Digests were under a key before records had MACs. Quotes in a text are escaped in the JSON: no text can look like a digest.
  const isKeyed = secretKeyId === null ? `mac is not null or changes like '%_digest":"hmac1:%'` : 'mac is not null'
  return (await db.query(`select version from audit_records where ${isKeyed} limit 1`)).length > 0
}

export const countAudited = async (tx: Pick<Query, 'query'>): Promise<number> => {
  let rows = 0
  for (const { table } of Object.values(AUDITED_TABLES)) {
    const [counted] = await tx.query<{ count: number }>(`select count(*) as count from ${table}`)
    rows += counted!.count
  }
  return rows
}
