// The price list of extra services, and the tax rates. Each change adds a dated entry. Existing entries are never edited.

import type { PriceListItem } from '../../domain/billing/price-list.ts'
import type { TaxRate } from '../../domain/billing/tax.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { insertRecorded } from '../audit/audited-rows.ts'

const tax = columnsOf<TaxRate>()('id, kind, direction, percent, category, reason, effective_from, recorded_at')
const item = columnsOf<PriceListItem>()('id, code, name, kind, unit_kobo, effective_from, recorded_at')

export const insertTaxRate = (tx: Tx, author: Author, rate: TaxRate): Promise<void> =>
  insertRecorded(tx, author, 'tax_rate', tax.toRow(rate))

/** The tax rates, sorted by date. If several rates match a charge, the last of them applies. */
export const taxRates = async (db: Query): Promise<TaxRate[]> =>
  (await db.query<ReturnType<typeof tax.toRow>>('select * from tax_rates order by effective_from, recorded_at, id')).map(tax.fromRow)

export const insertItem = (tx: Tx, author: Author, listed: PriceListItem): Promise<void> =>
  insertRecorded(tx, author, 'price', item.toRow(listed))

export const items = async (db: Query): Promise<PriceListItem[]> =>
  (await db.query<ReturnType<typeof item.toRow>>('select * from price_list order by code, effective_from, recorded_at, id')).map(
    item.fromRow,
  )
