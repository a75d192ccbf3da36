// Marks a single package as departed or delivered. In test mode, clients use this to simulate the warehouse.

import type { Package } from '../../domain/packages/package.ts'
import { depart } from '../../domain/packages/package.ts'
import { attach } from '../../domain/shipments/attachment.ts'
import { departed, nameOf, statusOf } from '../../domain/shipments/shipment.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor, withBusiness } from '../deps.ts'
import { savePackages } from '../packages/save-packages.ts'
import { deliverOne } from './deliver-shipment.ts'
import { newShipment } from './shipment-steps.ts'

/** Creates a shipment for this package alone, and marks the shipment and the package as departed. */
const departAlone = async (deps: Deps, tx: Tx, caller: Caller, parcel: Package, now: number): Promise<Package> => {
  const { mode } = caller
  const details = { fromSiteId: parcel.siteId, originCountry: parcel.originCountry, destinationCountry: parcel.destinationCountry }
  const empty = newShipment(deps, { mode, transportMode: parcel.transportMode ?? 'air', details })
  const loaded = attach({ parcel, mode, boundTo: null }, empty, now)
  await shipments.insert(tx, caller, loaded.shipment)
  await shipments.save(tx, caller, loaded.shipment, departed(loaded.shipment, deps.clock()))
  return depart(loaded.parcel, empty.id, now)
}

/**
 * Marks a package of a shipment as departed. Refuses a package in an open consolidation, because all packages of a consolidation depart
 * together.
 */
const departBound = async (tx: Tx, parcel: Package, shipmentId: string, now: number): Promise<Package> => {
  const [shipment] = await shipments.ofIds(tx, [shipmentId])
  if (shipment?.kind === 'consolidation' && statusOf(shipment) === 'open')
    throw new Rejection('INVALID_TRANSITION', `Package ${parcel.parcelNumber} is in shipment ${nameOf(shipment)} and departs with it.`)
  return depart(parcel, shipmentId, now)
}

export const departPackage = (deps: Deps, caller: Caller, id: string): Promise<Package> =>
  deps.db.transaction(caller, async (tx) => {
    const now = nowFor(deps, caller)
    const before = await packages.load(tx, caller, id)
    const { shipmentId } = before
    const after = shipmentId === null ? await departAlone(deps, tx, caller, before, now) : await departBound(tx, before, shipmentId, now)
    const [saved] = await savePackages(deps, tx, 'package.departed', [{ caller: await withBusiness(tx, caller), before, after }])
    return saved!
  })

/** The recorded reason why a package that was ready for collection is delivered without its code. */
const PLAYED = 'Played in test mode, without its code'

export const deliverPackage = (deps: Deps, caller: Caller, id: string): Promise<Package> =>
  deps.db.transaction(caller, async (tx) =>
    deliverOne(deps, tx, await withBusiness(tx, caller), await packages.load(tx, caller, id), PLAYED),
  )
