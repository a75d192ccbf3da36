// Carries a correction of a shipment to its packages, and tells their businesses of it if the shipment is under way.

import { withDetailsOf } from '../../domain/shipments/attachment.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { statusOf } from '../../domain/shipments/shipment.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import type { Deps } from '../deps.ts'
import { changeAll, lockedCallersFor } from '../packages/save-packages.ts'

export const tellCorrection = async (deps: Deps, tx: Tx, author: Author, before: Shipment, shipment: Shipment): Promise<void> => {
  const isOpen = statusOf(shipment) === 'open'
  if (isOpen && before.eta === shipment.eta && before.toSiteId === shipment.toSiteId) return
  const found = await shipmentPackages.ofShipment(tx, shipment.id)
  // Saves all packages, also those that do not change. Their new versions put this event in order with concurrent changes.
  const callerOf = await lockedCallersFor(tx, author, found)
  const event = isOpen ? null : 'package.shipment_corrected'
  await changeAll(deps, tx, callerOf, event, found, (parcel) => withDetailsOf(parcel, shipment))
}
