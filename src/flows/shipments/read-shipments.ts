// For staff: reads shipments with their contents, voyages with their load, and the manifest of a shipment.

import { addressLines } from '../../domain/operator/operator.ts'
import type { Fill, Load } from '../../domain/shipments/fill.ts'
import { fillOf, NO_LOAD } from '../../domain/shipments/fill.ts'
import type { Manifest } from '../../domain/shipments/manifest.ts'
import { manifestOf } from '../../domain/shipments/manifest.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import type { Voyage } from '../../domain/shipments/voyage.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { PrintedManifest } from '../../labels/manifest-pdf.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as manifestRows from '../../store/shipments/manifest-rows.ts'
import type { BusinessPart } from '../../store/shipments/shipment-packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import * as voyages from '../../store/shipments/voyages.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import type { Deps } from '../deps.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'
import { readSiteCodes } from '../sites/site-codes.ts'

/** `fill`: how full the voyage is. Counts only shipments of the same mode (live or test) as this shipment. */
export type ShipmentView = {
  shipment: Shipment
  parts: readonly BusinessPart[]
  voyage: Voyage | null
  fill: Fill | null
  /** Codes of the sites of departure and arrival. */
  fromSite: string | null
  toSite: string | null
}

/** The shipments as staff see them, in the order given. The contents of all shipments are read in one query. */
export const viewShipments = async (deps: Deps, found: readonly Shipment[]): Promise<ShipmentView[]> => {
  const allParts = await shipmentPackages.partsOf(
    deps.db,
    found.map(({ id }) => id),
  )
  const byShipment = Map.groupBy(allParts, ({ shipmentId }) => shipmentId)
  const voyageOf = await voyages.ofIds(
    deps.db,
    found.map(({ voyageId }) => voyageId),
  )
  const codes = await readSiteCodes(deps.db)
  const loads = new Map<Mode, Map<string, Load>>()
  for (const [mode, some] of Map.groupBy(found, (each) => each.mode))
    loads.set(
      mode,
      await voyages.loadsOf(
        deps.db,
        some.map(({ voyageId }) => voyageId),
        mode,
      ),
    )
  return found.map((shipment) => {
    const voyage = voyageOf.get(shipment.voyageId ?? '') ?? null
    const fill = voyage && fillOf(voyage, loads.get(shipment.mode)?.get(voyage.id) ?? NO_LOAD)
    const { fromSiteId, toSiteId } = shipment
    const parts = byShipment.get(shipment.id) ?? []
    return { shipment, parts, voyage, fill, fromSite: codes.of(fromSiteId), toSite: codes.named(toSiteId) }
  })
}

export type VoyageView = { voyage: Voyage; fill: Fill }

/** The voyages in the order given, each with its fill. The fill counts only shipments of `mode`. */
export const viewVoyages = async (deps: Deps, found: readonly Voyage[], mode: Mode): Promise<VoyageView[]> => {
  const loads = await voyages.loadsOf(
    deps.db,
    found.map(({ id }) => id),
    mode,
  )
  return found.map((voyage) => ({ voyage, fill: fillOf(voyage, loads.get(voyage.id) ?? NO_LOAD) }))
}

export const viewVoyage = async (deps: Deps, voyage: Voyage, mode: Mode): Promise<VoyageView> =>
  (await viewVoyages(deps, [voyage], mode))[0]!

export const viewShipment = async (deps: Deps, shipment: Shipment): Promise<ShipmentView> => (await viewShipments(deps, [shipment]))[0]!

export const readManifest = async (deps: Deps, id: string, seen: SeenSites): Promise<Manifest> => {
  const shipment = await shipments.load(deps.db, id, seen)
  return manifestOf(shipment, await manifestRows.ofShipment(deps.db, shipment.id), await readOperatorZone(deps.db))
}

/** The manifest with the name, contact and logo of the operator. */
export const readPrintedManifest = async (deps: Deps, id: string, seen: SeenSites): Promise<PrintedManifest> => {
  const manifest = await readManifest(deps, id, seen)
  const operator = await operatorStore.find(deps.db)
  if (!operator) return manifest
  const logo = await operatorStore.findLogo(deps.db)
  const contact = [...addressLines(operator.address), operator.phone, operator.email].filter(Boolean).join(', ')
  return { ...manifest, operator: { name: operator.name, contact, logoBase64: logo && Buffer.from(logo.bytes).toString('base64') } }
}
