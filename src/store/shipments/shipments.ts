// Shipments. A shipment is either bought from a carrier, or a consolidation made in the warehouse.

import type { TransportMode } from '../../domain/pricing/cargo.ts'
import type { Container, Shipment, ShipmentStatus } from '../../domain/shipments/shipment.ts'
import { nameOf, unitOf } from '../../domain/shipments/shipment.ts'
import { readCode } from '../../domain/values/codes.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { ListOrder, Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage, NEWEST_FIRST } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedColumns, containing, insert as insertRows, parameters } from '../../platform/engine/rows.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'
import type { Author, Owner } from '../audit/audit.ts'
import { OPERATOR, recordChange, recordCreations } from '../audit/audit.ts'
import type { SeenSites, SiteFilter } from '../sites/seen-sites.ts'
import { isSeenShipment, shipmentConditions } from '../sites/seen-sites.ts'

const plain = columnsOf<Shipment>()(
  'id, version, business_id, mode, kind, number, transport_mode, carrier, service, tracking_code, voyage_id, conveyance, master_document, bill_of_lading, containers, from_site_id, to_site_id, origin_country, destination_country, etd, eta, departed_at, arrived_at, delivered_at, cancelled_at, created_at',
)
type ShipmentRow = Omit<ReturnType<typeof plain.toRow>, 'containers'> & { containers: string | null }

/** Stored for a shipment without a carrier, because the column is not nullable. */
const NO_CARRIER = ''

/**
 * Earlier versions of Waybill know only one container, and store its number in `master_document`. If `containers` begins with another
 * number, the number in `master_document` is the correct one.
 */
const containersFrom = ({ containers, master_document: first, transport_mode: mode }: ShipmentRow): Container[] => {
  if (mode !== 'ocean') return []
  const known = containers === null ? [] : (JSON.parse(containers) as Container[])
  if (first === (known[0]?.number ?? null)) return known
  return [...(first === null ? [] : [unitOf(first)]), ...known.slice(1)]
}

const fromRow = (row: ShipmentRow): Shipment => ({
  ...plain.fromRow({ ...row, containers: containersFrom(row) }),
  carrier: row.carrier === NO_CARRIER ? null : row.carrier,
})

const columns = (shipment: Shipment): Columns => {
  const { id: _id, version: _version, ...columns } = plain.toRow(shipment)
  const containers = shipment.containers.length === 0 ? null : JSON.stringify(shipment.containers)
  return { ...columns, containers, carrier: shipment.carrier ?? NO_CARRIER }
}

/** Lower-cases the text in JavaScript, because SQLite lower-cases only ASCII. */
const searchText = ({ number, carrier, conveyance, masterDocument, billOfLading, containers }: Shipment): string =>
  [number, carrier, conveyance, masterDocument, billOfLading, ...containers.slice(1).map((container) => container.number)]
    .map((part) => part ?? '')
    .join(' ')
    .toLowerCase()

const ownerOf = ({ businessId, mode }: Shipment): Owner => (businessId === null ? OPERATOR : { businessId, mode })

export const insert = async (tx: Tx, author: Author, shipment: Shipment): Promise<void> => {
  const { id, version } = shipment
  const after = columns(shipment)
  await insertRows(tx, 'shipments', [{ id, version, ...after, search_text: searchText(shipment) }])
  await recordCreations(tx, ownerOf(shipment), author, [{ type: 'shipment', id, version, before: null, after }])
}

/**
 * Saves a shipment that was read as `before`. Callers save the shipment even if only its packages change, so that concurrent changes
 * conflict and the later change is retried.
 */
export const save = async (tx: Tx, author: Author, before: Shipment, shipment: Shipment): Promise<Shipment> => {
  const { id } = before
  const [was, is] = [columns(before), columns(shipment)]
  const changes: Columns = { ...changedColumns(was, is), search_text: searchText(shipment) }
  const sets = Object.keys(changes).map((name, index) => `${name} = $${index + 3}`)
  const changed = await tx.execute(`update shipments set version = version + 1, ${sets.join(', ')} where id = $1 and version = $2`, [
    id,
    before.version,
    ...Object.values(changes),
  ])
  if (changed === 0) throw new StaleWrite(`shipment ${id} is no longer at version ${before.version}`, { subject: id })
  const version = before.version + 1
  await recordChange(tx, ownerOf(before), author, { type: 'shipment', id, version, before: was, after: is })
  return { ...shipment, version }
}

const SELECT = 'select * from shipments'

export const ofIds = async (db: Query, ids: readonly string[]): Promise<Shipment[]> =>
  ids.length === 0 ? [] : (await db.query<ShipmentRow>(`${SELECT} where id in (${parameters(ids.length, 1)})`, ids)).map(fromRow)

/** Finds a consolidation by token or number, if the caller may see it. */
export const find = async (db: Query, idOrNumber: string, seen: SeenSites | undefined): Promise<Shipment | null> => {
  const read = readCode(idOrNumber)
  const [column, value] = read.ok ? ['number', read.code] : ['id', idOrNumber]
  const rows =
    read.ok || isId('shp', idOrNumber)
      ? await db.query<ShipmentRow>(`${SELECT} where ${column} = $1 and kind = 'consolidation'`, [value!])
      : []
  const shipment = rows[0] ? fromRow(rows[0]) : null
  return shipment && isSeenShipment(seen ?? null, shipment) ? shipment : null
}

/** `seen`: the sites that the caller may see. Null or undefined for all sites. */
export const load = async (db: Query, idOrNumber: string, seen: SeenSites | undefined): Promise<Shipment> => {
  const shipment = await find(db, idOrNumber, seen)
  if (!shipment) throw new Rejection('NOT_FOUND', 'No such shipment.')
  return shipment
}

/** The numbers of shipments to the site, oldest first, at most `limit`. Delivered and cancelled shipments are left out. */
export const boundFor = async (db: Query, siteId: string, limit: number): Promise<string[]> => {
  const where = 'to_site_id = $1 and delivered_at is null and cancelled_at is null'
  const sql = `select * from shipments where ${where} order by created_at, id limit $2`
  return (await db.query<ShipmentRow>(sql, [siteId, limit])).map((row) => nameOf(fromRow(row)))
}

/** The shipments of a voyage, oldest first. Arrived, delivered and cancelled shipments are left out. */
export const onVoyage = async (db: Query, voyageId: string): Promise<Shipment[]> => {
  const under = 'arrived_at is null and delivered_at is null and cancelled_at is null'
  return (await db.query<ShipmentRow>(`${SELECT} where voyage_id = $1 and ${under} order by created_at, id`, [voyageId])).map(fromRow)
}

const IN_STATUS: Record<ShipmentStatus, string> = {
  open: 'departed_at is null and cancelled_at is null',
  departed: 'departed_at is not null and arrived_at is null and delivered_at is null',
  arrived: 'arrived_at is not null and delivered_at is null',
  delivered: 'delivered_at is not null',
  cancelled: 'cancelled_at is not null',
}

/** SQL condition for shipments that hold at least one package of the business. */
export const holdsPackageOf = (parameter: string): string =>
  `exists (select 1 from packages where packages.shipment_id = shipments.id and packages.business_id = ${parameter})`

export type ShipmentFilter = SiteFilter & {
  mode: Mode
  businessId?: string
  status?: ShipmentStatus
  transportMode?: TransportMode
  lateAt?: number
  q?: string
}

/** Later times come first. A missing time counts as 0, so shipments without a time come last. */
const byTime = (name: 'etd' | 'eta'): ListOrder => ({
  sql: `coalesce(${name}, 0)`,
  positionOf: (row) => (row as Partial<ShipmentRow>)[name] ?? 0,
  isAscending: false,
})

export const SHIPMENT_ORDERS = { created: NEWEST_FIRST, etd: byTime('etd'), eta: byTime('eta') } satisfies Record<string, ListOrder>

const listedBy = (filter: ShipmentFilter): { where: string; params: Value[] } => {
  const params: Value[] = [filter.mode]
  let where = "kind = 'consolidation' and number is not null and mode = $1"
  if (filter.status !== undefined) where += ` and ${IN_STATUS[filter.status]}`
  if (filter.lateAt !== undefined) where += ` and departed_at is null and cancelled_at is null and etd < $${params.push(filter.lateAt)}`
  if (filter.transportMode !== undefined) where += ` and transport_mode = $${params.push(filter.transportMode)}`
  if (filter.businessId !== undefined) where += ` and ${holdsPackageOf(`$${params.push(filter.businessId)}`)}`
  where += shipmentConditions(filter, params)
  if (filter.q !== undefined) where += ` and search_text like $${params.push(containing(filter.q))} escape '\\'`
  return { where, params }
}

export const found = (filter: ShipmentFilter): SearchQuery => ({ from: 'shipments', ...listedBy(filter) })

/** A page of consolidations. Newest first, unless `page` has another order. */
export const list = (db: Query, filter: ShipmentFilter, page: PageRequest): Promise<Page<Shipment>> => {
  const { where, params } = listedBy(filter)
  return listPage(db, SELECT, where, params, page, fromRow)
}
