// A payer is a business or one of its customers. Customers that were merged count as one payer and share their credit.

import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query, Value } from '../../platform/engine/db.ts'
import { chunks, parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'

/** The ids of customers that were merged into one. `[null]` stands for the business itself. */
export type Payers = readonly (string | null)[]

const BUSINESS: Payers = [null]

const CUSTOMERS_AT_ONCE = 500

type MergedRow = {
  id: string
  address_suffix: string
  first_name: string | null
  last_name: string | null
  merged_into_id: string | null
}

export type KeptPayer = { id: string; identifier: string; name: string }

/** Maps the id of each customer to the customer that remains after all merges. A customer that was not merged is mapped to itself. */
export const keptPayers = async (db: Query, mode: Mode, ids: readonly string[]): Promise<Map<string, KeptPayer>> => {
  const known = new Map<string, MergedRow>()
  for (let wanted = [...new Set(ids)]; wanted.length > 0; ) {
    for (const some of chunks(wanted, CUSTOMERS_AT_ONCE)) {
      const sql = `select id, address_suffix, first_name, last_name, merged_into_id from customers where mode = $1 and id in (${parameters(some.length, 2)})`
      for (const row of await db.query<MergedRow>(sql, [mode, ...some])) known.set(row.id, row)
    }
    wanted = [...known.values()].flatMap(({ merged_into_id: into }) => (into !== null && !known.has(into) ? [into] : []))
  }
  return new Map(
    ids.map((id) => {
      let row = known.get(id)!
      while (row.merged_into_id !== null) row = known.get(row.merged_into_id)!
      const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
      return [id, { id: row.id, identifier: row.address_suffix, name }]
    }),
  )
}

/**
 * Maps the id of each customer to the customer's name and unique ID, for example `Ada Obi (ACM1004)`. A merged customer keeps the original
 * name and ID.
 */
export const namesOf = async (db: Pick<Query, 'query'>, mode: Mode, ids: readonly string[]): Promise<Map<string, string>> => {
  const names = new Map<string, string>()
  for (const some of chunks(ids, CUSTOMERS_AT_ONCE)) {
    const sql = `select id, address_suffix, first_name, last_name from customers where mode = $1 and id in (${parameters(some.length, 2)})`
    for (const row of await db.query<Omit<MergedRow, 'merged_into_id'>>(sql, [mode, ...some]))
      names.set(row.id, [row.first_name, row.last_name, `(${row.address_suffix})`].filter(Boolean).join(' '))
  }
  return names
}

/** Returns the ids of all customers that were merged together with this payer. The customer that remains comes first. */
export const payersWith = async (db: Query, scope: Scope, payerId: string | null): Promise<Payers> => {
  if (payerId === null) return BUSINESS
  const family = [(await keptPayers(db, scope.mode, [payerId])).get(payerId)!.id]
  for (let kept = [...family]; kept.length > 0; ) {
    const rows = await db.query<{ merged_id: string }>(
      `select merged_id from customer_merges
       where ${IN_SCOPE} and kept_id in (${parameters(kept.length, 3)}) and undone_at is null order by merged_at, id`,
      scopeValues(scope, ...kept),
    )
    kept = rows.map((row) => row.merged_id).filter((id) => !family.includes(id))
    family.push(...kept)
  }
  return family
}

export const ofPayers = (payers: Payers, params: Value[]): string => {
  const ids = payers.filter((id) => id !== null)
  return ids.length === 0 ? 'payer_id is null' : `payer_id in (${ids.map((id) => `$${params.push(id)}`).join(', ')})`
}

export type PayerSum = { businessId: string; payerId: string | null; kobo: number }
type SumRow = { business_id: string; payer_id: string | null; kobo: number }

const sums = async (db: Query, mode: Mode, businessId: string | null, table: string, sum: string, where: string): Promise<PayerSum[]> => {
  const of = businessId === null ? '' : ' and business_id = $2'
  const rows = await db.query<SumRow>(
    `select business_id, payer_id, cast(sum(${sum}) as bigint) as kobo from ${table} where mode = $1${of} and ${where}
     group by business_id, payer_id order by business_id, payer_id`,
    businessId === null ? [mode] : [mode, businessId],
  )
  return rows.map((row) => ({ businessId: row.business_id, payerId: row.payer_id, kobo: row.kobo }))
}

/** Totals of charges that are not on an issued invoice, by payer. A payer may have two entries: uninvoiced charges, and draft invoices. */
export const unbilledByPayer = async (db: Query, mode: Mode, businessId: string | null): Promise<PayerSum[]> => [
  ...(await sums(db, mode, businessId, 'charges', 'net_kobo + tax_kobo', 'invoice_id is null and reversed_at is null')),
  ...(await sums(db, mode, businessId, 'invoices', 'total_kobo', 'number is null and discarded_at is null')),
]

/** The unused credit of each payer: the payments minus allocations and refunds. Reversed payments do not count. */
export const creditByPayer = (db: Query, mode: Mode, businessId: string | null): Promise<PayerSum[]> =>
  sums(
    db,
    mode,
    businessId,
    'payments',
    'amount_kobo - allocated_kobo - refunded_kobo',
    'reversed_at is null and amount_kobo > allocated_kobo + refunded_kobo',
  )
