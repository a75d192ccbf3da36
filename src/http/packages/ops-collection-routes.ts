// /ops/v1/packages/{id}/ready and /not_ready, /ops/v1/shipments/{id}/ready: marks packages as ready for collection by the customer, or not ready.

import type { FastifyInstance } from 'fastify'
import type { Package } from '../../domain/packages/package.ts'
import type { Deps } from '../../flows/deps.ts'
import { markNotReady, markReady, markShipmentReady } from '../../flows/packages/collect-package.ts'
import { viewPackage } from '../../flows/packages/view-packages.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { opsRoute, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { PackageParams } from '../values/fields.ts'
import { presentOpsPackage } from './ops-present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from './ops-schemas.ts'

const Named = Type.Array(Type.Object({ parcel_id: Type.String(), parcel_number: Type.String() }))
const ReadyAnswer = Type.Object({
  shipment_id: Type.String(),
  ready: Type.Unsafe<Type.Static<typeof Named>>({ ...Named, description: 'Packages that are ready for collection now' }),
  on_hold: Type.Unsafe<Type.Static<typeof Named>>({ ...Named, description: 'Packages on hold, which stay as they are' }),
})

const ShipmentParams = Type.Object({ id: Type.Text({ description: 'Token or number of the shipment' }) })

const READY_AT = '2026-11-27T09:30:00.000Z'
const WAITING = { ...OPS_PACKAGE_EXAMPLE, status: 'transit' as const }
const nameOf = ({ id, parcelNumber }: Package) => ({ parcel_id: id, parcel_number: parcelNumber })

export const collectionRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/packages/:id/ready', WAREHOUSE, {
    id: 'makePackageReady',
    summary: 'Make a package ready for collection',
    description:
      'After the arrival of its shipment. The package gets a code of six digits: `ready_for_collection` messages hold it, its business can read it, and it is asked for when the package is delivered. A package that is ready already keeps its code.',
    params: PackageParams,
    answers: {
      200: goodAnswer('The package', OpsPackageAnswer, {
        ...WAITING,
        milestones: { ready_for_collection_at: READY_AT, kept_since: null },
      }),
    },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'PACKAGE_ON_HOLD'],
    handler: async (request) =>
      presentOpsPackage(await viewPackage(deps, await markReady(deps, authorOf(deps, request), request.params.id))),
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/not_ready', WAREHOUSE, {
    id: 'undoPackageReady',
    summary: 'Withdraw that a package is ready for collection',
    description: 'Its code is void, and messages with it that still wait are withdrawn. When it is ready again it gets a new code.',
    params: PackageParams,
    answers: { 200: goodAnswer('The package', OpsPackageAnswer, WAITING) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) =>
      presentOpsPackage(await viewPackage(deps, await markNotReady(deps, authorOf(deps, request), request.params.id))),
  })

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/ready', WAREHOUSE, {
    id: 'makeShipmentReady',
    summary: 'Make the packages of a shipment ready for collection',
    description:
      'Every package of an arrived shipment that is in transit and not on hold. Those that are ready already keep their codes and are not listed.',
    params: ShipmentParams,
    answers: {
      200: goodAnswer('The packages', ReadyAnswer, {
        shipment_id: 'shp_01kqn2x4t8e6nvd0t2d5c1yq7w',
        ready: [{ parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id, parcel_number: OPS_PACKAGE_EXAMPLE.parcel_number }],
        on_hold: [],
      }),
    },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { shipment, ready, held } = await markShipmentReady(deps, authorOf(deps, request), request.params.id)
      return { shipment_id: shipment.id, ready: ready.map(nameOf), on_hold: held.map(nameOf) }
    },
  })
}
