// Amounts that are owed for packages and by payers, read from charges, invoices and payments.

import type { OwedCharge, PayerAccount } from '../../domain/billing/release.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Value } from '../../platform/engine/db.ts'
import { chunks } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import { IS_OPEN, OPEN_KOBO } from './invoices.ts'
import type { Payers } from './payers.ts'
import { ofPayers } from './payers.ts'

const PACKAGES_PER_READ = 500
const OVERDUE_NAMED_MAX = 5

const plain = columnsOf<OwedCharge>()(
  'id, kind, description, package_id, quote_id, payer_id, total_kobo, created_at, again_of, invoice_id, invoice_number, open_kobo, due_date',
)
type OwedRow = ReturnType<typeof plain.toRow>

const fromRow = (row: OwedRow): OwedCharge => ({ ...plain.fromRow(row), openKobo: row.invoice_number === null ? null : row.open_kobo })

const among = (column: string, ids: readonly string[], params: Value[]): string =>
  ids.length === 0 ? '1 = 0' : `${column} in (${ids.map((id) => `$${params.push(id)}`).join(', ')})`

/**
 * The unpaid charges for these packages, including the freight of their bookings. Packages are read in batches. The charges of each batch
 * are sorted, oldest first.
 */
export const owedCharges = async (
  db: Query,
  scope: Scope,
  parcels: readonly { id: string; quoteId: string | null }[],
): Promise<OwedCharge[]> => {
  const owed = new Map<string, OwedCharge>()
  for (const batch of chunks(parcels, PACKAGES_PER_READ)) {
    const params = scopeValues(scope)
    const ofPackages = among(
      'charges.package_id',
      batch.map(({ id }) => id),
      params,
    )
    const ofQuotes = among('charges.quote_id', [...new Set(batch.flatMap(({ quoteId }) => quoteId ?? []))], params)
    const rows = await db.query<OwedRow>(
      `select charges.id, charges.kind, charges.description, charges.package_id, charges.quote_id, charges.payer_id,
         charges.net_kobo + charges.tax_kobo as total_kobo, charges.created_at, charges.again_of, charges.invoice_id, invoices.number as invoice_number,
         ${OPEN_KOBO} as open_kobo, invoices.due_date
       from charges left join invoices
         on invoices.business_id = charges.business_id and invoices.mode = charges.mode and invoices.id = charges.invoice_id
       where charges.business_id = $1 and charges.mode = $2 and charges.reversed_at is null
         and (${ofPackages} or (${ofQuotes} and charges.kind = 'freight'))
         and (invoices.number is null or ${OPEN_KOBO} > 0)
       order by charges.created_at, charges.id`,
      params,
    )
    for (const row of rows) owed.set(row.id, fromRow(row))
  }
  return [...owed.values()]
}

/**
 * The balance of a payer, and up to five overdue invoices. The balance equals the balance in the ledger: charges without an invoice, drafts
 * and open invoices, less credit. An invoice is overdue if its due date is before `today`.
 */
export const payerAccount = async (
  db: Query,
  { businessId, mode }: { businessId: string; mode: Mode },
  payers: Payers,
  today: string,
): Promise<PayerAccount> => {
  const params: Value[] = [businessId, mode]
  const ofPayer = `${IN_SCOPE} and ${ofPayers(payers, params)}`
  const isOpen = `${ofPayer} and ${IS_OPEN}`
  const [sums] = await db.query<Record<'waiting' | 'drafted' | 'open' | 'credit', number>>(
    `select
       (select cast(coalesce(sum(net_kobo + tax_kobo), 0) as bigint) from charges
        where ${ofPayer} and invoice_id is null and reversed_at is null) as waiting,
       (select cast(coalesce(sum(total_kobo), 0) as bigint) from invoices
        where ${ofPayer} and number is null and discarded_at is null) as drafted,
       (select cast(coalesce(sum(${OPEN_KOBO}), 0) as bigint) from invoices where ${isOpen}) as open,
       (select cast(coalesce(sum(amount_kobo - allocated_kobo - refunded_kobo), 0) as bigint) from payments
        where ${ofPayer} and reversed_at is null and amount_kobo > allocated_kobo + refunded_kobo) as credit`,
    params,
  )
  const overdue = await db.query<{ number: string }>(
    `select number from invoices where ${isOpen} and due_date < $${params.length + 1} order by due_date, number limit ${OVERDUE_NAMED_MAX}`,
    [...params, today],
  )
  const { waiting, drafted, open, credit } = sums!
  return { balanceKobo: waiting + drafted + open - credit, overdue: overdue.map(({ number }) => number) }
}
