// Writes the audit trail: one record per change, chained by hash per object, so that writes of different objects do not wait for each other.

import { hash } from 'node:crypto'
import type { Scope } from '../../domain/businesses/business.ts'
import type { Query, Value } from '../engine/db.ts'
import { StaleWrite } from '../engine/db.ts'
import type { Columns } from '../engine/rows.ts'
import { changedColumns, insert } from '../engine/rows.ts'
import type { DigestCheck, SecretPlace, Secrets } from '../engine/secrets.ts'
import { isKeyed } from '../engine/secrets.ts'
import { tellChanged } from './told-changes.ts'

/** Who makes a change: a key, a member of staff, a carrier or a worker of ours; in which request; and when, in real time. */
export type Author = { actor: string; requestId: string; at: number }

/** Where an object belongs; the operator's own belong to no business. */
export type Owner = Scope | { businessId: ''; mode: '' }
export const OPERATOR: Owner = { businessId: '', mode: '' }

/** What is audited, by the kind that records name. */
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
  | 'ledger_entry'
  | 'release_override'
  | 'tax_rate'
  | 'price'
  | 'place'
  | 'stocktake'
  | 'payment_link'
  | 'payment_notice'
  | 'missed_charge'
  | 'bank_line'

export type Change = {
  type: AuditedType
  id: string
  /** The version that the change made; the first is 1. */
  version: number
  /** The object's columns before; null when it is new. */
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
  /** What the changed columns became, as JSON text: the hash covers it byte for byte. */
  changes: string
  recordedAt: number
  hash: string
  /** Over the hash, under the secret key: whoever can only write to the database cannot make one. Null where there is no key. */
  mac: string | null
  seal: number | null
}

export type RecordRow = {
  business_id: string
  mode: string
  object_id: string
  version: number
  object_type: AuditedType
  actor: string
  request_id: string
  changes: string
  recorded_at: number
  hash: string
  mac: string | null
  seal: number | null
}

export const fromRow = (row: RecordRow): AuditRecord => ({
  businessId: row.business_id,
  mode: row.mode,
  objectId: row.object_id,
  version: row.version,
  objectType: row.object_type,
  actor: row.actor,
  requestId: row.request_id,
  changes: row.changes,
  recordedAt: row.recorded_at,
  hash: row.hash,
  mac: row.mac,
  seal: row.seal,
})

type Unhashed = Omit<AuditRecord, 'hash' | 'mac' | 'seal'>

/** What comes before the first record of an object. */
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

const toRow = (record: AuditRecord): Columns => ({
  business_id: record.businessId,
  mode: record.mode,
  object_id: record.objectId,
  version: record.version,
  object_type: record.objectType,
  actor: record.actor,
  request_id: record.requestId,
  changes: record.changes,
  recorded_at: record.recordedAt,
  hash: record.hash,
  mac: record.mac,
})

const macPlace = ({ businessId, mode, objectId }: Authenticated): SecretPlace => ({ businessId, mode, objectId, column: 'audit record' })

export type Authenticated = Pick<AuditRecord, 'businessId' | 'mode' | 'objectId' | 'hash' | 'mac'>

/** Whether the program itself made the record; it did not, where there is no MAC under a key. */
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

/** The hash that the next record of an object follows, where it was read together with the object; null where there is none. */
const followed = new WeakMap<object, string | null>()

/** A column for the select of an object that is about to be changed: its record is then made without another read. */
export const previousHash = (table: string): string =>
  `(select hash from audit_records as previous where previous.business_id = ${table}.business_id and previous.mode = ${table}.mode
     and previous.object_id = ${table}.id and previous.version = ${table}.version) as previous_hash`

/** Remembers what was read with an object, for as long as the object is there. */
export const readWith = <T extends object>(object: T, { previous_hash: previous }: { previous_hash: string | null }): T => {
  followed.set(object, previous)
  return object
}

const hashAt = async (tx: Query, owner: Owner, id: string, version: number): Promise<string | null> => {
  const rows = await tx.query<{ hash: string }>(
    'select hash from audit_records where business_id = $1 and mode = $2 and object_id = $3 and version = $4',
    [owner.businessId, owner.mode, id, version],
  )
  return rows[0]?.hash ?? null
}

/** All records of a transaction are one statement. */
const insertRecords = async (tx: Query, records: readonly Columns[]): Promise<void> => {
  if (tx.insertTogether) tx.insertTogether('audit_records', records)
  else await insert(tx, 'audit_records', records)
}

/** New objects, several at once: nothing comes before them. */
export const recordCreations = async (tx: Query, owner: Owner, author: Author, created: readonly Change[]): Promise<void> => {
  await insertRecords(
    tx,
    created.map((change) => toRow(chain(tx.secrets, owner, author, change, null))),
  )
  tellChanged(created)
}

/** A change of an object that has versions of its own, in the transaction that makes it. `read`: the object as it was, if read to be changed. */
export const recordChange = async (tx: Query, owner: Owner, author: Author, change: Change, read?: object): Promise<void> => {
  const known = read && followed.get(read)
  const previous = known === undefined ? await hashAt(tx, owner, change.id, change.version - 1) : known
  await insertRecords(tx, [toRow(chain(tx.secrets, owner, author, change, previous))])
  tellChanged([change])
}

/** Changes of several objects that have versions of their own, none of them twice. */
export const recordChanges = async (tx: Query, owner: Owner, author: Author, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const params: Value[] = [owner.businessId, owner.mode]
  const ids = changes.map(({ id }) => `$${params.push(id)}`)
  const wanted = changes.map(({ version }, index) => `(${ids[index]}, cast($${params.push(version - 1)} as bigint))`)
  // The objects are named besides: PostgreSQL would read every record of the business for pairs alone.
  const rows = await tx.query<{ object_id: string; hash: string }>(
    `select object_id, hash from audit_records where business_id = $1 and mode = $2 and object_id in (${ids.join(', ')})
       and (object_id, version) in (values ${wanted.join(', ')})`,
    params,
  )
  const previous = new Map(rows.map((row) => [row.object_id, row.hash]))
  const records = changes.map((change) => toRow(chain(tx.secrets, owner, author, change, previous.get(change.id) ?? null)))
  await insertRecords(tx, records)
  tellChanged(changes)
}

/** A change of an object that has no versions of its own: its records are numbered as they come. */
export const recordNext = async (tx: Query, owner: Owner, author: Author, change: Omit<Change, 'version'>): Promise<void> => {
  const rows = await tx.query<{ version: number; hash: string }>(
    'select version, hash from audit_records where business_id = $1 and mode = $2 and object_id = $3 order by version desc limit 1',
    [owner.businessId, owner.mode, change.id],
  )
  const version = (rows[0]?.version ?? 0) + 1
  const row = toRow(chain(tx.secrets, owner, author, { ...change, version }, rows[0]?.hash ?? null))
  if ((await insert(tx, 'audit_records', [row], 'on conflict do nothing')) === 0)
    throw new StaleWrite(`${change.id} was changed meanwhile`, { subject: change.id })
  tellChanged([change])
}
