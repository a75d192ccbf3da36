// Parcel customers, found by token, unique ID, mobile or email.

import type { Customer, CustomerStatus } from '../../domain/customers/customer.ts'
import { fullName, suffixKey } from '../../domain/customers/customer.ts'
import type { Consent } from '../../domain/messages/settings.ts'
import type { ClientData } from '../../domain/values/client-data.ts'
import { emailKey, phoneKey } from '../../domain/values/contact-keys.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Db, Query, Tx } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedAt, changedColumns, insert as insertRows, parameters, readRow, updateVersioned } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeValues } from '../../platform/engine/scope.ts'
import { searchCountOf, searchPageOf, withSearch } from '../../platform/engine/search/search.ts'
import type { Author } from '../audit/audit.ts'
import { recordChange, recordCreations } from '../audit/audit.ts'
import type { ClientRow, RecordFilter } from '../values/records.ts'
import { clientColumns, clientDataFrom, recordConditions } from '../values/records.ts'
import { loadScopedRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Omit<Customer, keyof ClientData | 'updatedAt' | 'messageConsents'>>()(
  'id, version, address_suffix, first_name, last_name, email, mobile, origin_address, origin_city, origin_zip_code, origin_state, origin_country, message_channel, message_language, status, merged_into_id, created_at',
)
type CustomerRow = ReturnType<typeof plain.toRow> & ClientRow & { updated_at?: number | null; message_consents?: string | null }

const fromRow = (row: CustomerRow): Customer => ({
  ...plain.fromRow(row),
  // These columns are missing in audit records from older versions of Waybill, which could not send messages.
  messageChannel: row.message_channel ?? null,
  messageLanguage: row.message_language ?? null,
  messageConsents: row.message_consents ? (JSON.parse(row.message_consents) as Consent[]) : [],
  ...clientDataFrom(row),
  updatedAt: row.updated_at ?? row.created_at,
})

const SELECT = 'select * from customers'

const searchText = (customer: Customer): string =>
  [fullName(customer), customer.email, customer.mobile, customer.addressSuffix]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase()

const columns = (customer: Customer): Columns => {
  const { id: _id, version: _version, ...columns } = plain.toRow(customer)
  const { messageConsents: consents } = customer
  return { ...columns, message_consents: consents.length === 0 ? null : JSON.stringify(consents), ...clientColumns(customer) }
}

const searchColumns = (customer: Customer): Columns => ({
  email_key: customer.email === null ? null : emailKey(customer.email),
  mobile_key: customer.mobile === null ? null : phoneKey(customer.mobile),
  search_text: searchText(customer),
})

/** Makes a customer from a row with all columns. The columns of audit records are not enough, because they lack id and version. */
export const fromColumns = (row: Columns): Customer => fromRow(row as unknown as CustomerRow)

/** Inserts the customer. If its unique ID is taken, the transaction is retried. */
export const insert = async (tx: Tx, caller: Scope & Author, prefix: string, customer: Customer): Promise<void> => {
  const after = columns(customer)
  const row = {
    ...scopeColumns(caller),
    id: customer.id,
    version: customer.version,
    suffix_key: suffixKey(prefix, customer.addressSuffix),
    ...after,
    ...searchColumns(customer),
  }
  const created = { type: 'customer', id: customer.id, version: customer.version, before: null, after } as const
  await insertRows(tx, 'customers', [row])
  await recordCreations(tx, caller, caller, [created])
}

export const save = async (tx: Tx, caller: Scope & Author, before: Customer, customer: Customer): Promise<Customer> => {
  const version = before.version + 1
  const [was, is] = [columns(before), columns(customer)]
  const change = { type: 'customer', id: customer.id, version, before: was, after: is } as const
  const found = changedColumns(searchColumns(before), searchColumns(customer))
  const updatedAt = changedAt(caller)
  await updateVersioned(tx, 'customers', caller, before, { ...changedColumns(was, is), ...found, updated_at: updatedAt })
  await recordChange(tx, caller, caller, change)
  return { ...customer, version, updatedAt }
}

const findOne = (db: Query, scope: Scope, where: string, value: string): Promise<Customer | null> =>
  readRow(db, `${SELECT} where ${IN_SCOPE} and ${where} order by created_at, id limit 1`, scopeValues(scope, value), fromRow)

/** Loads a customer and locks it. Until the transaction ends, other transactions can read the customer but not change or merge it. */
export const loadShared = async (tx: Tx, scope: Scope, id: string): Promise<Customer> => {
  const rows = await tx.query<CustomerRow>(`${SELECT} where ${IN_SCOPE} and id = $3 for share`, scopeValues(scope, id))
  return fromRow(rows[0]!)
}

/**
 * Locks the customer of a record, if the record has a customer. If the customer has just been merged, the merge has also changed the
 * record. Saving the record then fails, and the transaction is retried.
 */
export const lockShared = async (tx: Tx, scope: Scope, id: string | null): Promise<void> => {
  if (id !== null) await loadShared(tx, scope, id)
}

/** Like `loadShared`, for the customer of a quote. Null if the quote has no customer. */
export const ofQuoteShared = async (tx: Tx, scope: Scope, quoteId: string): Promise<Customer | null> => {
  const ofQuote = `select customer_id from quotes where ${IN_SCOPE} and id = $3`
  const sql = `${SELECT} where ${IN_SCOPE} and id = (${ofQuote}) for share`
  const rows = isId('pq', quoteId) ? await tx.query<CustomerRow>(sql, scopeValues(scope, quoteId)) : []
  return rows[0] ? fromRow(rows[0]) : null
}

/** Like `loadShared`, but follows merges and returns the customer that remains after all merges. Each customer on the way is locked too. */
export const loadKeptShared = async (tx: Tx, scope: Scope, id: string): Promise<Customer> => {
  let standing = await loadShared(tx, scope, id)
  while (standing.mergedIntoId !== null) standing = await loadShared(tx, scope, standing.mergedIntoId)
  return standing
}

/** Returns the customer that remains after all merges. This lets the ID on an old label still find a customer. */
const followMerges = async (db: Query, scope: Scope, customer: Customer): Promise<Customer> => {
  let standing = customer
  while (standing.mergedIntoId !== null) standing = await load(db, scope, standing.mergedIntoId)
  return standing
}

const findStanding = async (db: Query, scope: Scope, where: string, value: string): Promise<Customer | null> => {
  const found = await findOne(db, scope, where, value)
  return found && followMerges(db, scope, found)
}

export const findBySuffix = (db: Query, scope: Scope, prefix: string, suffix: string): Promise<Customer | null> =>
  findStanding(db, scope, 'suffix_key = $3', suffixKey(prefix, suffix))

export const findByContact = async (
  db: Query,
  scope: Scope,
  { mobile, email }: { mobile?: string; email?: string },
): Promise<{ byMobile: Customer | null; byEmail: Customer | null }> => {
  const params = scopeValues(scope)
  const oldest = (column: string, key: string): string =>
    `select '${column}' as found_by, found.* from
       (${SELECT} where ${IN_SCOPE} and ${column} = $${params.push(key)} order by created_at, id limit 1) as found`
  const asked = [
    ...(mobile === undefined ? [] : [oldest('mobile_key', phoneKey(mobile))]),
    ...(email === undefined ? [] : [oldest('email_key', emailKey(email))]),
  ]
  const rows = asked.length === 0 ? [] : await db.query<CustomerRow & { found_by: string }>(asked.join(' union all '), params)
  const customerBy = async (column: string): Promise<Customer | null> => {
    const row = rows.find((each) => each.found_by === column)
    return row ? followMerges(db, scope, fromRow(row)) : null
  }
  return { byMobile: await customerBy('mobile_key'), byEmail: await customerBy('email_key') }
}

export const findByAnyId = (db: Query, scope: Scope, prefix: string, id: string): Promise<Customer | null> =>
  isId('pcus', id) ? findStanding(db, scope, 'id = $3', id) : findBySuffix(db, scope, prefix, id)

export const load = async (db: Query, scope: Scope, id: string): Promise<Customer> =>
  fromRow(await loadScopedRow<CustomerRow>(db, scope, 'pcus', id))

export const byIds = async (db: Query, scope: Scope, ids: readonly string[]): Promise<Map<string, Customer>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.query<CustomerRow>(
    `${SELECT} where ${IN_SCOPE} and id in (${parameters(ids.length, 3)})`,
    scopeValues(scope, ...ids),
  )
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}

/** Loads the customer that remains after all merges of this customer. A customer that was not merged is returned unchanged. */
export const loadKept = async (db: Query, scope: Scope, id: string): Promise<Customer> => followMerges(db, scope, await load(db, scope, id))

/**
 * Names of the locks to hold while a customer is created. If two transactions create a customer with the same mobile or email, the later
 * one waits and then finds the customer that the earlier one created.
 */
export const identityLocks = (scope: Scope, { mobile, email }: { mobile?: string; email?: string }): string[] =>
  [mobile === undefined ? null : `mobile ${phoneKey(mobile)}`, email === undefined ? null : `email ${emailKey(email)}`]
    .filter((name) => name !== null)
    .map((name) => `customer ${scope.businessId} ${scope.mode} ${name}`)

export type CustomerFilter = RecordFilter & { status: CustomerStatus | 'all'; key?: string }

export const list = async (
  db: Db,
  scope: Scope,
  filter: CustomerFilter,
  page: PageRequest,
): Promise<Page<Customer> & { totalCount: number }> => {
  const inScope = scopeValues(scope)
  const ofStatus = filter.status === 'all' ? '' : ` and status = $${inScope.push(filter.status)}`
  const asked = `${IN_SCOPE}${ofStatus}`
  const filtered = asked + recordConditions('customers', asked, inScope, filter)
  const matching = await withSearch(db, 'customers', filtered, inScope, filter.key, { businessId: scope.businessId, mode: scope.mode })
  const totalCount = await searchCountOf(db, matching)
  return { ...(await searchPageOf(db, 'customers.*', matching, page, fromRow)), totalCount }
}
