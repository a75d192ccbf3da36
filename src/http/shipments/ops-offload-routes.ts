// /ops/v1/shipments/{id}/offload: removes packages from a shipment that departed without them, and can attach them to another shipment.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { offloadPackages } from '../../flows/shipments/offload-packages.ts'
import { viewShipment } from '../../flows/shipments/read-shipments.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { OPS_PACKAGE_EXAMPLE } from '../packages/ops-schemas.ts'
import { opsRoute, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { OffloadBody, OffloadedAnswer } from './ops-move-schemas.ts'
import { presentShipment, warningsOf } from './ops-present.ts'
import { readPointers } from './ops-requests.ts'
import { SHIPMENT_EXAMPLE, ShipmentParams } from './ops-schemas.ts'

const { parcel_id, parcel_number } = OPS_PACKAGE_EXAMPLE

export const offloadRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/shipments/:id/offload', WAREHOUSE, {
    id: 'offloadPackages',
    summary: 'Take packages off a shipment that has departed',
    description:
      'For packages that were not on board, on any day before they are delivered. They are in the warehouse again, with storage as if they had never left; a full container that was loaded at the supplier is booked again, and not in the warehouse. With `to` they are attached to that open shipment in the same step, under the rules of attaching. All of them, or none: `details` names each package that prevents it.',
    params: ShipmentParams,
    body: OffloadBody,
    answers: {
      200: goodAnswer('The shipments as they are now', OffloadedAnswer, {
        shipment: { ...SHIPMENT_EXAMPLE, status: 'departed' },
        to: SHIPMENT_EXAMPLE,
        warnings: [],
        packages: [{ parcel_id, parcel_number }],
      }),
    },
    errors: [
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'PACKAGE_ON_HOLD',
      'PACKAGE_UNPRICED',
      'PACKAGE_CANCELLED',
      'DESTINATION_LOCKED',
      'PAYMENT_REQUIRED',
    ],
    handler: async (request) => {
      const { reason, to: onto = null, ...scanned } = request.body
      const { id } = await shipments.load(deps.db, request.params.id, request.staff.seen)
      const { pointers } = readPointers(scanned)
      const done = await offloadPackages(deps, authorOf(deps, request), id, { pointers, reason, to: onto })
      const to = done.to && (await viewShipment(deps, done.to))
      return {
        shipment: presentShipment(await viewShipment(deps, done.shipment)),
        to: to && presentShipment(to),
        warnings: to ? warningsOf(to, deps.clock()) : [],
        packages: done.parcels.map(({ id, parcelNumber }) => ({ parcel_id: id, parcel_number: parcelNumber })),
      }
    },
  })
}
