// /ops/v1/shipments: create, list, change, and list packages.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../flows/deps.ts'
import { changeShipment, createShipment } from '../../../flows/shipments/shipment-steps.ts'
import { boundedCount } from '../../../store/overview/list-totals.ts'
import * as shipmentPackages from '../../../store/shipments/shipment-packages.ts'
import * as shipments from '../../../store/shipments/shipments.ts'
import { listPage } from '../../links.ts'
import { goodAnswer } from '../../operation.ts'
import { pageQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { omitNulls } from '../../wire-format.ts'
import { opsOperation, STAFF, WAREHOUSE } from '../access.ts'
import { authorOf } from '../auth.ts'
import { LIST_COUNT_EXAMPLE, ListCountAnswer } from '../list-count.ts'
import { commonFilter, orderIn } from '../list-filters.ts'
import { opsPackageAnswers } from '../packages/present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from '../packages/schemas.ts'
import { manifestRoutes } from './manifest-routes.ts'
import { shipmentMoveRoutes } from './move-routes.ts'
import { shipmentAnswer, shipmentAnswers } from './present.ts'
import { readChanges, readNewDetails } from './requests.ts'
import { ChangeShipmentBody, CreateShipmentBody, SHIPMENT_EXAMPLE, ShipmentAnswer, ShipmentParams, ShipmentsQuery } from './schemas.ts'

export const shipmentRoutes = (app: FastifyInstance, deps: Deps): void => {
  const filterIn = async (query: Type.Static<typeof ShipmentsQuery>) => ({
    ...(await commonFilter(deps, query)),
    ...omitNulls({ status: query.status, transportMode: query.transport_mode, lateAt: query.late ? deps.clock() : undefined }),
  })

  app.get(
    '/ops/v1/shipments',
    opsOperation(STAFF, {
      id: 'listShipments',
      summary: 'List shipments',
      description:
        'The operator’s own, newest first, 25 a page; live ones unless `mode` says test; with `business`, those that hold a package of it, told whole. The Link header leads on.',
      query: ShipmentsQuery,
      answers: { 200: goodAnswer('A page of shipments', Type.Array(ShipmentAnswer), [SHIPMENT_EXAMPLE]) },
    }),
    async (request, reply) => {
      const filter = await filterIn(request.query)
      const order = orderIn(shipments.SHIPMENT_ORDERS, request.query.sort)
      const { items } = await listPage(request, reply, (page) => shipments.list(deps.db, filter, { ...page, order }))
      return shipmentAnswers(deps, items)
    },
  )

  app.get(
    '/ops/v1/shipments/totals',
    opsOperation(STAFF, {
      id: 'countShipments',
      summary: 'How many shipments the list has',
      description: 'Those that the filters find.',
      query: ShipmentsQuery,
      answers: { 200: goodAnswer('The count', ListCountAnswer, LIST_COUNT_EXAMPLE) },
    }),
    async ({ query }) => boundedCount(deps.db, shipments.found(await filterIn(query))),
  )

  app.post(
    '/ops/v1/shipments',
    opsOperation(WAREHOUSE, {
      id: 'makeShipment',
      summary: 'Create a shipment',
      description: 'Empty and open, to be filled by scanning. Everything except transport_mode can be changed while it is open.',
      body: CreateShipmentBody,
      answers: { 201: goodAnswer('The shipment', ShipmentAnswer, SHIPMENT_EXAMPLE) },
    }),
    async (request, reply) => {
      const { mode = 'live', transport_mode: transportMode } = request.body
      const details = readNewDetails(transportMode, request.body)
      const shipment = await createShipment(deps, authorOf(deps, request), { mode, transportMode, details })
      return reply.code(201).send(await shipmentAnswer(deps, shipment))
    },
  )

  app.get(
    '/ops/v1/shipments/:id',
    opsOperation(STAFF, {
      id: 'getShipment',
      summary: 'Retrieve a shipment',
      description: 'With what is in it: counts, weight and volume, business by business.',
      params: ShipmentParams,
      answers: { 200: goodAnswer('The shipment', ShipmentAnswer, SHIPMENT_EXAMPLE) },
    }),
    async ({ params }) => shipmentAnswer(deps, await shipments.load(deps.db, params.id)),
  )

  app.patch(
    '/ops/v1/shipments/:id',
    opsOperation(WAREHOUSE, {
      id: 'updateShipment',
      summary: 'Correct a shipment',
      description:
        'What is left out stays as it is, null empties what may be empty; a destination that is set stays for good. After departure all but the countries can be corrected.',
      params: ShipmentParams,
      body: ChangeShipmentBody,
      config: { nullEmpties: true },
      answers: { 200: goodAnswer('The shipment as it is now', ShipmentAnswer, SHIPMENT_EXAMPLE) },
      errors: ['INVALID_TRANSITION', 'DESTINATION_LOCKED'],
    }),
    async (request) =>
      shipmentAnswer(deps, await changeShipment(deps, authorOf(deps, request), request.params.id, readChanges(request.body))),
  )

  app.get(
    '/ops/v1/shipments/:id/packages',
    opsOperation(STAFF, {
      id: 'listShipmentPackages',
      summary: 'List the packages of a shipment',
      description: 'Of all businesses, newest first, 25 a page. The Link header has the next page.',
      params: ShipmentParams,
      query: Type.Object({ ...pageQuery }),
      answers: { 200: goodAnswer('A page of packages', Type.Array(OpsPackageAnswer), [OPS_PACKAGE_EXAMPLE]) },
    }),
    async (request, reply) => {
      const { id } = await shipments.load(deps.db, request.params.id)
      const { items } = await listPage(request, reply, (page) => shipmentPackages.pageOfShipment(deps.db, id, page))
      return opsPackageAnswers(deps, items)
    },
  )

  shipmentMoveRoutes(app, deps)
  manifestRoutes(app, deps)
}
