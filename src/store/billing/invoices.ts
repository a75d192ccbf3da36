// Invoices. The printed content is stored as it was issued.

import type { Invoice, InvoiceStatus, Paper } from '../../domain/billing/invoice.ts'
import { readInvoiceNumber } from '../../domain/billing/paper-number.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { chunks, parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { insertScoped, saveScoped } from '../audit/scoped-rows.ts'
import { loadScopedRow } from '../values/rows-by-token.ts'
import type { Payers } from './payers.ts'
import { ofPayers } from './payers.ts'

const plain = columnsOf<Omit<Invoice, 'paper'>>()(
  'id, version, payer_id, number, issued_at, issue_date, due_date, net_kobo, tax_kobo, total_kobo, paid_kobo, credited_kobo, written_off_kobo, discarded_at, created_by, created_at',
)
type InvoiceRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode; paper: string | null }

export type FoundInvoice = { scope: Scope; invoice: Invoice }

const fromRow = (row: InvoiceRow): Invoice => ({
  ...plain.fromRow(row),
  paper: row.paper === null ? null : (JSON.parse(row.paper) as Paper),
})

export const foundFrom = (row: InvoiceRow): FoundInvoice => ({ scope: scopeOf(row), invoice: fromRow(row) })

const toRow = (invoice: Invoice) => ({ ...plain.toRow(invoice), paper: invoice.paper && JSON.stringify(invoice.paper) })

export const insert = (tx: Tx, caller: Scope & Author, ...made: Invoice[]): Promise<void> =>
  insertScoped(tx, caller, 'invoice', made.map(toRow))

export const save = (tx: Tx, caller: Scope & Author, before: Invoice, invoice: Invoice): Promise<Invoice> =>
  saveScoped(tx, caller, 'invoice', toRow, before, invoice)

const SELECT = 'select * from invoices'

/** The amount that was paid, credited or written off. */
const SETTLED_KOBO = 'paid_kobo + credited_kobo + coalesce(written_off_kobo, 0)'
/** The amount that is still owed on an issued invoice. */
export const OPEN_KOBO = `total_kobo - (${SETTLED_KOBO})`

export const load = async (db: Query, scope: Scope, id: string): Promise<Invoice> =>
  fromRow(await loadScopedRow<InvoiceRow>(db, scope, 'inv', id))

const noInvoice = (): Rejection => new Rejection('NOT_FOUND', 'No such invoice.')

/**
 * Finds an invoice by token or number. In test mode, several businesses may use the same number. An invoice with such a number is found by
 * token only.
 */
export const loadOfAnyBusiness = async (db: Query, idOrNumber: string): Promise<FoundInvoice> => {
  const [column, value] = isId('inv', idOrNumber) ? ['id', idOrNumber] : ['number', readInvoiceNumber(idOrNumber)]
  const rows = value === null ? [] : await db.query<InvoiceRow>(`${SELECT} where ${column} = $1 limit 2`, [value])
  if (rows.length !== 1) throw noInvoice()
  return foundFrom(rows[0]!)
}

export type InvoiceMention = Pick<Invoice, 'id' | 'payerId'>

const NAMES_AT_ONCE_MAX = 500

/** Like `loadOfAnyBusiness`, for many tokens or numbers at once. Throws if a token or number matches no invoice, or several invoices. */
export const mentionedOfAnyBusiness = async (db: Query, names: readonly string[]): Promise<ReadonlyMap<string, InvoiceMention>> => {
  const found = new Map<string, InvoiceMention[]>()
  const read = async (column: 'id' | 'number', values: readonly string[]): Promise<void> => {
    for (const some of chunks(values, NAMES_AT_ONCE_MAX)) {
      const sql = `select id, number, payer_id from invoices where ${column} in (${parameters(some.length, 1)})`
      for (const row of await db.query<Pick<InvoiceRow, 'id' | 'number' | 'payer_id'>>(sql, some)) {
        const mention = { id: row.id, payerId: row.payer_id }
        found.set(row[column]!, [...(found.get(row[column]!) ?? []), mention].slice(0, 2))
      }
    }
  }
  const keys = new Map([...new Set(names)].map((name) => [name, isId('inv', name) ? name : (readInvoiceNumber(name) ?? '')]))
  const [ids, numbers] = [new Set<string>(), new Set<string>()]
  for (const key of keys.values()) (isId('inv', key) ? ids : numbers).add(key)
  await read('id', [...ids])
  await read('number', [...numbers])
  return new Map(
    [...keys].map(([name, key]) => {
      const [only, other] = found.get(key) ?? []
      if (!only || other) throw noInvoice()
      return [name, only]
    }),
  )
}

/**
 * Whether an amount is still owed. The comparison without write-offs repeats the condition of the partial index of open invoices, so that
 * the index is used.
 */
export const IS_OPEN = `number is not null and total_kobo > paid_kobo + credited_kobo and total_kobo > ${SETTLED_KOBO}`

const ofPayer = (payerId: string | null | undefined, params: Value[]): string => {
  if (payerId === undefined) return ''
  return payerId === null ? ' and payer_id is null' : ` and payer_id = $${params.push(payerId)}`
}

/** The open invoices of these payers. If `payers` is undefined, the open invoices of all payers. */
export const open = async (db: Query, scope: Scope, payers?: Payers): Promise<Invoice[]> => {
  const params = scopeValues(scope)
  const where = `${IN_SCOPE} and ${IS_OPEN}${payers === undefined ? '' : ` and ${ofPayers(payers, params)}`}`
  return (await db.query<InvoiceRow>(`${SELECT} where ${where} order by due_date, number`, params)).map(fromRow)
}

/**
 * Open invoices with a due date after `since` and before `today`, for which there is no overdue message yet. `after`: the last invoice of
 * the previous batch.
 */
export const overdueUntold = async (
  db: Query,
  scope: Scope,
  { since, today, after }: { since: string; today: string; after: { dueDate: string; id: string } },
  limit: number,
): Promise<Invoice[]> => {
  const rows = await db.query<InvoiceRow>(
    `${SELECT} where ${IN_SCOPE} and ${IS_OPEN} and due_date > $3 and due_date < $4 and (due_date, id) > ($5, $6)
       and not exists (select 1 from messages where messages.invoice_id = invoices.id and purpose = 'invoice_overdue')
     order by due_date, id limit $7`,
    scopeValues(scope, since, today, after.dueDate, after.id, limit),
  )
  return rows.map(fromRow)
}

const IN_STATUS: Record<InvoiceStatus, string> = {
  draft: 'number is null and discarded_at is null',
  discarded: 'discarded_at is not null',
  void: 'number is not null and credited_kobo = total_kobo',
  paid: `number is not null and credited_kobo < total_kobo and ${SETTLED_KOBO} >= total_kobo and coalesce(written_off_kobo, 0) = 0`,
  written_off: `number is not null and credited_kobo < total_kobo and ${SETTLED_KOBO} >= total_kobo and written_off_kobo > 0`,
  part_paid: `number is not null and paid_kobo > 0 and ${SETTLED_KOBO} < total_kobo`,
  issued: `number is not null and paid_kobo = 0 and ${SETTLED_KOBO} < total_kobo`,
}

export type InvoiceFilter = {
  mode: Mode
  businessId?: string
  status?: readonly InvoiceStatus[]
  /** `issuedSince` is inclusive, `issuedBefore` is exclusive. */
  issuedSince?: number
  issuedBefore?: number
  isIssued?: boolean
  isOverdueOn?: string
  isOpen?: boolean
  number?: string
  /** The customer who pays. Null for invoices that the business pays. Undefined for all payers. */
  payerId?: string | null
  /**
   * Limits the list to invoices with charges for this package. The freight of the package's booking is one of these charges. Needs
   * `businessId`.
   */
  packageId?: string
}

/**
 * A subquery for the invoices of a package. $1 must be the mode, and $2 the business. The part after `union` finds the freight charge,
 * which all packages of a booking share.
 */
const ofPackage = (packageId: string): string => `
  select invoice_id from charges where mode = $1 and business_id = $2 and package_id = ${packageId} and invoice_id is not null
  union
  select charges.invoice_id from charges join packages on packages.business_id = charges.business_id
    and packages.mode = charges.mode and packages.quote_id = charges.quote_id
  where charges.mode = $1 and charges.business_id = $2 and packages.id = ${packageId} and charges.kind = 'freight'
    and charges.invoice_id is not null`

/** Returns rows unparsed, because a page may hold a hundred invoices of a thousand lines each. */
export const list = (db: Query, filter: InvoiceFilter, page: PageRequest): Promise<Page<InvoiceRow>> => {
  const params: Value[] = [filter.mode]
  let where = 'mode = $1'
  if (filter.businessId !== undefined) where += ` and business_id = $${params.push(filter.businessId)}`
  if (filter.status !== undefined) where += ` and (${filter.status.map((status) => IN_STATUS[status]).join(' or ')})`
  if (filter.issuedSince !== undefined) where += ` and issued_at >= $${params.push(filter.issuedSince)}`
  if (filter.issuedBefore !== undefined) {
    const before = `$${params.push(filter.issuedBefore)}`
    // With the condition on `created_at`, the database can use the index of that column. The result stays the same, because invoices are
    // created before they are issued.
    where += ` and issued_at < ${before} and created_at < ${before}`
  }
  if (filter.isIssued === true) where += ' and number is not null'
  if (filter.number !== undefined) where += ` and number = $${params.push(filter.number)}`
  if (filter.isOpen === true) where += ` and ${IS_OPEN}`
  if (filter.isOverdueOn !== undefined) where += ` and ${IS_OPEN} and due_date < $${params.push(filter.isOverdueOn)}`
  if (filter.packageId !== undefined) where += ` and id in (${ofPackage(`$${params.push(filter.packageId)}`)})`
  where += ofPayer(filter.payerId, params)
  return listPage(db, SELECT, where, params, page, (row: InvoiceRow) => row)
}

type OpenSum = {
  businessId: string
  payerId: string | null
  dueDate: string
  openKobo: number
  invoices: number
}

const openSum = columnsOf<OpenSum>()('business_id, payer_id, due_date, open_kobo, invoices')

/** Open amounts of a mode, summed per business, payer and due date. */
export const openByDueDate = async (db: Query, mode: Mode, businessId: string | null): Promise<OpenSum[]> => {
  const params: Value[] = businessId === null ? [mode] : [mode, businessId]
  const rows = await db.query<ReturnType<typeof openSum.toRow>>(
    `select business_id, payer_id, due_date, cast(sum(${OPEN_KOBO}) as bigint) as open_kobo, count(*) as invoices
     from invoices where mode = $1${businessId === null ? '' : ' and business_id = $2'} and ${IS_OPEN}
     group by business_id, payer_id, due_date order by business_id, payer_id, due_date`,
    params,
  )
  return rows.map(openSum.fromRow)
}

export const all = async (db: Pick<Query, 'query'>, scope: Scope): Promise<Invoice[]> =>
  (await db.query<InvoiceRow>(`${SELECT} where ${IN_SCOPE} order by created_at, id`, scopeValues(scope))).map(fromRow)
