// Tax that payers withheld when they paid invoices. Each withheld amount is a claim: the payer owes a tax certificate for the amount.

import type { WithheldTax } from '../../../domain/billing/withholding/withheld-tax.ts'
import type { Mode, Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../../platform/engine/paging.ts'
import { equals, parameters } from '../../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../../platform/engine/scope.ts'
import type { Author } from '../../audit/audit.ts'
import { insertScoped, saveScoped } from '../../audit/scoped-rows.ts'
import type { PayerSum, Payers } from '../payers.ts'
import { ofPayers } from '../payers.ts'

const plain = columnsOf<WithheldTax>()(
  'id, version, payment_id, invoice_id, payer_id, amount_kobo, certified_kobo, withheld_on, withheld_at, reversed_at, created_at',
)
type WithheldRow = ReturnType<typeof plain.toRow>
type NamedRow = WithheldRow & { business_id: string; mode: Mode; invoice_number: string; receipt_number: string }

export type FoundWithheld = { scope: Scope; withheld: WithheldTax; invoiceNumber: string; receiptNumber: string }

const foundFrom = (row: NamedRow): FoundWithheld => ({
  scope: scopeOf(row),
  withheld: plain.fromRow(row),
  invoiceNumber: row.invoice_number,
  receiptNumber: row.receipt_number,
})

export const insert = (tx: Tx, caller: Scope & Author, made: readonly WithheldTax[]): Promise<void> =>
  insertScoped(tx, caller, 'withheld_tax', made.map(plain.toRow))

export const save = (tx: Tx, caller: Scope & Author, before: WithheldTax, after: WithheldTax): Promise<WithheldTax> =>
  saveScoped(tx, caller, 'withheld_tax', plain.toRow, before, after)

/** This condition is written as in the partial index of open claims, so that the index is used. */
const IS_OPEN = 'reversed_at is null and certified_kobo < amount_kobo'

const among = async (db: Query, scope: Scope, column: string, ids: readonly string[]): Promise<WithheldTax[]> => {
  if (ids.length === 0) return []
  const sql = `select * from withheld_taxes where ${IN_SCOPE} and ${column} in (${parameters(ids.length, 3)}) order by withheld_at, id`
  return (await db.query<WithheldRow>(sql, scopeValues(scope, ...ids))).map(plain.fromRow)
}

/** The claims with these ids, oldest first. */
export const ofIds = (db: Query, scope: Scope, ids: readonly string[]): Promise<WithheldTax[]> => among(db, scope, 'id', ids)

export const ofPayment = (db: Query, scope: Scope, paymentId: string): Promise<WithheldTax[]> => among(db, scope, 'payment_id', [paymentId])

export const ofInvoices = (db: Query, scope: Scope, invoiceIds: readonly string[]): Promise<WithheldTax[]> =>
  among(db, scope, 'invoice_id', invoiceIds)

/** Claims against these payers, oldest first. Leaves out claims that certificates fully cover. */
export const openOf = async (db: Query, scope: Scope, payers: Payers, max: number): Promise<WithheldTax[]> => {
  const params = scopeValues(scope)
  const of = ofPayers(payers, params)
  const sql = `select * from withheld_taxes where ${IN_SCOPE} and ${of} and ${IS_OPEN} order by withheld_at, id limit ${max}`
  return (await db.query<WithheldRow>(sql, params)).map(plain.fromRow)
}

export type WithheldFilter = { mode: Mode; businessId?: string; payerId?: string; isOpen?: boolean }

export const list = (db: Query, { mode, businessId, payerId, isOpen }: WithheldFilter, page: PageRequest): Promise<Page<FoundWithheld>> => {
  const params: Value[] = [mode]
  const where = `mode = $1${equals({ business_id: businessId, payer_id: payerId }, params)}${isOpen === true ? ` and ${IS_OPEN}` : ''}`
  const named = `select withheld_taxes.*,
      (select number from invoices where invoices.business_id = withheld_taxes.business_id and invoices.mode = withheld_taxes.mode
         and invoices.id = withheld_taxes.invoice_id) as invoice_number,
      (select number from payments where payments.business_id = withheld_taxes.business_id and payments.mode = withheld_taxes.mode
         and payments.id = withheld_taxes.payment_id) as receipt_number
    from withheld_taxes`
  return listPage(db, named, where, params, { ...page, order: newestFirst(mode) }, foundFrom)
}

/** For each payer, the withheld tax that certificates do not cover yet. */
export const openByPayer = async (db: Query, mode: Mode, businessId: string | null): Promise<PayerSum[]> => {
  const rows = await db.query<{ business_id: string; payer_id: string | null; kobo: number }>(
    `select business_id, payer_id, cast(sum(amount_kobo - certified_kobo) as bigint) as kobo from withheld_taxes
     where mode = $1${businessId === null ? '' : ' and business_id = $2'} and ${IS_OPEN}
     group by business_id, payer_id order by business_id, payer_id`,
    businessId === null ? [mode] : [mode, businessId],
  )
  return rows.map((row) => ({ businessId: row.business_id, payerId: row.payer_id, kobo: row.kobo }))
}

export const all = async (db: Pick<Query, 'query'>, { businessId, mode }: Scope): Promise<WithheldTax[]> =>
  (await db.query<WithheldRow>(`select * from withheld_taxes where ${IN_SCOPE} order by created_at, id`, [businessId, mode])).map(
    plain.fromRow,
  )
