// Reads shipments with what is in them, and the manifest of one, for staff.

import { addressLines } from '../../domain/operator/operator.ts'
import type { Manifest } from '../../domain/shipments/manifest.ts'
import { manifestOf } from '../../domain/shipments/manifest.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import type { PrintedManifest } from '../../labels/manifest-pdf.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as manifestRows from '../../store/shipments/manifest-rows.ts'
import type { BusinessPart } from '../../store/shipments/shipment-packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'

export type ShipmentView = { shipment: Shipment; parts: readonly BusinessPart[] }

/** The shipments as staff see them, in the order given. The contents of all are read at once. */
export const viewShipments = async (deps: Deps, found: readonly Shipment[]): Promise<ShipmentView[]> => {
  const parts = await shipmentPackages.partsOf(
    deps.db,
    found.map(({ id }) => id),
  )
  const byShipment = Map.groupBy(parts, ({ shipmentId }) => shipmentId)
  return found.map((shipment) => ({ shipment, parts: byShipment.get(shipment.id) ?? [] }))
}

export const viewShipment = async (deps: Deps, shipment: Shipment): Promise<ShipmentView> => (await viewShipments(deps, [shipment]))[0]!

export const readManifest = async (deps: Deps, id: string): Promise<Manifest> => {
  const shipment = await shipments.load(deps.db, id)
  return manifestOf(shipment, await manifestRows.ofShipment(deps.db, shipment.id), await readOperatorZone(deps.db))
}

/** The manifest with the name, contact and logo of the operator. */
export const readPrintedManifest = async (deps: Deps, id: string): Promise<PrintedManifest> => {
  const manifest = await readManifest(deps, id)
  const operator = await operatorStore.find(deps.db)
  if (!operator) return manifest
  const logo = await operatorStore.findLogo(deps.db)
  const contact = [...addressLines(operator.address), operator.phone, operator.email].filter(Boolean).join(', ')
  return { ...manifest, operator: { name: operator.name, contact, logoBase64: logo && Buffer.from(logo.bytes).toString('base64') } }
}
