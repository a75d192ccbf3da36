// /ops/v1/repacks: combine packages into one. /ops/v1/packages/{id}/split: split a package. Repacks and splits can be viewed and undone.

import type { FastifyInstance } from 'fastify'
import type { Arrival } from '../../domain/receiving/receipt.ts'
import { arrivalOf } from '../../domain/receiving/receipt.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { nowFor } from '../../flows/deps.ts'
import type { PackageView } from '../../flows/packages/view-packages.ts'
import { viewPackages } from '../../flows/packages/view-packages.ts'
import type { Repacking } from '../../flows/receiving/repack-packages.ts'
import { repackPackages, repackTogether, undoRepack } from '../../flows/receiving/repack-packages.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as packages from '../../store/packages/packages.ts'
import * as repacks from '../../store/receiving/repacks.ts'
import { presentOpsPackage, presentRepack } from '../packages/ops-present.ts'
import { RepackAnswer } from '../packages/ops-schemas.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { foundFor, staffCaller } from '../staff/for-business.ts'
import { idParams, PackageParams } from '../values/fields.ts'
import { presentPriceChange } from './ops-present.ts'
import { REPACK_EXAMPLE, REPACKING_EXAMPLE, RepackBody, RepackingAnswer, SplitBody } from './ops-repack-schemas.ts'
import { readMeasured } from './ops-request.ts'
import { ReasonBody } from './ops-schemas.ts'

const RepackParams = idParams('rpk', 'Token of the repack')

const ERRORS = ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'PACKAGE_IN_SHIPMENT', 'PACKAGE_ON_HOLD'] as const

/** The number of pieces of a new package if staff give no number. */
const PIECES_DEFAULT = 1

const readPart = (body: Parameters<typeof readMeasured>[0], at = ''): Arrival => arrivalOf(readMeasured(body, at), PIECES_DEFAULT)

const presentRepacking = (deps: Deps, caller: Caller, { repack, sources, prices }: Repacking, views: readonly PackageView[]) => ({
  repack: presentRepack(caller, repack, caller.business, nowFor(deps, caller)),
  sources: views.slice(0, sources.length).map(presentOpsPackage),
  packages: views.slice(sources.length).map(presentOpsPackage),
  prices: prices.map((price) => presentPriceChange(price)!),
})

const viewsOf = (deps: Deps, { businessId, mode }: Caller, { sources, results }: Repacking): Promise<PackageView[]> =>
  viewPackages(
    deps,
    [...sources, ...results].map((parcel) => ({ scope: { businessId, mode }, parcel })),
  )

export const repackRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/repacks', WAREHOUSE, {
    id: 'repackPackages',
    summary: 'Repack packages into one',
    description:
      'Packages of one customer with the same destination and transport, in the warehouse, in no shipment and not on hold, become one that is measured anew: the weight, and the dimensions or volume where they were known or it goes by sea. They are cancelled, name the new package in `repacked_into`, and their tracking follows it. Each quote is priced anew, by the prices it froze, from what it now holds; one that holds nothing any more is cancelled. Storage of the days up to today is owed by the packages that were there; the new one arrived with the first of them.',
    body: RepackBody,
    answers: { 201: goodAnswer('The packages before and after, and what it does to the prices', RepackingAnswer, REPACKING_EXAMPLE) },
    errors: ERRORS,
    handler: async (request, reply) => {
      const { package_ids: packageIds, note = null, confirm = false, ...body } = request.body
      const wanted = { packageIds, part: readPart(body), note, isConfirmed: confirm }
      const { caller, repacking } = await repackTogether(deps, authorOf(deps, request), wanted)
      return reply.code(201).send(presentRepacking(deps, caller, repacking, await viewsOf(deps, caller, repacking)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/split', WAREHOUSE, {
    id: 'splitPackage',
    summary: 'Split a package',
    description:
      'Into two or more, each measured anew, by the rules of a repack. Where the package has several pieces, those of its parts add up to as many, unless `confirm` says that boxes were opened.',
    params: PackageParams,
    body: SplitBody,
    answers: { 201: goodAnswer('The package, its parts, and what it does to the price', RepackingAnswer, REPACKING_EXAMPLE) },
    errors: ERRORS,
    handler: async (request, reply) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      const { parts: given, note = null, confirm = false } = request.body
      if (given === undefined) throw invalidField('parts', 'is required')
      const at = (index: number): string => `parts[${index}].`
      const parts = given.map((part, index) => readPart(part, at(index)))
      const caller = await staffCaller(deps, request, scope)
      const wanted = { kind: 'split', packageIds: [parcel.id], parts, at, note, isConfirmed: confirm } as const
      const repacking = await repackPackages(deps, caller, wanted)
      return reply.code(201).send(presentRepacking(deps, caller, repacking, await viewsOf(deps, caller, repacking)))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/repacks/:id', STAFF, {
    id: 'getRepack',
    summary: 'Retrieve a repack or a split',
    description: 'Undone ones included.',
    params: RepackParams,
    answers: { 200: goodAnswer('The repack with its packages', RepackAnswer, REPACK_EXAMPLE) },
    handler: async (request) => {
      const { scope, repack } = await repacks.loadOfAnyBusiness(deps.db, request.params.id)
      const { business, clockOffsetMs } = (await businesses.findWithClock(deps.db, scope))!
      return presentRepack(scope, repack, business, deps.clock() + clockOffsetMs)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/repacks/:id/undo', WAREHOUSE, {
    id: 'undoRepack',
    summary: 'Undo a repack or a split',
    description:
      'On the business’s calendar day of the repack, while what came of it is in the warehouse, in no shipment, not on hold and not repacked again. The packages are as they were, and so are prices and storage; what was invoiced is taken back by a credit note.',
    params: RepackParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The packages as they were', RepackingAnswer, REPACKING_EXAMPLE) },
    errors: ERRORS,
    handler: async (request) => {
      const { repack, caller } = await foundFor(deps, request, repacks.loadOfAnyBusiness)
      const repacking = await undoRepack(deps, caller, repack.id, request.body.reason ?? null)
      return presentRepacking(deps, caller, repacking, await viewsOf(deps, caller, repacking))
    },
  })
}
