// Announcements of inbound parcels, and the courier numbers by which the announcements are found.

import { courierKey } from '../../domain/inbound/courier-number.ts'
import type { CourierNumber, InboundItem, InboundParcel, InboundStatus } from '../../domain/inbound/inbound-parcel.ts'
import type { ClientData } from '../../domain/values/client-data.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage, mergedRows, newestFirst } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import {
  changedAt,
  changedColumns,
  equals,
  insertCounted,
  insert as insertRows,
  parameters,
  updateAllVersioned,
  updateVersioned,
} from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { recordChange, recordChanges, recordCreations } from '../audit/audit.ts'
import type { ClientRow, RecordFilter } from '../values/records.ts'
import { clientColumns, clientDataFrom, fewFirst, ofStatus, recordConditions } from '../values/records.ts'
import { loadRow, loadScopedRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Omit<InboundParcel, keyof ClientData | 'updatedAt' | 'numbers' | 'items'>>()(
  'id, version, status, customer_id, courier, transport_mode, note, received_at, cancelled_at, expired_at, comment, created_at',
)
type InboundRow = ReturnType<typeof plain.toRow> & ClientRow & { numbers: string; items: string; updated_at?: number | null }
type FoundRow = InboundRow & { business_id: string; mode: Mode }

export type FoundInbound = { scope: Scope; inbound: InboundParcel }

/** Stored as `customer_id` if the parcel is for the business itself, because the column cannot be null. */
const NO_CUSTOMER = ''

const fromRow = (row: InboundRow): InboundParcel => ({
  ...plain.fromRow(row),
  customerId: row.customer_id === NO_CUSTOMER ? null : row.customer_id,
  ...clientDataFrom(row),
  numbers: JSON.parse(row.numbers) as CourierNumber[],
  items: JSON.parse(row.items) as InboundItem[],
  updatedAt: row.updated_at ?? row.created_at,
})

const foundFrom = (row: FoundRow): FoundInbound => ({ scope: scopeOf(row), inbound: fromRow(row) })

const columns = (inbound: InboundParcel): Columns => {
  const { id: _id, version: _version, ...columns } = plain.toRow(inbound)
  const customer_id = inbound.customerId ?? NO_CUSTOMER
  return {
    ...columns,
    customer_id,
    numbers: JSON.stringify(inbound.numbers),
    items: JSON.stringify(inbound.items),
    ...clientColumns(inbound),
  }
}

export const fromColumns = (row: Columns): InboundParcel => fromRow(row as unknown as InboundRow)

const SELECT = 'select * from inbound_parcels'

/**
 * Saves the courier numbers. A number can be in only one open announcement of a business. If two transactions save the same number at once,
 * the later transaction is retried.
 */
const writeNumbers = async (tx: Tx, scope: Scope, inbounds: readonly InboundParcel[]): Promise<void> => {
  const rows = inbounds.flatMap(({ id, status, numbers, createdAt }) =>
    numbers.map(({ number }) => ({
      ...scopeColumns(scope),
      inbound_parcel_id: id,
      number_key: courierKey(number),
      open_since: status === 'expected' ? createdAt : null,
    })),
  )
  if ((await insertCounted(tx, 'inbound_numbers', rows, 'on conflict do nothing')) < rows.length)
    throw new StaleWrite('a courier number was announced meanwhile')
}

/** Inserts announcements. The caller must not pass more announcements than fit in one statement. */
export const insert = async (tx: Tx, caller: Scope & Author, inbounds: readonly InboundParcel[]): Promise<void> => {
  const { businessId: business_id, mode } = caller
  const created = inbounds.map((inbound) => {
    const { id, version } = inbound
    return { type: 'inbound_parcel', id, version, before: null, after: columns(inbound) } as const
  })
  const rows = created.map(({ id, version, after }) => ({ business_id, mode, id, version, ...after }))
  await insertRows(tx, 'inbound_parcels', rows)
  await writeNumbers(tx, caller, inbounds)
  await recordCreations(tx, caller, caller, created)
}

export const save = async (tx: Tx, caller: Scope & Author, before: InboundParcel, inbound: InboundParcel): Promise<InboundParcel> => {
  const version = before.version + 1
  const [was, is] = [columns(before), columns(inbound)]
  const updatedAt = changedAt(caller)
  await updateVersioned(tx, 'inbound_parcels', caller, before, { ...changedColumns(was, is), updated_at: updatedAt })
  if (inbound.status !== before.status || was.numbers !== is.numbers) {
    await tx.execute(`delete from inbound_numbers where ${IN_SCOPE} and inbound_parcel_id = $3`, scopeValues(caller, inbound.id))
    await writeNumbers(tx, caller, [inbound])
  }
  await recordChange(tx, caller, caller, { type: 'inbound_parcel', id: inbound.id, version, before: was, after: is })
  return { ...inbound, version, updatedAt }
}

/** Assigns announcements to another customer and returns the changed announcements. `inbounds` must have been read in this transaction. */
export const reassign = async (
  tx: Tx,
  caller: Scope & Author,
  inbounds: readonly InboundParcel[],
  customerId: string,
): Promise<InboundParcel[]> => {
  const updatedAt = changedAt(caller)
  await updateAllVersioned(tx, 'inbound_parcels', caller, inbounds, { columns: { customer_id: customerId, updated_at: updatedAt } })
  const saved = inbounds.map((inbound) => ({ ...inbound, customerId, version: inbound.version + 1, updatedAt }))
  const changes = saved.map((inbound, index) => {
    const [was, is] = [columns(inbounds[index]!), columns(inbound)]
    return { type: 'inbound_parcel', id: inbound.id, version: inbound.version, before: was, after: is } as const
  })
  await recordChanges(tx, caller, caller, changes)
  return saved
}

export const load = async (db: Query, scope: Scope, id: string): Promise<InboundParcel> =>
  fromRow(await loadScopedRow<InboundRow>(db, scope, 'inb', id))

/** Finds an announcement by its token alone, because tokens are unique across all businesses. */
export const findOfAnyBusiness = async (db: Query, id: string): Promise<FoundInbound | null> => {
  const rows = isId('inb', id) ? await db.query<FoundRow>(`${SELECT} where id = $1`, [id]) : []
  return rows[0] ? foundFrom(rows[0]) : null
}

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundInbound> => foundFrom(await loadRow<FoundRow>(db, 'inb', id))

/** Maps courier number keys to the ids of the open announcements with these numbers. Keys without an open announcement are left out. */
export const openNumbers = async (db: Query, scope: Scope, keys: readonly string[]): Promise<Map<string, string>> => {
  if (keys.length === 0) return new Map()
  const rows = await db.query<{ number_key: string; inbound_parcel_id: string }>(
    `select number_key, inbound_parcel_id from inbound_numbers
     where ${IN_SCOPE} and open_since is not null and number_key in (${parameters(keys.length, 3)})`,
    scopeValues(scope, ...keys),
  )
  return new Map(rows.map((row) => [row.number_key, row.inbound_parcel_id]))
}

const ANNOUNCEMENTS_MAX = 50

/** The announcements that have this courier number, from all businesses, newest first. Cancelled announcements are left out. */
export const byNumber = async (db: Query, mode: Mode, key: string): Promise<FoundInbound[]> => {
  const rows = await db.query<FoundRow>(
    `select p.* from inbound_numbers n
     join inbound_parcels p on p.business_id = n.business_id and p.mode = n.mode and p.id = n.inbound_parcel_id
     where n.mode = $1 and n.number_key = $2 and p.status <> 'cancelled' order by p.created_at desc, p.id desc limit ${ANNOUNCEMENTS_MAX}`,
    [mode, key],
  )
  return rows.map(foundFrom)
}

export type InboundFilter = RecordFilter & { status?: readonly InboundStatus[]; customerId?: string; numberKey?: string }

const numberCondition = (mode: string, parameter: string): string =>
  ` and (business_id, mode, id) in (select business_id, mode, inbound_parcel_id from inbound_numbers where mode = ${mode} and number_key = ${parameter})`

/**
 * Returns a page of announcements. If the list is for one courier number, the few matching announcements are found by index first, and then
 * sorted.
 */
const listFound = <Row extends InboundRow, T>(
  db: Query,
  where: string,
  params: readonly Value[],
  isOfNumber: boolean,
  page: PageRequest,
  read: (row: Row) => T,
): Promise<Page<T>> =>
  isOfNumber
    ? listPage(db, `select * from ${fewFirst('inbound_parcels', where)}`, '1 = 1', params, page, read)
    : listPage(db, SELECT, where, params, page, read)

export const list = (db: Query, scope: Scope, filter: InboundFilter, request: PageRequest): Promise<Page<InboundParcel>> => {
  const page = { ...request, order: newestFirst(scope.mode) }
  const params = scopeValues(scope)
  const statuses = (filter.status ?? []).map((status) => `$${params.push(status)}`)
  const asked = `${IN_SCOPE}${ofStatus(statuses)}`
  const ofCustomer = equals({ customer_id: filter.customerId }, params)
  const ofNumber = filter.numberKey === undefined ? '' : numberCondition('$2', `$${params.push(filter.numberKey)}`)
  const others = ofCustomer + ofNumber + recordConditions('inbound_parcels', asked, params, filter)
  const isOfNumber = filter.numberKey !== undefined
  const conditions = statuses.map((status) => `${IN_SCOPE}${ofStatus([status])}${others}`)
  return statuses.length > 1 && !isOfNumber
    ? listPage(db, `select * from ${mergedRows('inbound_parcels', conditions, params, page)}`, '1 = 1', params, page, fromRow)
    : listFound(db, asked + others, params, isOfNumber, page, fromRow)
}

export type OperatorFilter = { mode: Mode; businessId?: string; status?: InboundStatus; numberKey?: string }

export const listOfAll = (db: Query, filter: OperatorFilter, page: PageRequest): Promise<Page<FoundInbound>> => {
  const params: Value[] = [filter.mode]
  let where = `mode = $1${equals({ business_id: filter.businessId, status: filter.status }, params)}`
  if (filter.numberKey !== undefined) where += numberCondition('$1', `$${params.push(filter.numberKey)}`)
  const request = { ...page, order: newestFirst(filter.mode) }
  return listFound(db, where, params, filter.numberKey !== undefined, request, foundFrom)
}

export const scopesWithExpected = async (db: Query): Promise<Scope[]> => {
  const rows = await db.query<{ business_id: string; mode: Mode }>(
    `select distinct business_id, mode from inbound_parcels where status = 'expected'`,
  )
  return rows.map(scopeOf)
}

/** Announcements in status `expected` that were created before `moment`, oldest first. */
export const expectedBefore = async (db: Query, scope: Scope, moment: number, limit: number): Promise<InboundParcel[]> => {
  const rows = await db.query<InboundRow>(
    `${SELECT} where ${IN_SCOPE} and status = 'expected' and created_at < $3 order by created_at, id limit ${limit}`,
    scopeValues(scope, moment),
  )
  return rows.map(fromRow)
}
