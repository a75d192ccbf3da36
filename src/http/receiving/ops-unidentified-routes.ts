// /ops/v1/unidentified_parcels: register, list and discard unidentified parcels, and assign them to a package or customer.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { viewNoted } from '../../flows/packages/view-packages.ts'
import { assignParcel, discardParcel, takeInUnidentified } from '../../flows/receiving/identify-parcel.ts'
import { proposalsFor } from '../../flows/receiving/scan-code.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as unidentifiedParcels from '../../store/receiving/unidentified-parcels.ts'
import { required } from '../packages/ops-correction-routes.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { idParams } from '../values/fields.ts'
import { sitesIn } from '../values/ops-list-filters.ts'
import { ASSIGNED_EXAMPLE, UNIDENTIFIED_EXAMPLE } from './ops-examples.ts'
import { presentUnidentified } from './ops-present.ts'
import { readMeasured, readRoute, readTarget } from './ops-request.ts'
import { presentReceived } from './ops-routes.ts'
import { AssignBody, AssignedAnswer, ReasonBody, UnidentifiedAnswer, UnidentifiedBody } from './ops-schemas.ts'

const UnidentifiedParams = idParams('uid', 'Token of the unidentified parcel')
const ListQuery = Type.Object({
  ...modeQuery,
  status: Type.Optional(Type.Enum(unidentifiedParcels.UNIDENTIFIED_STATES, { default: 'open' })),
  site: Type.Optional(Type.Text({ description: 'Code or token of a site: only what it received' })),
  ...pageQuery,
})

export const unidentifiedRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/unidentified_parcels', WAREHOUSE, {
    id: 'takeInUnidentified',
    summary: 'Register an unidentified parcel',
    description:
      'It is added to the queue. Storage is counted from now. A second parcel under a courier number that is in the queue needs `confirm`.',
    body: UnidentifiedBody,
    answers: { 201: goodAnswer('The parcel in the queue', UnidentifiedAnswer, UNIDENTIFIED_EXAMPLE) },
    handler: async (request, reply) => {
      const { body } = request
      const taken = await takeInUnidentified(deps, authorOf(deps, request), {
        mode: body.mode ?? 'live',
        measured: readMeasured(body),
        labelText: body.label_text ?? null,
        courierNumber: body.courier_number ?? null,
        conditionNote: body.condition_note ?? null,
        isConfirmed: body.confirm ?? false,
        site: body.site,
      })
      return reply.code(201).send(presentUnidentified(taken, await proposalsFor(deps, taken)))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/unidentified_parcels', STAFF, {
    id: 'listUnidentified',
    summary: 'List unidentified parcels',
    description: 'Newest first, 25 a page; those still open unless `status` says otherwise.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of the queue', Type.Array(UnidentifiedAnswer), [UNIDENTIFIED_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', status: state = 'open' } = request.query
      const filter = { mode, state, ...(await sitesIn(deps, request)) }
      const { items } = await listPage(request, reply, (page) => unidentifiedParcels.list(deps.db, filter, page))
      return Promise.all(items.map(async (parcel) => presentUnidentified(parcel, await proposalsFor(deps, parcel))))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/unidentified_parcels/:id', STAFF, {
    id: 'getUnidentified',
    summary: 'Retrieve an unidentified parcel',
    description: 'With its package, once it is assigned.',
    params: UnidentifiedParams,
    answers: { 200: goodAnswer('The parcel', UnidentifiedAnswer, UNIDENTIFIED_EXAMPLE) },
    handler: async (request) => {
      const parcel = await unidentifiedParcels.load(deps.db, request.params.id)
      return presentUnidentified(parcel, await proposalsFor(deps, parcel))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/unidentified_parcels/:id/assign', WAREHOUSE, {
    id: 'assignUnidentified',
    summary: 'Assign an unidentified parcel',
    description:
      'To a package that is expected, to an announced parcel or to a customer, in the same mode. Its arrival time stays, and storage starts then.',
    params: UnidentifiedParams,
    body: AssignBody,
    answers: { 200: goodAnswer('The parcel, its receipt and its package', AssignedAnswer, ASSIGNED_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'CUSTOMER_NOT_FOUND'],
    handler: async (request) => {
      const { params, body } = request
      const { mode } = await unidentifiedParcels.load(deps.db, params.id)
      const to = { wanted: readTarget({ mode, ...body }), isConfirmed: body.confirm ?? false, route: readRoute(body) }
      const { unidentified, caller, ...received } = await assignParcel(deps, authorOf(deps, request), params.id, to)
      return {
        unidentified_parcel: presentUnidentified(unidentified, []),
        ...presentReceived(received, caller, await viewNoted(deps, caller, received)),
      }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/unidentified_parcels/:id/discard', WAREHOUSE, {
    id: 'discardUnidentified',
    summary: 'Discard an unidentified parcel',
    description: 'Removes it from the queue and records the reason.',
    params: UnidentifiedParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The parcel', UnidentifiedAnswer, { ...UNIDENTIFIED_EXAMPLE, status: 'discarded' }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      await unidentifiedParcels.load(deps.db, request.params.id)
      const reason = required('reason', request.body.reason)
      return presentUnidentified(await discardParcel(deps, authorOf(deps, request), request.params.id, reason), [])
    },
  })
}
