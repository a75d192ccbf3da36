// The tracking steps of a package: all four statuses in order. A cancelled package has only its completed steps and the cancellation.

import type { Package, PackageStatus } from './package.ts'
import { isLoadedAtSupplier } from './package.ts'

export const TRACKING_CODES = ['PARCEL_BOOKED', 'PARCEL_RECEIVED', 'PARCEL_IN_TRANSIT', 'PARCEL_DELIVERED', 'PARCEL_CANCELLED'] as const
type TrackingCode = (typeof TRACKING_CODES)[number]

export type TrackingStep = { step: number; status: PackageStatus; code: TrackingCode; info: string; completedAt: number | null }

type Milestone = { status: PackageStatus; code: TrackingCode; done: string; ahead: string; at: (parcel: Package) => number | null }

const ROAD: readonly Milestone[] = [
  {
    status: 'booked',
    code: 'PARCEL_BOOKED',
    done: 'The package is booked.',
    ahead: 'The package is not booked yet.',
    at: (p) => p.createdAt,
  },
  {
    status: 'warehouse',
    code: 'PARCEL_RECEIVED',
    done: 'The package was received at the warehouse.',
    ahead: 'The package has not reached the warehouse yet.',
    at: (p) => p.warehouseArrivedAt,
  },
  {
    status: 'transit',
    code: 'PARCEL_IN_TRANSIT',
    done: 'The package is on its way.',
    ahead: 'The package has not departed yet.',
    at: (p) => p.departedAt,
  },
  {
    status: 'delivered',
    code: 'PARCEL_DELIVERED',
    done: 'The package was delivered.',
    ahead: 'The package has not been delivered yet.',
    at: (p) => p.deliveredAt,
  },
]

const PROGRESS: readonly PackageStatus[] = ['booked', 'warehouse', 'transit', 'delivered', 'cancelled']

/**
 * The package as tracking shows it. A repacked package shows the progress of its least advanced successor. Cancelled successors are ignored
 * unless all are cancelled.
 */
export const followed = (parcel: Package, successors: readonly Package[]): Package => {
  const [last] = successors.toSorted((a, b) => PROGRESS.indexOf(a.status) - PROGRESS.indexOf(b.status))
  if (!last) return parcel
  const { id, parcelNumber, quantity, createdAt, warehouseArrivedAt, repackedInto } = parcel
  return { ...last, id, parcelNumber, quantity, createdAt, warehouseArrivedAt, repackedInto }
}

const SKIPPED = 'The carrier did not report this step.'
const NOT_PASSED = 'The container was loaded at the supplier and does not pass the warehouse.'

export const trackingSteps = (parcel: Package): TrackingStep[] => {
  const reached = ROAD.findLastIndex((milestone) => milestone.at(parcel) !== null)
  const road = ROAD.map((milestone, index): TrackingStep => {
    const completedAt = milestone.at(parcel)
    const step = { step: index + 1, status: milestone.status, code: milestone.code, completedAt }
    if (completedAt !== null) return { ...step, info: milestone.done }
    if (milestone.status === 'warehouse' && isLoadedAtSupplier(parcel)) return { ...step, info: NOT_PASSED }
    return { ...step, info: index < reached ? SKIPPED : milestone.ahead }
  })
  if (parcel.cancelledAt === null) return road
  const completed = road.filter((step) => step.completedAt !== null)
  const info = 'The package was cancelled.'
  return [
    ...completed,
    { step: completed.length + 1, status: 'cancelled', code: 'PARCEL_CANCELLED', info, completedAt: parcel.cancelledAt },
  ]
}
