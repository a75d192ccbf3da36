// Makes a shipment of the operator's own: empty and open, to be filled in the warehouse.

import type { Mode } from '../../domain/businesses/business.ts'
import type { TransportMode } from '../../domain/pricing/cargo.ts'
import type { Shipment, ShipmentDetails } from '../../domain/shipments/shipment.ts'
import { newConsolidation } from '../../domain/shipments/shipment.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'
import { newCode } from '../deps.ts'

export type NewShipment = { mode: Mode; transportMode: TransportMode; details: Partial<ShipmentDetails> }

/** The operator's shipments live in real time, even where packages in test mode live on their business's clock. */
export const openShipment = (deps: Deps, { mode, transportMode, details }: NewShipment): Shipment =>
  newConsolidation({ id: deps.newId('shp'), number: newCode(deps, 'S'), mode, transportMode, now: deps.clock() }, details)

export const makeShipment = (deps: Deps, author: Author, wanted: NewShipment): Promise<Shipment> =>
  deps.db.transaction(async (tx) => {
    const shipment = openShipment(deps, wanted)
    await shipments.insert(tx, author, shipment)
    return shipment
  })
