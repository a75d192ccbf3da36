// The addresses of the operator's warehouses, one per country. They are the default origins of imports.

import { isDeepStrictEqual } from 'node:util'
import type { PostalAddress } from '../../domain/businesses/business.ts'
import { SAMPLE_WAREHOUSE } from '../../domain/demo/sample-cards.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { pricesChanged } from './price-revisions.ts'

type WarehouseRow = { id: string; country: string; address: string; created_at: number }

export type Warehouse = { id: string; country: string; address: PostalAddress }

const fromRow = ({ id, country, address }: WarehouseRow): Warehouse => ({ id, country, address: JSON.parse(address) as PostalAddress })

const inCountry = (db: Query, country: string): Promise<Warehouse | null> => {
  const sql = 'select * from warehouses where country = $1 order by created_at, id limit 1'
  return readRow(db, sql, [country], fromRow)
}

export const warehouseIn = async (db: Query, country: string): Promise<PostalAddress | null> =>
  (await inCountry(db, country))?.address ?? null

/** The warehouses, one per country. If a country has several rows, the oldest row is used. */
export const list = async (db: Query): Promise<Warehouse[]> => {
  const rows = await db.query<WarehouseRow>('select * from warehouses order by country, created_at, id')
  return [...Map.groupBy(rows, ({ country }) => country).values()].map(([first]) => fromRow(first!))
}

/** Sets the address of a country's warehouse. `given.id` is used only if the country has no warehouse yet. */
export const set = async (tx: Tx, author: Author, given: Warehouse, now: number): Promise<Warehouse> => {
  // `pricesChanged` also serves as a lock. If two transactions add a warehouse in the same country at once, the later one waits here, and
  // then finds the warehouse and changes its address.
  await pricesChanged(tx, now)
  const address = JSON.stringify(given.address)
  const known = await inCountry(tx, given.country)
  if (known) await changeRecorded<WarehouseRow>(tx, author, 'warehouse', { id: known.id }, () => ({ address }))
  else await insertRecorded(tx, author, 'warehouse', { id: given.id, country: given.country, address, created_at: now })
  return { ...given, id: known?.id ?? given.id }
}

export const isSample = ({ country, address }: Warehouse): boolean => isDeepStrictEqual({ country, address }, SAMPLE_WAREHOUSE)
