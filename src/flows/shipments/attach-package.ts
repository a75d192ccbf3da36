// Puts packages into an open shipment, one outcome for each that was scanned.

import { attach } from '../../domain/shipments/attachment.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import type { Pointer } from '../packages/find-scanned.ts'
import type { Handled } from './scan-for-shipment.ts'
import { scanForShipment } from './scan-for-shipment.ts'

/** A package that is in it already stays: the same code scanned twice is not two actions. */
export const attachPackages = (deps: Deps, author: Author, shipmentId: string, pointers: readonly Pointer[]): Promise<Handled> =>
  scanForShipment(deps, author, shipmentId, pointers, {
    event: 'package.attached',
    isDone: (parcel, shipment) => parcel.shipmentId === shipment.id,
    step: (candidate, shipment, caller) => attach(candidate, shipment, nowFor(deps, caller)),
  })
