// Sums for the tax report: lines of invoices and credit notes issued in a range of days, and the tax of charges that are not invoiced yet.

import { isSupply, NO_SUPPLY } from '../../../domain/billing/charge-kind.ts'
import type { Paper, PaperLine } from '../../../domain/billing/invoice.ts'
import type { TaxedSum } from '../../../domain/billing/tax-report.ts'
import type { Mode } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Value } from '../../../platform/engine/db.ts'

/** `businessId`: undefined stands for all businesses. `from` and `to`: the first and the last day, both included. */
export type TaxRange = { mode: Mode; businessId: string | undefined; from: string; to: string }

const plain = columnsOf<TaxedSum>()('category, percent, direction, reason, net_kobo, tax_kobo')

const inRange = (table: string, { mode, businessId, from, to }: TaxRange, params: Value[]): string => {
  params.push(mode, from, to)
  const of = businessId === undefined ? '' : ` and ${table}.business_id = $${params.push(businessId)}`
  return `${table}.mode = $1 and ${table}.issue_date >= $2 and ${table}.issue_date <= $3${of}`
}

/**
 * Sums the lines of issued invoices. The lines are read from the charges, because invoiced charges do not change. Older freight charges
 * have no `direction`, so the direction of their quote is used.
 */
export const ofInvoices = async (db: Query, range: TaxRange): Promise<TaxedSum[]> => {
  const params: Value[] = []
  const direction = 'coalesce(charges.direction, quotes.direction)'
  const rows = await db.query<ReturnType<typeof plain.toRow>>(
    `select charges.tax_category as category, charges.tax_percent as percent, ${direction} as direction, charges.tax_reason as reason,
       cast(sum(charges.net_kobo) as bigint) as net_kobo, cast(sum(charges.tax_kobo) as bigint) as tax_kobo
     from invoices
     join charges on charges.business_id = invoices.business_id and charges.mode = invoices.mode and charges.invoice_id = invoices.id
     left join quotes on charges.direction is null and charges.kind = 'freight'
       and quotes.business_id = charges.business_id and quotes.mode = charges.mode and quotes.id = charges.quote_id
     where ${inRange('invoices', range, params)} and invoices.number is not null and charges.kind not in (${NO_SUPPLY.map((kind) => `'${kind}'`).join(', ')})
     group by charges.tax_category, charges.tax_percent, ${direction}, charges.tax_reason`,
    params,
  )
  return rows.map(plain.fromRow)
}

const NOTES_AT_ONCE = 500

const sumOf = ({ taxCategory = null, taxPercent, taxReason = null, direction = null, netKobo, taxKobo }: PaperLine): TaxedSum => ({
  ...{ category: taxCategory, percent: taxPercent, direction, reason: taxReason },
  ...{ netKobo, taxKobo },
})

/**
 * Sums the lines of credit notes. The lines are read from the stored credit notes and not from charges, because a credit note may cover
 * only a part of a charge.
 */
export const ofCreditNotes = async (db: Query, range: TaxRange): Promise<TaxedSum[]> => {
  const sums: TaxedSum[] = []
  for (let after = ''; ; ) {
    const params: Value[] = []
    const rows = await db.query<{ id: string; paper: string }>(
      `select id, paper from credit_notes where ${inRange('credit_notes', range, params)} and id > $${params.push(after)}
       order by id limit ${NOTES_AT_ONCE}`,
      params,
    )
    sums.push(...rows.flatMap(({ paper }) => (JSON.parse(paper) as Paper).lines.filter(({ kind }) => isSupply(kind)).map(sumOf)))
    if (rows.length < NOTES_AT_ONCE) return sums
    after = rows.at(-1)!.id
  }
}

/** The tax of charges that are not on an issued invoice. The ledger already includes this tax, but the tax report does not. */
export const notInvoicedKobo = async (db: Query, { mode, businessId }: Pick<TaxRange, 'mode' | 'businessId'>): Promise<number> => {
  const of = businessId === undefined ? '' : ' and business_id = $2'
  const params = businessId === undefined ? [mode] : [mode, businessId]
  const [row] = await db.query<{ kobo: number }>(
    `select cast(coalesce(sum(kobo), 0) as bigint) as kobo from (
       select tax_kobo as kobo from charges where mode = $1${of} and invoice_id is null and reversed_at is null
       union all select tax_kobo from invoices where mode = $1${of} and number is null and discarded_at is null) as waiting`,
    params,
  )
  return row!.kobo
}
