// Sums of charges without an invoice and of charges on draft invoices, by payer.

import type { Mode, Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Value } from '../../../platform/engine/db.ts'
import { IN_SCOPE } from '../../../platform/engine/scope.ts'

export type WaitingSum = { payerId: string | null; charges: number; netKobo: number; taxKobo: number }

const plain = columnsOf<WaitingSum>()('payer_id, charges, net_kobo, tax_kobo')
type SumRow = ReturnType<typeof plain.toRow>

const SUMS = 'count(*) as charges, cast(sum(net_kobo) as bigint) as net_kobo, cast(sum(tax_kobo) as bigint) as tax_kobo'

export const waitingSums = async (db: Query, { businessId, mode }: Scope): Promise<WaitingSum[]> =>
  (
    await db.query<SumRow>(
      `select payer_id, ${SUMS} from charges
       where ${IN_SCOPE} and invoice_id is null and reversed_at is null group by payer_id`,
      [businessId, mode],
    )
  ).map(plain.fromRow)

/** Sums of charges on draft invoices, by business and payer. If `businessId` is null, includes all businesses. */
export const draftSums = async (db: Query, mode: Mode, businessId: string | null): Promise<(WaitingSum & { scope: Scope })[]> => {
  const params: Value[] = [mode]
  const ofBusiness = businessId === null ? '' : ` and invoices.business_id = $${params.push(businessId)}`
  const rows = await db.query<SumRow & { business_id: string }>(
    `select invoices.business_id, invoices.payer_id, count(*) as charges,
       cast(sum(charges.net_kobo) as bigint) as net_kobo, cast(sum(charges.tax_kobo) as bigint) as tax_kobo
     from invoices
     join charges on charges.business_id = invoices.business_id and charges.mode = invoices.mode and charges.invoice_id = invoices.id
     where invoices.mode = $1${ofBusiness} and invoices.number is null and invoices.discarded_at is null
     group by invoices.business_id, invoices.payer_id order by invoices.business_id`,
    params,
  )
  return rows.map((row) => ({ ...plain.fromRow(row), scope: { businessId: row.business_id, mode } }))
}
