// A shipment departs with everything in it, or not at all.

import { depart } from '../../domain/packages/package.ts'
import { requireReady } from '../../domain/shipments/attachment.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { departed } from '../../domain/shipments/shipment.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'
import { moveAll } from '../packages/save-packages.ts'

export const departShipment = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(async (tx) => {
    const before = await shipments.load(tx, id)
    // Saved before its packages are read: whoever attaches another now waits, and then finds it gone.
    const shipment = await shipments.save(tx, author, before, departed(before, deps.clock()))
    const found = await shipmentPackages.ofShipment(tx, shipment.id)
    requireReady(
      shipment,
      found.map(({ parcel }) => parcel),
    )
    await moveAll(deps, tx, author, 'package.departed', found, (parcel, now) => depart(parcel, shipment.id, now))
    return shipment
  })
