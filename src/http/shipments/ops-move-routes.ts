// Routes for the steps of a shipment: attach and detach packages, depart, arrive, deliver, cancel, and undo. Also the delivery of a single package.

import type { FastifyInstance } from 'fastify'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { viewPackage } from '../../flows/packages/view-packages.ts'
import type { ScanResult } from '../../flows/shipments/attach-packages.ts'
import { attachPackages, detachPackages } from '../../flows/shipments/attach-packages.ts'
import { deliverFound, deliverShipment } from '../../flows/shipments/deliver-shipment.ts'
import { viewShipment } from '../../flows/shipments/read-shipments.ts'
import { arriveShipment, cancelShipment, departShipment } from '../../flows/shipments/shipment-steps.ts'
import { undoPackageDelivery, undoShipmentArrival, undoShipmentDelivery, undoShipmentDeparture } from '../../flows/shipments/undo-step.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { presentOpsPackage } from '../packages/ops-present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from '../packages/ops-schemas.ts'
import { opsRoute, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { PackageParams } from '../values/fields.ts'
import { AttachBody, AttachedAnswer, DeliveredAnswer, DetachedAnswer, HandOverBody, ScanBody } from './ops-move-schemas.ts'
import type { Deed } from './ops-present.ts'
import { presentDelivered, presentScans, presentShipment, warningsOf } from './ops-present.ts'
import { readAttachment, readPointers } from './ops-requests.ts'
import { SHIPMENT_EXAMPLE, ShipmentAnswer, ShipmentParams } from './ops-schemas.ts'

const ATTACHED: Deed<'attached'> = { done: 'attached', says: 'is attached to the shipment', alreadySays: 'is in this shipment already' }
const DETACHED: Deed<'detached'> = { done: 'detached', says: 'is detached from the shipment', alreadySays: 'is in no shipment' }

const outcome = (deed: Deed) => ({
  scanned: OPS_PACKAGE_EXAMPLE.parcel_number,
  message: `Package ${OPS_PACKAGE_EXAMPLE.parcel_number} ${deed.says}.`,
  parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id,
  parcel_number: OPS_PACKAGE_EXAMPLE.parcel_number,
})

/**
 * If the request names a single package and that package was refused, throws the refusal. Otherwise returns all outcomes, including
 * refusals.
 */
const outcomesUnlessRefused = ({ outcomes }: ScanResult, alone: boolean): ScanResult['outcomes'] => {
  const [first] = outcomes
  if (alone && first?.outcome instanceof Rejection) throw first.outcome
  return outcomes
}

type Step = {
  id: string
  summary: string
  description: string
  errors: ErrorCode[]
  run: (deps: Deps, author: Author, id: string) => Promise<Shipment>
}

const STEPS: Record<'depart' | 'arrive' | 'cancel' | 'undo_departure' | 'undo_arrival' | 'undo_delivery', Step> = {
  depart: {
    id: 'departShipment',
    summary: 'Depart a shipment',
    description:
      'All or nothing: `details` names each package that blocks the departure, such as those on hold, or not paid where the terms of their business want that.',
    errors: ['PACKAGE_ON_HOLD', 'PACKAGE_UNPRICED', 'PAYMENT_REQUIRED'],
    run: departShipment,
  },
  arrive: {
    id: 'arriveShipment',
    summary: 'Record the arrival of a shipment',
    description: 'Its packages stay in transit until they are delivered.',
    errors: [],
    run: arriveShipment,
  },
  cancel: {
    id: 'cancelShipment',
    summary: 'Cancel a shipment',
    description: 'Only while it is open and empty. It stays listed.',
    errors: [],
    run: cancelShipment,
  },
  undo_departure: {
    id: 'undoDeparture',
    summary: 'Undo the departure of a shipment',
    description:
      'On the day of the departure, in the time zone of every business on board, while none of its packages is delivered. The shipment is open again, and its packages are in the warehouse as if they had never left; a full container that was loaded at the supplier is there again. `details` names each package that prevents it.',
    errors: [],
    run: undoShipmentDeparture,
  },
  undo_arrival: {
    id: 'undoArrival',
    summary: 'Undo the arrival of a shipment',
    description: 'On the day of the arrival, in the time zone of every business on board. The shipment is under way again.',
    errors: [],
    run: undoShipmentArrival,
  },
  undo_delivery: {
    id: 'undoShipmentDelivery',
    summary: 'Undo today’s deliveries of a shipment',
    description: 'Every package of it that was delivered today, in the time zone of its business, is in transit again.',
    errors: [],
    run: undoShipmentDelivery,
  },
}

export const shipmentMoveRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/shipments/:id/attach', WAREHOUSE, {
    id: 'attachPackages',
    summary: 'Attach packages to a shipment',
    description:
      'By parcel number, tracking code or token. Refused: what is on hold, cancelled, in another shipment, on another road, not all in the warehouse, without a price, or to be paid for first. The same code scanned twice is not two actions. What is over the capacity of its flight or sailing, or late for its cut-off, is attached with `warnings`. A full container that was loaded at the supplier is attached before it is received, by its container numbers; its price is final then.',
    params: ShipmentParams,
    body: AttachBody,
    answers: {
      200: goodAnswer('The outcome for each package', AttachedAnswer, {
        shipment: SHIPMENT_EXAMPLE,
        outcomes: [{ ...outcome(ATTACHED), outcome: 'attached' }],
      }),
    },
    errors: [
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'PACKAGE_ON_HOLD',
      'PACKAGE_UNPRICED',
      'PACKAGE_CANCELLED',
      'PACKAGE_IN_SHIPMENT',
      'DESTINATION_LOCKED',
      'PAYMENT_REQUIRED',
    ],
    handler: async (request) => {
      const { id } = await shipments.load(deps.db, request.params.id, request.staff.seen)
      const { pointers, alone, containers } = readAttachment(request.body)
      const handled = await attachPackages(deps, authorOf(deps, request), id, pointers, containers)
      const outcomes = outcomesUnlessRefused(handled, alone)
      const view = await viewShipment(deps, handled.shipment)
      return presentScans(view, outcomes, ATTACHED, warningsOf(view, deps.clock()))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/detach', WAREHOUSE, {
    id: 'detachPackages',
    summary: 'Detach packages from a shipment',
    description: 'While it is open. A destination that attaching had set stays set.',
    params: ShipmentParams,
    body: ScanBody,
    answers: {
      200: goodAnswer('The outcome for each package', DetachedAnswer, {
        shipment: SHIPMENT_EXAMPLE,
        outcomes: [{ ...outcome(DETACHED), outcome: 'detached' }],
      }),
    },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PACKAGE_IN_SHIPMENT'],
    handler: async (request) => {
      const { id } = await shipments.load(deps.db, request.params.id, request.staff.seen)
      const { pointers, alone } = readPointers(request.body)
      const handled = await detachPackages(deps, authorOf(deps, request), id, pointers)
      return presentScans(await viewShipment(deps, handled.shipment), outcomesUnlessRefused(handled, alone), DETACHED)
    },
  })

  for (const [step, { run, errors, ...described }] of Object.entries(STEPS)) {
    opsRoute(app, 'POST', `/ops/v1/shipments/:id/${step}`, WAREHOUSE, {
      ...described,
      params: ShipmentParams,
      answers: { 200: goodAnswer('The shipment as it is now', ShipmentAnswer, SHIPMENT_EXAMPLE) },
      errors: ['INVALID_TRANSITION', ...errors],
      handler: async (request) => presentShipment(await viewShipment(deps, await run(deps, authorOf(deps, request), request.params.id))),
    })
  }

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/deliver', WAREHOUSE, {
    id: 'deliverShipment',
    summary: 'Deliver the remaining packages of a shipment',
    description:
      'Every package that is still in transit and not on hold. Those on hold, to be paid for first, or waiting to be collected with a code stay in transit, and are named; the shipment is delivered with its last package.',
    params: ShipmentParams,
    answers: {
      200: goodAnswer('The shipment as it is now', DeliveredAnswer, { ...SHIPMENT_EXAMPLE, on_hold: [], unpaid: [], to_collect: [] }),
    },
    errors: ['INVALID_TRANSITION', 'PACKAGE_ON_HOLD', 'PAYMENT_REQUIRED'],
    handler: async (request) => {
      const delivered = await deliverShipment(deps, authorOf(deps, request), request.params.id)
      return presentDelivered(await viewShipment(deps, delivered.shipment), delivered)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/deliver', WAREHOUSE, {
    id: 'deliverPackage',
    summary: 'Deliver a package',
    description:
      'Unless it is on hold, or must be paid for first. With its last package a shipment is delivered too. A package that waits to be collected needs its code, or a reason; after five wrong codes, a reason.',
    params: PackageParams,
    body: HandOverBody,
    answers: { 200: goodAnswer('The package, delivered', OpsPackageAnswer, { ...OPS_PACKAGE_EXAMPLE, status: 'delivered' }) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'PACKAGE_ON_HOLD', 'PAYMENT_REQUIRED'],
    handler: async (request) => {
      const { collection_code: code = null, without_code_reason: reason = null } = request.body ?? {}
      return presentOpsPackage(
        await viewPackage(deps, await deliverFound(deps, authorOf(deps, request), request.params.id, { code, reason })),
      )
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/undo_delivery', WAREHOUSE, {
    id: 'undoDelivery',
    summary: 'Undo the delivery of a package',
    description:
      'On the day of the delivery, in the time zone of its business, unless a carrier reported it. The package is in transit again, and its shipment no longer delivered.',
    params: PackageParams,
    answers: { 200: goodAnswer('The package, in transit', OpsPackageAnswer, { ...OPS_PACKAGE_EXAMPLE, status: 'transit' }) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request) =>
      presentOpsPackage(await viewPackage(deps, await undoPackageDelivery(deps, authorOf(deps, request), request.params.id))),
  })
}
