// Businesses, key holders and test clocks.

import type { Business, BusinessSettings, BusinessTerms, Party } from '../../domain/businesses/business.ts'
import type { MessageSettings } from '../../domain/messages/settings.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { pricesChanged } from '../pricing/price-revisions.ts'
import type { KeyScope } from './api-keys.ts'
import { holdersChanged } from './holder-changes.ts'

const plain = columnsOf<Pick<Business, 'id' | 'name' | 'prefix' | 'timeZone' | 'createdAt'>>()('id, name, prefix, time_zone, created_at')
type BusinessRow = ReturnType<typeof plain.toRow> & {
  own_address: string
  last_mile_since: number | null
  parcel_customer_account_since: number | null
  terms: string
  messages: string | null
  portal_off_since: number | null
}

const fromRow = (row: BusinessRow): Business => ({
  ...plain.fromRow(row),
  ownAddress: JSON.parse(row.own_address) as Party,
  lastMile: row.last_mile_since !== null,
  parcelCustomerAccount: row.parcel_customer_account_since !== null,
  terms: JSON.parse(row.terms) as BusinessTerms[],
  messages: row.messages === null ? null : (JSON.parse(row.messages) as MessageSettings),
  portalEnabled: row.portal_off_since === null,
})

export const insert = (tx: Tx, author: Author, business: Business): Promise<void> =>
  insertRecorded(tx, author, 'business', {
    ...plain.toRow(business),
    own_address: JSON.stringify(business.ownAddress),
    last_mile_since: business.lastMile ? business.createdAt : null,
    parcel_customer_account_since: business.parcelCustomerAccount ? business.createdAt : null,
    terms: JSON.stringify(business.terms),
    messages: business.messages && JSON.stringify(business.messages),
    portal_off_since: business.portalEnabled ? null : business.createdAt,
  })

export const find = (db: Query, idOrPrefix: string): Promise<Business | null> =>
  readRow(db, 'select * from businesses where id = $1 or prefix = $2', [idOrPrefix, idOrPrefix.toUpperCase()], fromRow)

export const load = async (db: Query, id: string): Promise<Business> =>
  fromRow((await db.query<BusinessRow>('select * from businesses where id = $1', [id]))[0]!)

/** Loads a business and locks it. Until the transaction ends, other transactions can read the business but not change it. */
export const loadShared = async (tx: Tx, id: string): Promise<Business> =>
  fromRow((await tx.query<BusinessRow>('select * from businesses where id = $1 for share', [id]))[0]!)

/**
 * Locks one business, or all businesses if no id is given. Without this lock, a new business could get a prefix while another transaction
 * creates a customer whose ID begins with that prefix.
 */
export const lockPrefixes = async (tx: Tx, businessId?: string): Promise<void> => {
  const [where, params] = businessId === undefined ? ['', []] : [' where id = $1', [businessId]]
  await tx.execute(`update businesses set id = id${where}`, params)
}

export const list = async (db: Pick<Query, 'query'>): Promise<Business[]> =>
  (await db.query<BusinessRow>('select * from businesses order by created_at, id')).map(fromRow)

/** The time zone of the oldest business. Null if there are no businesses. */
export const firstZone = async (db: Query): Promise<string | null> =>
  (await db.query<{ time_zone: string }>('select time_zone from businesses order by created_at, id limit 1'))[0]?.time_zone ?? null

export const listNewest = (db: Query, request: PageRequest): Promise<Page<Business>> => {
  return listPage(db, 'select * from businesses', '1 = 1', [], request, fromRow)
}

/** Writes only the changed columns, so that concurrent edits of different fields do not overwrite each other. */
export const change = async (
  tx: Tx,
  author: Author,
  id: string,
  changes: BusinessSettings,
  now: number,
): Promise<{ before: Business; after: Business }> => {
  holdersChanged(tx)
  let before: BusinessRow | undefined
  // A setting that stays on keeps the time at which it was turned on.
  const since = (isOn: boolean, before: number | null): number | null => (isOn ? (before ?? now) : null)
  const after = await changeRecorded<BusinessRow>(tx, author, 'business', { id }, (row) => {
    before = row
    const set: Columns = {}
    if (changes.name !== undefined) set.name = changes.name
    if (changes.timeZone !== undefined) set.time_zone = changes.timeZone
    if (changes.ownAddress !== undefined) set.own_address = JSON.stringify(changes.ownAddress)
    if (changes.messages !== undefined) set.messages = changes.messages && JSON.stringify(changes.messages)
    if (changes.lastMile !== undefined) set.last_mile_since = since(changes.lastMile, row.last_mile_since)
    if (changes.parcelCustomerAccount !== undefined)
      set.parcel_customer_account_since = since(changes.parcelCustomerAccount, row.parcel_customer_account_since)
    if (changes.portalEnabled !== undefined) set.portal_off_since = since(!changes.portalEnabled, row.portal_off_since)
    return set
  })
  return { before: fromRow(before!), after: fromRow(after!) }
}

/**
 * Adds `terms` to the agreed terms of a business, and returns the changed business. If the stored terms have changed since `business` was
 * read, the transaction is retried.
 */
export const appendTerms = async (tx: Tx, author: Author, business: Business, terms: BusinessTerms): Promise<Business> => {
  holdersChanged(tx)
  const read = JSON.stringify(business.terms)
  const changed = await changeRecorded<BusinessRow>(tx, author, 'business', { id: business.id }, (row) =>
    row.terms === read ? { terms: JSON.stringify([...business.terms, terms]) } : null,
  )
  if (!changed) throw new StaleWrite(`the terms of business ${business.id} have changed`, { subject: business.id })
  await pricesChanged(tx, terms.recordedAt)
  return fromRow(changed)
}

export type KeyHolder = {
  keyId: string
  keyScope: KeyScope
  mode: Mode
  business: Business
  clockOffsetMs: number
  /** The key works until this time. Null if the key was not rotated. */
  expiresAt: number | null
}

/**
 * Finds the holder of a key that is neither revoked nor expired. For a test key, `clockOffsetMs` is the offset of the business's test
 * clock. For a live key, the offset is 0.
 */
export const findKeyHolder = async (db: Query, keyHash: string, now: number): Promise<KeyHolder | null> => {
  const rows = await db.query<
    BusinessRow & { key_id: string; key_scope: KeyScope; mode: Mode; expires_at: number | null; offset_ms: number | null }
  >(
    `select businesses.*, api_keys.id as key_id, api_keys.scope as key_scope, api_keys.mode as mode, api_keys.expires_at, test_clocks.offset_ms as offset_ms
     from api_keys
     join businesses on businesses.id = api_keys.business_id
     left join test_clocks on test_clocks.business_id = businesses.id and api_keys.mode = 'test'
     where api_keys.hash = $1 and api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > $2)`,
    [keyHash, now],
  )
  const row = rows[0]
  if (!row) return null
  const { key_id: keyId, key_scope: keyScope, mode, expires_at: expiresAt } = row
  return { keyId, keyScope, mode, business: fromRow(row), clockOffsetMs: row.offset_ms ?? 0, expiresAt }
}

export const setTestClock = async (tx: Tx, businessId: string, offsetMs: number): Promise<void> => {
  await tx.execute(
    'insert into test_clocks (business_id, offset_ms) values ($1, $2) on conflict (business_id) do update set offset_ms = excluded.offset_ms',
    [businessId, offsetMs],
  )
  holdersChanged(tx)
}

/**
 * Moves the test clock ahead by `byMs`, and returns its new offset from real time. If the new offset would exceed `limitMs`, changes
 * nothing and returns null.
 */
export const advanceTestClock = async (tx: Tx, businessId: string, byMs: number, limitMs: number): Promise<number | null> => {
  const rows = await tx.query<{ offset_ms: number }>(
    `insert into test_clocks (business_id, offset_ms) values ($1, $2)
     on conflict (business_id) do update set offset_ms = test_clocks.offset_ms + excluded.offset_ms
       where test_clocks.offset_ms + excluded.offset_ms <= $3
     returning offset_ms`,
    [businessId, byMs, limitMs],
  )
  holdersChanged(tx)
  return rows[0]?.offset_ms ?? null
}

/**
 * How far the test clock of each business is ahead of real time, in milliseconds. Businesses that have never moved their clock are left
 * out.
 */
export const testClocks = async (db: Query): Promise<Map<string, number>> => {
  const rows = await db.query<{ business_id: string; offset_ms: number }>('select business_id, offset_ms from test_clocks')
  return new Map(rows.map((row) => [row.business_id, row.offset_ms]))
}

export const findWithClock = async (db: Query, scope: Scope): Promise<{ business: Business; clockOffsetMs: number } | null> => {
  const business = await find(db, scope.businessId)
  if (!business) return null
  if (scope.mode === 'live') return { business, clockOffsetMs: 0 }
  const rows = await db.query<{ offset_ms: number }>('select offset_ms from test_clocks where business_id = $1', [scope.businessId])
  return { business, clockOffsetMs: rows[0]?.offset_ms ?? 0 }
}
