// Tells the businesses of a departed shipment that its flight, vessel or times changed.

import type { Shipment } from '../../domain/shipments/shipment.ts'
import { statusOf } from '../../domain/shipments/shipment.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import type { Deps } from '../deps.ts'
import { changeAll, lockedCallersFor } from '../packages/save-packages.ts'

export const tellCorrection = async (deps: Deps, tx: Tx, author: Author, shipment: Shipment): Promise<void> => {
  if (statusOf(shipment) === 'open') return
  const found = await shipmentPackages.ofShipment(tx, shipment.id)
  // Saves the packages unchanged. Their new versions put this event in order with concurrent changes.
  await changeAll(deps, tx, await lockedCallersFor(tx, author, found), 'package.shipment_corrected', found, (parcel) => parcel)
}
