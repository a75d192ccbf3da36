// Writes the audit trail: one record per change. Each object has its own hash chain, so writes to different objects need not wait for each other.

import { hash } from 'node:crypto'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Principal, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedColumns, insertCounted } from '../../platform/engine/rows.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'
import type { DigestCheck, SecretPlace, Secrets } from '../../platform/engine/secrets.ts'
import { isKeyed } from '../../platform/engine/secrets.ts'
import type { SeenSites } from '../sites/seen-sites.ts'
import { announceChanges } from './change-feed.ts'

/**
 * The author of a change: an API key, a person of a business, a member of staff, a carrier or a worker. `at`: the real time, even if there
 * is a test clock. `seen`: the sites that a member of staff may see. Absent or null means all sites.
 */
export type Author = Principal & { actor: string; requestId: string; at: number; seen?: SeenSites }

/** The business and mode of an object. They are empty for the operator's own objects. */
export type Owner = Scope | { businessId: ''; mode: '' }
export const OPERATOR: Owner = { businessId: '', mode: '' }

export type AuditedType =
  | 'quote'
  | 'package'
  | 'customer'
  | 'receipt'
  | 'inbound_parcel'
  | 'repack'
  | 'unidentified_parcel'
  | 'shipment'
  | 'customer_merge'
  | 'webhook_endpoint'
  | 'business'
  | 'api_key'
  | 'rate_card'
  | 'fx_rate'
  | 'warehouse'
  | 'operator'
  | 'staff'
  | 'access_token'
  | 'setup_link'
  | 'staff_invitation'
  | 'second_factor'
  | 'passkey'
  | 'store'
  | 'audit_archive'
  | 'charge'
  | 'invoice'
  | 'credit_note'
  | 'payment'
  | 'payment_allocation'
  | 'refund'
  | 'write_off'
  | 'ledger_entry'
  | 'release_override'
  | 'tax_rate'
  | 'money_rules'
  | 'message_template'
  | 'message_template_version'
  | 'cash_count'
  | 'payer_tax'
  | 'withheld_tax'
  | 'certificate'
  | 'money_request'
  | 'price'
  | 'site'
  | 'place'
  | 'stocktake'
  | 'voyage'
  | 'payment_link'
  | 'payment_notice'
  | 'missed_charge'
  | 'bank_line'
  | 'book_closing'
  | 'user'
  | 'member'
  | 'sign_in_link'
  | 'user_passkey'
  | 'user_second_factor'

export type Change = {
  type: AuditedType
  id: string
  /** The version after the change; the first is 1. */
  version: number
  /** The columns before the change; null for a new object. */
  before: Columns | null
  after: Columns
}

export type AuditRecord = {
  businessId: string
  mode: string
  objectId: string
  version: number
  objectType: AuditedType
  actor: string
  requestId: string
  /** The new values of the changed columns. They are JSON text, because the hash covers them byte for byte. */
  changes: string
  recordedAt: number
  hash: string
  /** HMAC of the hash under the secret key. The key is not in the database; without a key, this is null. */
  mac: string | null
  seal: number | null
}

const columns = columnsOf<AuditRecord>()(
  'business_id, mode, object_id, version, object_type, actor, request_id, changes, recorded_at, hash, mac, seal',
)

export type RecordRow = ReturnType<typeof columns.toRow>

export const { fromRow } = columns
const { toRow } = columns

type Unhashed = Omit<AuditRecord, 'hash' | 'mac' | 'seal'>

/** Used as the previous hash in the first record of an object. */
export const NO_HASH = ''

export const recordHash = (previous: string, record: Unhashed): string =>
  hash(
    'sha256',
    JSON.stringify([
      previous,
      record.businessId,
      record.mode,
      record.objectId,
      record.version,
      record.objectType,
      record.actor,
      record.requestId,
      record.changes,
      record.recordedAt,
    ]),
    'hex',
  )

const macPlace = ({ businessId, mode, objectId }: Authenticated): SecretPlace => ({ businessId, mode, objectId, column: 'audit record' })

export type Authenticated = Pick<AuditRecord, 'businessId' | 'mode' | 'objectId' | 'hash' | 'mac'>

/** Checks the MAC of a record. A missing MAC counts as a wrong MAC. */
export const checkMac = (secrets: Secrets, record: Authenticated): DigestCheck =>
  record.mac !== null && isKeyed(record.mac) ? secrets.check(macPlace(record), record.hash, record.mac) : 'differs'

const chain = (secrets: Secrets, owner: Owner, author: Author, change: Change, previous: string | null): AuditRecord => {
  const changes = changedColumns(change.before, change.after)
  const record: Unhashed = {
    businessId: owner.businessId,
    mode: owner.mode,
    objectId: change.id,
    version: change.version,
    objectType: change.type,
    actor: author.actor,
    requestId: author.requestId,
    changes: JSON.stringify(changes),
    recordedAt: author.at,
  }
  const hashed = { ...record, hash: recordHash(previous ?? NO_HASH, record), mac: null, seal: null }
  return secrets.keyId === null ? hashed : { ...hashed, mac: secrets.digest(macPlace(hashed), hashed.hash) }
}

/** The hash of the last audit record of each object that was passed to `readWith`. */
const followed = new WeakMap<object, string | null>()

/**
 * SQL for a column with the hash of a row's last audit record. If an object is loaded with this column, recording a change of the object
 * takes one query fewer.
 */
export const previousHash = (table: string): string =>
  `(select hash from audit_records as previous where previous.business_id = ${table}.business_id and previous.mode = ${table}.mode
     and previous.object_id = ${table}.id and previous.version = ${table}.version) as previous_hash`

/** Remembers the hash that was read with an object. */
export const readWith = <T extends object>(object: T, { previous_hash: previous }: { previous_hash: string | null }): T => {
  followed.set(object, previous)
  return object
}

const hashAt = async (tx: Tx, owner: Owner, id: string, version: number): Promise<string | null> => {
  const rows = await tx.query<{ hash: string }>(`select hash from audit_records where ${IN_SCOPE} and object_id = $3 and version = $4`, [
    owner.businessId,
    owner.mode,
    id,
    version,
  ])
  return rows[0]?.hash ?? null
}

/** One statement inserts all records of a transaction. */
const insertRecords = (tx: Tx, records: readonly Columns[]): void => tx.insertTogether('audit_records', records)

export const recordCreations = async (tx: Tx, owner: Owner, author: Author, created: readonly Change[]): Promise<void> => {
  insertRecords(
    tx,
    created.map((change) => toRow(chain(tx.secrets, owner, author, change, null))),
  )
  announceChanges(tx, created)
}

/**
 * Writes the audit record of a change to a versioned object. `read`: the object as it was loaded. If it was passed to `readWith`, one query
 * is saved.
 */
export const recordChange = async (tx: Tx, owner: Owner, author: Author, change: Change, read?: object): Promise<void> => {
  const known = read && followed.get(read)
  const previous = known === undefined ? await hashAt(tx, owner, change.id, change.version - 1) : known
  insertRecords(tx, [toRow(chain(tx.secrets, owner, author, change, previous))])
  announceChanges(tx, [change])
}

/** Writes the audit records of changes to several versioned objects. Each object may have only one change. */
export const recordChanges = async (tx: Tx, owner: Owner, author: Author, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const params: Value[] = [owner.businessId, owner.mode]
  const ids = changes.map(({ id }) => `$${params.push(id)}`)
  const wanted = changes.map(({ version }, index) => `(${ids[index]}, cast($${params.push(version - 1)} as bigint))`)
  // The ids are listed in addition to the pairs of id and version. With the pairs alone, PostgreSQL would read every record of the
  // business.
  const rows = await tx.query<{ object_id: string; hash: string }>(
    `select object_id, hash from audit_records where ${IN_SCOPE} and object_id in (${ids.join(', ')})
       and (object_id, version) in (values ${wanted.join(', ')})`,
    params,
  )
  const previous = new Map(rows.map((row) => [row.object_id, row.hash]))
  const records = changes.map((change) => toRow(chain(tx.secrets, owner, author, change, previous.get(change.id) ?? null)))
  insertRecords(tx, records)
  announceChanges(tx, changes)
}

/** Writes the audit record of a change to an object without versions. The records of such an object are numbered from 1. */
export const recordNext = async (tx: Tx, owner: Owner, author: Author, change: Omit<Change, 'version'>): Promise<void> => {
  const rows = await tx.query<{ version: number; hash: string }>(
    `select version, hash from audit_records where ${IN_SCOPE} and object_id = $3 order by version desc limit 1`,
    [owner.businessId, owner.mode, change.id],
  )
  const version = (rows[0]?.version ?? 0) + 1
  const row = toRow(chain(tx.secrets, owner, author, { ...change, version }, rows[0]?.hash ?? null))
  if ((await insertCounted(tx, 'audit_records', [row], 'on conflict do nothing')) === 0)
    throw new StaleWrite(`${change.id} was changed meanwhile`, { subject: change.id })
  announceChanges(tx, [change])
}
