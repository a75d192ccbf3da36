// Payments, their allocations, and refunds.

import type { Allocation, Payment, PaymentMethod, Refund } from '../../domain/billing/payment.ts'
import { referenceKey } from '../../domain/billing/payment.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../platform/engine/paging.ts'
import { equals, readRow } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { insertScoped, saveScoped } from '../audit/scoped-rows.ts'
import { loadRow, loadScopedRow } from '../values/rows-by-token.ts'
import type { Payers } from './payers.ts'
import { ofPayers } from './payers.ts'

const plain = columnsOf<Payment>()(
  'id, version, number, payer_id, method, amount_kobo, withheld_kobo, reference, note, allocated_kobo, refunded_kobo, reversed_at, reversed_by, reverse_reason, taken_by, receipt_date, paid_on, paid_at, created_at',
)
type PaymentRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

const allocation = columnsOf<Allocation>()('id, payment_id, invoice_id, amount_kobo, created_by, created_at')
type AllocationRow = ReturnType<typeof allocation.toRow>

const refund = columnsOf<Refund>()('id, payment_id, method, amount_kobo, reference, reason, created_by, created_at')
type RefundRow = ReturnType<typeof refund.toRow>

export type FoundPayment = { scope: Scope; payment: Payment }

const foundFrom = (row: PaymentRow): FoundPayment => ({ scope: scopeOf(row), payment: plain.fromRow(row) })

export const insert = (tx: Tx, caller: Scope & Author, payment: Payment): Promise<void> =>
  insertScoped(tx, caller, 'payment', [
    { ...plain.toRow(payment), reference_key: payment.reference === null ? null : referenceKey(payment.reference) },
  ])

export const save = (tx: Tx, caller: Scope & Author, before: Payment, payment: Payment): Promise<Payment> =>
  saveScoped(tx, caller, 'payment', plain.toRow, before, payment)

export const insertAllocation = (tx: Tx, caller: Scope & Author, made: Allocation): Promise<void> =>
  insertScoped(tx, caller, 'payment_allocation', [allocation.toRow(made)])

export const insertRefund = (tx: Tx, caller: Scope & Author, made: Refund): Promise<void> =>
  insertScoped(tx, caller, 'refund', [refund.toRow(made)])

export const load = async (db: Query, scope: Scope, id: string): Promise<Payment> =>
  plain.fromRow(await loadScopedRow<PaymentRow>(db, scope, 'pay', id))

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundPayment> => foundFrom(await loadRow<PaymentRow>(db, 'pay', id))

/**
 * Finds a payment of this payer by method and reference. Ignores reversed payments. Case and spaces in the reference make no difference.
 */
export const findByReference = (
  db: Query,
  scope: Scope,
  { payerId, method, reference }: { payerId: string | null; method: PaymentMethod; reference: string },
): Promise<Payment | null> =>
  readRow(
    db,
    `select * from payments where ${IN_SCOPE} and coalesce(payer_id, '') = $3 and method = $4 and reference_key = $5 and reversed_at is null`,
    scopeValues(scope, payerId ?? '', method, referenceKey(reference)),
    plain.fromRow,
  )

/** Payers with unused credit. Null stands for the business itself. */
export const payersWithCredit = async (db: Query, scope: Scope): Promise<Set<string | null>> => {
  const rows = await db.query<{ payer_id: string | null }>(
    `select distinct payer_id from payments where ${IN_SCOPE} and reversed_at is null and amount_kobo > allocated_kobo + refunded_kobo`,
    scopeValues(scope),
  )
  return new Set(rows.map((row) => row.payer_id))
}

/** Payments with credit left, oldest first. */
export const withCredit = async (db: Query, scope: Scope, payers: Payers): Promise<Payment[]> => {
  const params = scopeValues(scope)
  const of = ofPayers(payers, params)
  const rows = await db.query<PaymentRow>(
    `select * from payments where ${IN_SCOPE} and ${of} and reversed_at is null and amount_kobo > allocated_kobo + refunded_kobo
     order by created_at, id`,
    params,
  )
  return rows.map(plain.fromRow)
}

const allocationsWhere = async (db: Query, scope: Scope, column: string, id: string): Promise<Allocation[]> =>
  (
    await db.query<AllocationRow>(
      `select * from payment_allocations where ${IN_SCOPE} and ${column} = $3 order by created_at, id`,
      scopeValues(scope, id),
    )
  ).map(allocation.fromRow)

export const allocationsOf = (db: Query, scope: Scope, paymentId: string): Promise<Allocation[]> =>
  allocationsWhere(db, scope, 'payment_id', paymentId)

export const allocationsTo = (db: Query, scope: Scope, invoiceId: string): Promise<Allocation[]> =>
  allocationsWhere(db, scope, 'invoice_id', invoiceId)

export const refundsOf = async (db: Query, scope: Scope, paymentId: string): Promise<Refund[]> =>
  (
    await db.query<RefundRow>(
      `select * from refunds where ${IN_SCOPE} and payment_id = $3 order by created_at, id`,
      scopeValues(scope, paymentId),
    )
  ).map(refund.fromRow)

/** `createdSince` is inclusive, `createdBefore` is exclusive. */
export type PaymentFilter = {
  mode: Mode
  businessId?: string
  reference?: string
  payerId?: string
  createdSince?: number
  createdBefore?: number
}

export const list = (db: Query, filter: PaymentFilter, page: PageRequest): Promise<Page<FoundPayment>> => {
  const params: Value[] = [filter.mode]
  const named = { business_id: filter.businessId, reference: filter.reference, payer_id: filter.payerId }
  let where = `mode = $1${equals(named, params)}`
  if (filter.createdSince !== undefined) where += ` and created_at >= $${params.push(filter.createdSince)}`
  if (filter.createdBefore !== undefined) where += ` and created_at < $${params.push(filter.createdBefore)}`
  return listPage(db, 'select * from payments', where, params, { ...page, order: newestFirst(filter.mode) }, foundFrom)
}

export const all = async (
  db: Pick<Query, 'query'>,
  { businessId, mode }: Scope,
): Promise<{ payments: Payment[]; allocations: Allocation[]; refunds: Refund[] }> => {
  const of = (table: string): [string, Value[]] => [`select * from ${table} where ${IN_SCOPE} order by created_at, id`, [businessId, mode]]
  return {
    payments: (await db.query<PaymentRow>(...of('payments'))).map(plain.fromRow),
    allocations: (await db.query<AllocationRow>(...of('payment_allocations'))).map(allocation.fromRow),
    refunds: (await db.query<RefundRow>(...of('refunds'))).map(refund.fromRow),
  }
}
