// Takes packages out of a shipment that has not left, one outcome for each that was scanned.

import { detach } from '../../domain/shipments/attachment.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { Pointer } from '../packages/find-scanned.ts'
import type { Handled } from './scan-for-shipment.ts'
import { scanForShipment } from './scan-for-shipment.ts'

/** A package that is in no shipment is out already. */
export const detachPackages = (deps: Deps, author: Author, shipmentId: string, pointers: readonly Pointer[]): Promise<Handled> =>
  scanForShipment(deps, author, shipmentId, pointers, {
    event: 'package.detached',
    isDone: (parcel) => parcel.shipmentId === null,
    step: (candidate, shipment) => ({ parcel: detach(candidate, shipment), shipment }),
  })
