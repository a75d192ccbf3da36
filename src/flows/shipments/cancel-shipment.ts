// Cancels a shipment that is open and empty; it stays listed.

import type { Shipment } from '../../domain/shipments/shipment.ts'
import { cancelled } from '../../domain/shipments/shipment.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'

export const cancelShipment = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(async (tx) => {
    const before = await shipments.load(tx, id)
    const packages = await shipmentPackages.countUndelivered(tx, before.id)
    return shipments.save(tx, author, before, cancelled(before, packages, deps.clock()))
  })
