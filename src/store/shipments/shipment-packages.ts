// Finds packages by shipment or by parcel number, across all businesses.

import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { countRows, parameters } from '../../platform/engine/rows.ts'
import type { FoundPackage, FoundRow } from '../packages/packages.ts'
import { foundFromRow } from '../packages/packages.ts'

const SELECT = 'select * from packages'

/** The packages of a shipment, grouped by business. */
export const ofShipment = async (db: Query, shipmentId: string): Promise<FoundPackage[]> =>
  (await db.query<FoundRow>(`${SELECT} where shipment_id = $1 order by business_id, id`, [shipmentId])).map(foundFromRow)

export const pageOfShipment = (db: Query, shipmentId: string, page: PageRequest): Promise<Page<FoundPackage>> => {
  return listPage(db, SELECT, 'shipment_id = $1', [shipmentId], page, foundFromRow)
}

export const ofParcelNumbers = async (db: Query, parcelNumbers: readonly string[]): Promise<FoundPackage[]> => {
  if (parcelNumbers.length === 0) return []
  const rows = await db.query<FoundRow>(`${SELECT} where parcel_number in (${parameters(parcelNumbers.length, 1)})`, parcelNumbers)
  return rows.map(foundFromRow)
}

export const countUndelivered = (db: Query, shipmentId: string): Promise<number> =>
  countRows(db, "packages where shipment_id = $1 and status <> 'delivered'", [shipmentId])

/**
 * The part of a shipment that belongs to one business. Sums use measured weights and volumes. For packages that were not measured, sums use
 * the declared values, or zero if nothing was declared.
 */
export type BusinessPart = {
  shipmentId: string
  businessId: string
  businessName: string
  packages: number
  delivered: number
  pieces: number
  weightKg: number
  volumeCbm: number
}

const parts = columnsOf<BusinessPart>()('shipment_id, business_id, business_name, packages, delivered, pieces, weight_kg, volume_cbm')

const GRAMS = 1e3
const CUBIC_CM = 1e6

/** SQL for the total weight and volume of packages. Uses the declared values of packages that were not measured. */
export const sumsOfPackages = {
  sql: `coalesce(sum(coalesce(packages.actual_weight_kg, packages.declared_weight_kg)), 0) as weight_kg,
       coalesce(sum(coalesce(packages.volume_cbm, packages.length_cm * packages.width_cm * packages.height_cm * packages.quantity / 1000000.0)), 0)
         as volume_cbm`,
  // Rounding removes errors of floating-point sums.
  read: (row: { weight_kg: number; volume_cbm: number }) => ({
    weightKg: Math.round(row.weight_kg * GRAMS) / GRAMS,
    volumeCbm: Math.round(row.volume_cbm * CUBIC_CM) / CUBIC_CM,
  }),
}

export const partsOf = async (db: Query, shipmentIds: readonly string[]): Promise<BusinessPart[]> => {
  if (shipmentIds.length === 0) return []
  const rows = await db.query<ReturnType<typeof parts.toRow>>(
    `select packages.shipment_id, packages.business_id, businesses.name as business_name, count(*) as packages,
       sum(case when packages.status = 'delivered' then 1 else 0 end) as delivered, sum(packages.quantity) as pieces,
       ${sumsOfPackages.sql}
     from packages join businesses on businesses.id = packages.business_id
     where packages.shipment_id in (${parameters(shipmentIds.length, 1)})
     group by packages.shipment_id, packages.business_id, businesses.name order by businesses.name, packages.business_id`,
    shipmentIds,
  )
  return rows.map((row) => ({ ...parts.fromRow(row), ...sumsOfPackages.read(row) }))
}
