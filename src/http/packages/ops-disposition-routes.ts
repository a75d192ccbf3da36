// /ops/v1/packages/{id}/dispose, /undo_disposition and /charge_storage: routes for packages that were cancelled while they were in the warehouse.

import type { FastifyInstance } from 'fastify'
import { DISPOSITION_KINDS } from '../../domain/packages/package.ts'
import type { Deps } from '../../flows/deps.ts'
import { chargeKeptStorage, disposePackage, undoPackageDisposition } from '../../flows/packages/dispose-package.ts'
import { viewPackage } from '../../flows/packages/view-packages.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { opsRoute, TILL, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { PackageParams } from '../values/fields.ts'
import { presentOpsPackage } from './ops-present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from './ops-schemas.ts'

const CANCELLED_AT = '2026-11-24T09:00:00.000Z'
const KEPT = {
  ...OPS_PACKAGE_EXAMPLE,
  status: 'cancelled' as const,
  cancelled_at: CANCELLED_AT,
  milestones: { ready_for_collection_at: null, kept_since: CANCELLED_AT },
}
const RETURNED = {
  kind: 'returned_to_supplier' as const,
  courier: 'SF Express',
  courier_number: 'SF1234567890123',
  reason: 'The customer refused the goods',
}
const DISPOSED = {
  ...KEPT,
  milestones: { ready_for_collection_at: null, kept_since: null },
  place: null,
  disposition: { ...RETURNED, to: null, at: '2026-11-26T15:20:00.000Z' },
  disposed_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  disposition_undoable: true,
}

const DisposeBody = Type.Body([RETURNED, { kind: 'handed_back', to: 'Ada Obi, with her passport', reason: 'She buys elsewhere' }], {
  kind: Type.Enum(DISPOSITION_KINDS),
  reason: Type.LongText({ description: 'The business sees it' }),
  to: Type.Optional(Type.Text({ description: 'The person or supplier that got the package; required for `handed_back`' })),
  courier: Type.Optional(Type.Text({ description: 'Required for `returned_to_supplier`' })),
  courier_number: Type.Optional(Type.Text({ description: 'Required for `returned_to_supplier`' })),
})

export const dispositionRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/packages/:id/dispose', WAREHOUSE, {
    id: 'disposePackage',
    summary: 'Say what became of a package that was cancelled in the warehouse',
    description:
      'It was handed back, returned to its supplier, destroyed or given up. Its storage is charged up to today and ends, and its place is free. What the terms of its business stop because it is unpaid is not handed back or returned; charge its storage and take the payment first, or let an admin release it. Its status stays `cancelled`.',
    params: PackageParams,
    body: DisposeBody,
    answers: { 200: goodAnswer('The package with its disposition', OpsPackageAnswer, DISPOSED) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_ON_HOLD', 'PAYMENT_REQUIRED'],
    handler: async (request) => {
      const { kind, reason, to = null, courier = null, courier_number: courierNumber = null } = request.body
      const given = { kind, reason, to, courier, courierNumber }
      return presentOpsPackage(await viewPackage(deps, await disposePackage(deps, authorOf(deps, request), request.params.id, given)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/undo_disposition', WAREHOUSE, {
    id: 'undoDisposition',
    summary: 'Undo a disposition on its day',
    description:
      'In the time zone of the business. The cancelled package is in the warehouse again, in its place, with its storage going on. To correct a disposition, undo it and record another.',
    params: PackageParams,
    answers: { 200: goodAnswer('The package, which waits for a disposition again', OpsPackageAnswer, KEPT) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) =>
      presentOpsPackage(await viewPackage(deps, await undoPackageDisposition(deps, authorOf(deps, request), request.params.id))),
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/charge_storage', TILL, {
    id: 'chargeKeptStorage',
    summary: 'Charge the storage of a cancelled package up to today',
    description:
      'For a package that was cancelled in the warehouse and is still there, so that its storage can be paid before it is handed back. What was charged before is not charged again.',
    params: PackageParams,
    answers: { 200: goodAnswer('The package', OpsPackageAnswer, KEPT) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) =>
      presentOpsPackage(await viewPackage(deps, await chargeKeptStorage(deps, authorOf(deps, request), request.params.id))),
  })
}
