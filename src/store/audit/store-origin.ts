// The origin of the store: when the audit trail began, which key encrypts the secrets, and the seal after which records need a MAC.

import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { countRows } from '../../platform/engine/rows.ts'
import type { DigestCheck, Secrets } from '../../platform/engine/secrets.ts'
import { isKeyed } from '../../platform/engine/secrets.ts'
import type { Author } from './audit.ts'
import { changeRecorded, insertRecorded } from './audited-rows.ts'
import { AUDITED_TABLES } from './audited-tables.ts'

/**
 * The records of this seal and of all earlier seals are trusted without a MAC made with the current key. `number` is 0 if every record
 * needs a MAC.
 */
export type TrustedSeal = { number: number; hash: string }

export type Origin = {
  /** The number of audited rows when the trail began. Above 0 only in stores that version 0.1 created. */
  rowsBefore: number
  secretKeyId: string | null
  createdAt: number
  /** Null if the store has no key, because records then have no MACs. */
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

/** Checks the MAC of the origin. A missing MAC counts as a wrong MAC. */
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

export type OriginHistory = { isBegun: boolean; keyId: string | null }

/** Whether the store's origin has audit records, and the id of the last key that the records name. */
export const history = async (tx: Pick<Query, 'query'>): Promise<OriginHistory> => {
  const rows = await tx.query<{ changes: string }>(`select changes from audit_records where object_id = '${ID}' order by version`)
  const keyIds = rows.map(({ changes }) => JSON.parse(changes).secret_key_id).filter((keyId) => typeof keyId === 'string')
  return { isBegun: rows.length > 0, keyId: keyIds.at(-1) ?? null }
}

/** Whether the origin says that the store has no key. Audit records then have no MACs. */
export const isUnkeyed = ({ secretKeyId, trusted, mac }: Origin): boolean => secretKeyId === null && trusted === null && mac === null

/**
 * Whether any audit record has a MAC or a keyed digest. If so, an origin without a key is forged. The searched text occurs only in digests,
 * because JSON escapes the quotes in other values.
 */
export const hasKeyedRecords = async (db: Pick<Query, 'query'>): Promise<boolean> =>
  (await db.query(`select version from audit_records where mac is not null or changes like '%_digest":"hmac1:%' limit 1`)).length > 0

export const countAudited = async (tx: Pick<Query, 'query'>): Promise<number> => {
  let rows = 0
  for (const { table } of Object.values(AUDITED_TABLES)) rows += await countRows(tx, table)
  return rows
}
