// Charges that have no invoice yet and are due for invoicing under the terms of their business.

import type { Charge } from '../../../domain/billing/charge.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query } from '../../../platform/engine/db.ts'
import { IN_SCOPE, scopeValues } from '../../../platform/engine/scope.ts'

/** The fields that determine the invoice for a charge. */
export type WaitingKey = Pick<Charge, 'id' | 'payerId' | 'quoteId' | 'packageId' | 'netKobo' | 'taxKobo'> & { shipmentId: string | null }

const plain = columnsOf<WaitingKey>()('id, payer_id, quote_id, package_id, net_kobo, tax_kobo, shipment_id')
type KeyRow = ReturnType<typeof plain.toRow>

/**
 * The start of a period, as a time and as a date. The date is for storage charges, which are made the day after the last day that they
 * cover.
 */
export type PeriodStart = { at: number; date: string }

/**
 * Charges without an invoice, sorted by payer, and oldest first for each payer. If `before` is set, returns only charges that belong to
 * earlier periods.
 */
export const waitingKeys = async (db: Query, scope: Scope, before: PeriodStart | null, limit: number): Promise<WaitingKey[]> => {
  const params = scopeValues(scope, limit)
  const until =
    before === null
      ? ''
      : ` and (created_at < $${params.push(before.at)} or (kind = 'storage' and last_day < $${params.push(before.date)}))`
  const rows = await db.query<KeyRow>(
    `select id, payer_id, quote_id, package_id, net_kobo, tax_kobo, null as shipment_id from charges
     where ${IN_SCOPE} and invoice_id is null and reversed_at is null${until}
     order by coalesce(payer_id, ''), created_at, id limit $3`,
    params,
  )
  return rows.map(plain.fromRow)
}

/**
 * Uninvoiced charges whose package has left, each with its shipment. For freight, one package of the booking must have left. Charges that
 * have no package, or only cancelled packages, are included too.
 */
export const departedKeys = async (db: Query, scope: Scope, limit: number): Promise<WaitingKey[]> => {
  const hasLeft = (table: string): string => `(${table}.departed_at is not null or ${table}.delivered_at is not null)`
  const booked = 'booked.business_id = charges.business_id and booked.mode = charges.mode and booked.quote_id = charges.quote_id'
  const rows = await db.query<KeyRow>(
    `select charges.id, charges.payer_id, charges.quote_id, charges.package_id, charges.net_kobo, charges.tax_kobo,
       case when charges.kind = 'freight' and charges.quote_id is not null
         then (select booked.shipment_id from packages as booked where ${booked} and ${hasLeft('booked')}
               order by coalesce(booked.departed_at, booked.delivered_at), booked.id limit 1)
         else packages.shipment_id end as shipment_id
     from charges
     left join packages on packages.business_id = charges.business_id and packages.mode = charges.mode and packages.id = charges.package_id
     where charges.business_id = $1 and charges.mode = $2 and charges.invoice_id is null and charges.reversed_at is null
       and case when charges.kind = 'freight' and charges.quote_id is not null
         then exists (select 1 from packages as booked where ${booked} and ${hasLeft('booked')})
           or not exists (select 1 from packages as booked where ${booked} and booked.cancelled_at is null)
         else charges.package_id is null or ${hasLeft('packages')} or packages.cancelled_at is not null end
     order by coalesce(charges.payer_id, ''), charges.created_at, charges.id limit $3`,
    scopeValues(scope, limit),
  )
  return rows.map(plain.fromRow)
}
