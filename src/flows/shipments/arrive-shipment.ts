// A shipment arrives: its packages stay in transit until they are delivered, and their owners are told.

import type { Shipment } from '../../domain/shipments/shipment.ts'
import { arrived } from '../../domain/shipments/shipment.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'
import { moveAll } from '../packages/save-packages.ts'

export const arriveShipment = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(async (tx) => {
    const before = await shipments.load(tx, id)
    const shipment = await shipments.save(tx, author, before, arrived(before, deps.clock()))
    const found = await shipmentPackages.ofShipment(tx, shipment.id)
    const underWay = found.filter(({ parcel }) => parcel.status === 'transit')
    // The package itself does not change; saving it gives the event its place among the others.
    await moveAll(deps, tx, author, 'package.arrived', underWay, (parcel) => parcel)
    return shipment
  })
