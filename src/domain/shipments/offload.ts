// Removes packages from a shipment that has departed without them.

import type { Package } from '../packages/package.ts'
import { Rejection } from '../values/errors.ts'
import { LEFT } from './attachment.ts'
import { withoutContainersOf } from './full-containers.ts'
import type { Shipment } from './shipment.ts'
import { delivered, nameOf, requireStep } from './shipment.ts'
import { obstacleToReturn } from './undo-step.ts'

/** Throws if any package cannot be taken off the shipment, and lists all such packages. */
export const requireOffloadable = (shipment: Shipment, parcels: readonly Package[]): void => {
  requireStep(shipment, 'offload')
  const problems = parcels.flatMap((parcel) => {
    const message = parcel.shipmentId === shipment.id ? obstacleToReturn(parcel) : `is not in shipment ${nameOf(shipment)}`
    return message === null ? [] : [{ field: parcel.parcelNumber, message }]
  })
  if (problems.length > 0) throw new Rejection('INVALID_TRANSITION', undefined, { problems })
}

export const offloaded = (parcel: Package, { reason, by, now }: { reason: string; by: string; now: number }): Package => ({
  ...parcel,
  ...LEFT,
  offloaded: { shipmentId: parcel.shipmentId!, reason, by, at: now },
})

/** The shipment after packages were taken off. If packages remain and all of them are delivered, the shipment becomes delivered. */
export const lightened = (shipment: Shipment, off: readonly Package[], left: readonly Package[], now: number): Shipment => {
  const lighter = withoutContainersOf(shipment, off)
  return left.length > 0 && left.every(({ status }) => status === 'delivered') ? delivered(lighter, now) : lighter
}
