// The schedule of flights and sailings, and the total load of the shipments on each voyage.

import type { TransportMode } from '../../domain/pricing/cargo.ts'
import type { Load } from '../../domain/shipments/fill.ts'
import type { Voyage } from '../../domain/shipments/voyage.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { ListOrder, Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { containing, parameters } from '../../platform/engine/rows.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { loadRow, lockRow } from '../values/rows-by-token.ts'
import { sumsOfPackages } from './shipment-packages.ts'

const plain = columnsOf<Voyage>()(
  'id, transport_mode, carrier, number, origin, destination, departs_at, cut_off_at, arrives_at, capacity_kg, capacity_cbm, cancelled_at, created_at',
)
type VoyageRow = ReturnType<typeof plain.toRow>

/** Name of the lock to hold while voyages are added or renumbered. The lock prevents duplicate voyages in the schedule. */
export const SCHEDULE_LOCK = 'voyages'

/** Lower-cases the text in JavaScript, because SQLite lower-cases only ASCII. */
const searchText = ({ carrier, number, origin, destination }: Voyage): string =>
  [carrier, number, origin, destination].join(' ').toLowerCase()

const rowOf = (voyage: Voyage) => ({ ...plain.toRow(voyage), search_text: searchText(voyage) })

export const insert = (tx: Tx, author: Author, voyage: Voyage): Promise<void> => insertRecorded(tx, author, 'voyage', rowOf(voyage))

/** Saves a voyage, which must be locked. */
export const save = async (tx: Tx, author: Author, voyage: Voyage): Promise<void> => {
  const { id, created_at: _created, ...columns } = rowOf(voyage)
  await changeRecorded<VoyageRow>(tx, author, 'voyage', { id }, () => columns)
}

const SELECT = 'select * from voyages'

export const load = async (db: Query, id: string): Promise<Voyage> => plain.fromRow(await loadRow<VoyageRow>(db, 'voy', id))

/** Locks the voyage until the transaction ends. */
export const lock = async (tx: Tx, id: string): Promise<Voyage> => plain.fromRow(await lockRow<VoyageRow>(tx, 'voy', id))

/** Finds a voyage and locks it: until the transaction ends, others can read it but not change it. */
export const findShared = async (tx: Tx, id: string): Promise<Voyage | null> => {
  const [row] = isId('voy', id) ? await tx.query<VoyageRow>(`${SELECT} where id = $1 for share`, [id]) : []
  return row ? plain.fromRow(row) : null
}

export const ofIds = async (db: Query, ids: readonly (string | null)[]): Promise<Map<string, Voyage>> => {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db.query<VoyageRow>(`${SELECT} where id in (${parameters(wanted.length, 1)})`, wanted)
  return new Map(rows.map((row) => [row.id, plain.fromRow(row)]))
}

/** Voyages that depart at `from` or later and before `until`. Cancelled voyages are left out. */
export const departing = async (db: Query, from: number, until: number): Promise<Voyage[]> => {
  const sql = `${SELECT} where departs_at >= $1 and departs_at < $2 and cancelled_at is null order by departs_at, id`
  return (await db.query<VoyageRow>(sql, [from, until])).map(plain.fromRow)
}

export type VoyageFilter = { transportMode?: TransportMode; departsAfter?: number; isCancelled?: boolean; q?: string }

const listedBy = ({ transportMode, departsAfter, isCancelled, q }: VoyageFilter): { where: string; params: Value[] } => {
  const params: Value[] = []
  let where = `cancelled_at is ${isCancelled ? 'not null' : 'null'}`
  if (transportMode !== undefined) where += ` and transport_mode = $${params.push(transportMode)}`
  if (departsAfter !== undefined) where += ` and departs_at >= $${params.push(departsAfter)}`
  if (q !== undefined) where += ` and search_text like $${params.push(containing(q))} escape '\\'`
  return { where, params }
}

export const VOYAGE_ORDERS = {
  departure: { sql: 'departs_at', positionOf: (row) => (row as Partial<VoyageRow>).departs_at ?? 0, isAscending: false },
} satisfies Record<string, ListOrder>

export const found = (filter: VoyageFilter): SearchQuery => ({ from: 'voyages', ...listedBy(filter) })

export const list = (db: Query, filter: VoyageFilter, page: PageRequest): Promise<Page<Voyage>> => {
  const { where, params } = listedBy(filter)
  return listPage(db, SELECT, where, params, { order: VOYAGE_ORDERS.departure, ...page }, plain.fromRow)
}

/**
 * Returns the number of shipments on each voyage, and their weight and volume. Cancelled shipments and shipments of the other mode are left
 * out.
 */
export const loadsOf = async (db: Query, voyageIds: readonly (string | null)[], mode: Mode): Promise<Map<string, Load>> => {
  const wanted = [...new Set(voyageIds)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db.query<{ voyage_id: string; shipments: number; weight_kg: number; volume_cbm: number }>(
    `select shipments.voyage_id, count(distinct shipments.id) as shipments, ${sumsOfPackages.sql}
     from shipments left join packages on packages.shipment_id = shipments.id
     where shipments.mode = $1 and shipments.cancelled_at is null and shipments.voyage_id in (${parameters(wanted.length, 2)})
     group by shipments.voyage_id`,
    [mode, ...wanted],
  )
  return new Map(rows.map((row) => [row.voyage_id, { shipments: row.shipments, ...sumsOfPackages.read(row) }]))
}
