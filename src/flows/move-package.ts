// Moves a package along its road: received in the warehouse, departed, delivered.

import { packageEvent } from '../domain/event.ts'
import type { Measurement, Package } from '../domain/package.ts'
import { deliver, depart, receive } from '../domain/package.ts'
import * as packages from '../store/packages.ts'
import * as shipments from '../store/shipments.ts'
import type { Caller, Deps } from './deps.ts'
import { nowFor, recordEvents } from './deps.ts'
import { finalisePrice } from './finalise-price.ts'

export const receivePackage = (deps: Deps, caller: Caller, id: string, measured: Measurement): Promise<Package> =>
  deps.db.transaction(async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    const saved = await packages.save(tx, caller, receive(parcel, measured, nowFor(deps, caller)))
    await finalisePrice(deps, tx, caller, saved.quoteId)
    await recordEvents(deps, tx, caller, [packageEvent('package.received', saved)])
    return saved
  })

/** A package without a shipment departs in one of its own. */
export const departPackage = (deps: Deps, caller: Caller, id: string): Promise<Package> =>
  deps.db.transaction(async (tx) => {
    const now = nowFor(deps, caller)
    const parcel = await packages.load(tx, caller, id)
    const moved = depart(parcel, parcel.shipmentId ?? deps.newId('shp'), now)
    if (parcel.shipmentId === null) {
      await shipments.insert(tx, {
        id: moved.shipmentId!,
        businessId: caller.businessId,
        mode: caller.mode,
        kind: 'consolidation',
        carrier: 'Waybill',
        service: 'Consolidation',
        trackingCode: null,
        departedAt: now,
        createdAt: now,
      })
    }
    const saved = await packages.save(tx, caller, moved)
    await recordEvents(deps, tx, caller, [packageEvent('package.departed', saved)])
    return saved
  })

export const deliverPackage = (deps: Deps, caller: Caller, id: string): Promise<Package> =>
  deps.db.transaction(async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    const saved = await packages.save(tx, caller, deliver(parcel, nowFor(deps, caller)))
    await recordEvents(deps, tx, caller, [packageEvent('package.delivered', saved)])
    return saved
  })
