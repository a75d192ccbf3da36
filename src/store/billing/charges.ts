// Charges, each with the id of its invoice if it has one.

import type { Charge } from '../../domain/billing/charge.ts'
import type { ChargeKind } from '../../domain/billing/charge-kind.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedColumns, equals, parameters, updateAllVersioned } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { recordChanges } from '../audit/audit.ts'
import { BY_TOKEN } from '../audit/audit-trail.ts'
import { insertScoped, saveScoped } from '../audit/scoped-rows.ts'
import { loadRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Charge>()(
  'id, version, kind, source, payer_id, customer_id, quote_id, package_id, shipment_id, description, quantity, unit_kobo, net_kobo, tax_percent, tax_category, tax_reason, direction, tax_kobo, first_day, last_day, original_amount, again_of, invoice_id, reversed_at, reversed_by, reverse_reason, credit_note_id, created_by, created_at',
)
type ChargeRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

export type FoundCharge = { scope: Scope; charge: Charge }

const foundFrom = (row: ChargeRow): FoundCharge => ({ scope: scopeOf(row), charge: plain.fromRow(row) })

const columns = (charge: Charge): Columns => {
  const { id: _id, version: _version, ...columns } = plain.toRow(charge)
  return columns
}

/** Inserts charges. If two transactions charge the same source at the same time, the later one is retried and finds the existing charge. */
export const insert = (tx: Tx, caller: Scope & Author, charges: readonly Charge[]): Promise<void> =>
  insertScoped(tx, caller, 'charge', charges.map(plain.toRow))

export const save = (tx: Tx, caller: Scope & Author, before: Charge, charge: Charge): Promise<Charge> =>
  saveScoped(tx, caller, 'charge', plain.toRow, before, charge)

/** Saves changed charges. `before`: the charges as they were loaded. All charges must change the same columns to the same values. */
export const saveAll = async (tx: Tx, caller: Scope & Author, before: readonly Charge[], after: readonly Charge[]): Promise<void> => {
  if (before.length === 0) return
  const changes = before.map((charge, index) => {
    const [was, is] = [columns(charge), columns(after[index]!)]
    return { type: 'charge', id: charge.id, version: charge.version + 1, before: was, after: is } as const
  })
  await updateAllVersioned(tx, 'charges', caller, before, { columns: changedColumns(changes[0]!.before, changes[0]!.after) })
  await recordChanges(tx, caller, caller, changes)
}

/** Puts charges on invoices in one statement. If another transaction took one of the charges, this transaction is restarted. */
export const putOnInvoices = async (
  tx: Tx,
  caller: Scope & Author,
  taken: readonly { charge: Charge; invoiceId: string }[],
): Promise<void> => {
  if (taken.length === 0) return
  const params = scopeValues(caller)
  const rows = taken.map(
    ({ charge: { id, version }, invoiceId }) =>
      `(cast($${params.push(id)} as text), cast($${params.push(version)} as bigint), cast($${params.push(invoiceId)} as text))`,
  )
  const changed = await tx.execute(
    `with taken (id, version, invoice_id) as (values ${rows.join(', ')})
     update charges set version = charges.version + 1, invoice_id = taken.invoice_id from taken
     where charges.business_id = $1 and charges.mode = $2 and charges.id = taken.id and charges.version = taken.version`,
    params,
  )
  if (changed !== taken.length) throw new StaleWrite(`${taken.length - changed} of ${taken.length} charges have changed`)
  await recordChanges(
    tx,
    caller,
    caller,
    taken.map(({ charge, invoiceId }) => ({
      type: 'charge',
      id: charge.id,
      version: charge.version + 1,
      before: columns(charge),
      after: columns({ ...charge, invoiceId }),
    })),
  )
}

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundCharge> =>
  foundFrom(await loadRow<ChargeRow>(db, 'chg', id, BY_TOKEN))

const select = async (db: Pick<Query, 'query'>, where: string, params: readonly Value[], limit = ''): Promise<Charge[]> =>
  (await db.query<ChargeRow>(`select * from charges where ${where} order by created_at, id${limit}`, params)).map(plain.fromRow)

export const ofInvoice = (db: Query, scope: Scope, invoiceId: string): Promise<Charge[]> =>
  select(db, `${IN_SCOPE} and invoice_id = $3`, scopeValues(scope, invoiceId))

/** The charges with these ids, oldest first. Unknown ids are ignored. */
export const ofIds = (db: Query, scope: Scope, ids: readonly string[]): Promise<Charge[]> =>
  ids.length === 0 ? Promise.resolve([]) : select(db, `${IN_SCOPE} and id in (${parameters(ids.length, 3)})`, scopeValues(scope, ...ids))

/** The unreversed charge of a source, or null if the source has no such charge. */
export const activeOfSource = async (db: Query, scope: Scope, source: string): Promise<Charge | null> =>
  (await select(db, `${IN_SCOPE} and source = $3 and reversed_at is null`, scopeValues(scope, source)))[0] ?? null

/** The charges of this kind for these packages, except reversed charges. */
export const activeOfPackages = (db: Query, scope: Scope, packageIds: readonly string[], kind: ChargeKind): Promise<Charge[]> =>
  select(
    db,
    `${IN_SCOPE} and kind = $3 and package_id in (${parameters(packageIds.length, 4)}) and reversed_at is null`,
    scopeValues(scope, kind, ...packageIds),
  )

export type WaitingFilter = { payerId?: string | null; packageIds?: readonly string[]; quoteIds?: readonly string[]; before?: number }

/** Charges without an invoice, oldest first. */
export const waiting = (db: Query, scope: Scope, filter: WaitingFilter, limit: number): Promise<Charge[]> => {
  const params = scopeValues(scope)
  let where = `${IN_SCOPE} and invoice_id is null and reversed_at is null`
  if (filter.payerId === null) where += ' and payer_id is null'
  else if (filter.payerId !== undefined) where += ` and payer_id = $${params.push(filter.payerId)}`
  if (filter.before !== undefined) where += ` and created_at < $${params.push(filter.before)}`
  const named = [
    ['package_id', filter.packageIds],
    ['quote_id', filter.quoteIds],
  ] as const
  const among = named.flatMap(([column, ids]) =>
    ids && ids.length > 0 ? [`${column} in (${ids.map((id) => `$${params.push(id)}`).join(', ')})`] : [],
  )
  if (among.length > 0) where += ` and (${among.join(' or ')})`
  return select(db, where, params, ` limit $${params.push(limit)}`)
}

/** At most `limit` uninvoiced charges for a customer's goods. The business may be the payer of some of them. */
export const waitingOfCustomer = (db: Query, scope: Scope, customerId: string, limit: number): Promise<Charge[]> =>
  select(
    db,
    `id in (select id from charges where ${IN_SCOPE} and customer_id = $3 and invoice_id is null and reversed_at is null
       order by id limit $4) and ${IN_SCOPE}`,
    scopeValues(scope, customerId, limit),
  )

/**
 * At most `limit` charges on draft invoices of the customer. Reads the drafts first, because there are few, and then the charges of each
 * draft.
 */
export const draftedOfCustomer = async (db: Query, scope: Scope, customerId: string, limit: number): Promise<Charge[]> => {
  const drafts = await db.query<{ id: string }>(
    `select id from invoices where ${IN_SCOPE} and payer_id = $3 and number is null and discarded_at is null`,
    scopeValues(scope, customerId),
  )
  const drafted: Charge[] = []
  for (const { id } of drafts) {
    if (drafted.length >= limit) break
    const some = scopeValues(scope, id, limit - drafted.length)
    drafted.push(...(await select(db, `${IN_SCOPE} and invoice_id = $3`, some, ' limit $4')))
  }
  return drafted
}

/** Ids of a customer's uninvoiced charges for these packages or quotes. `column` says whether `ids` are ids of packages or of quotes. */
export const waitingFor = async (
  db: Query,
  scope: Scope,
  customerId: string,
  column: 'package_id' | 'quote_id',
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const sql = `select id from charges where ${IN_SCOPE} and customer_id = $3 and ${column} in (${parameters(ids.length, 4)})
    and invoice_id is null and reversed_at is null order by id`
  return (await db.query<{ id: string }>(sql, scopeValues(scope, customerId, ...ids))).map(({ id }) => id)
}

/** The charges with these ids that still have no invoice, oldest first. */
export const stillWaiting = (db: Query, scope: Scope, ids: readonly string[]): Promise<Charge[]> =>
  select(
    db,
    `${IN_SCOPE} and id in (${parameters(ids.length, 3)}) and invoice_id is null and reversed_at is null`,
    scopeValues(scope, ...ids),
  )

/** Every business and mode that has charges without an invoice. */
export const waitingScopes = async (db: Query): Promise<Scope[]> =>
  (
    await db.query<{ business_id: string; mode: Mode }>(
      'select distinct business_id, mode from charges where invoice_id is null and reversed_at is null order by business_id, mode',
    )
  ).map(scopeOf)

export type ChargeFilter = {
  mode: Mode
  businessId?: string
  kind?: ChargeKind
  packageId?: string
  quoteId?: string
  /** Lists only charges that are for this customer's goods or that this customer pays. */
  customerId?: string
  isWaiting?: boolean
}

export const list = (db: Query, filter: ChargeFilter, page: PageRequest): Promise<Page<FoundCharge>> => {
  const params: Value[] = [filter.mode]
  const named = { business_id: filter.businessId, kind: filter.kind, package_id: filter.packageId, quote_id: filter.quoteId }
  let where = `mode = $1${equals(named, params)}`
  if (filter.customerId !== undefined) {
    const own = `$${params.push(filter.customerId)}`
    where += ` and (customer_id = ${own} or payer_id = ${own})`
  }
  if (filter.isWaiting === true) where += ' and invoice_id is null and reversed_at is null'
  return listPage(db, 'select * from charges', where, params, { ...page, order: newestFirst(filter.mode) }, foundFrom)
}

export const all = (db: Pick<Query, 'query'>, scope: Scope): Promise<Charge[]> => select(db, IN_SCOPE, scopeValues(scope))
