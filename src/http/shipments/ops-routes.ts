// /ops/v1/shipments: create, list and change shipments, list their packages, and get the manifest as CSV or PDF.

import type { FastifyInstance } from 'fastify'
import { manifestCsv } from '../../domain/shipments/manifest.ts'
import { nameOf } from '../../domain/shipments/shipment.ts'
import type { Deps } from '../../flows/deps.ts'
import { viewPackages } from '../../flows/packages/view-packages.ts'
import { readManifest, readPrintedManifest, viewShipment, viewShipments } from '../../flows/shipments/read-shipments.ts'
import { changeShipment, createShipment } from '../../flows/shipments/shipment-steps.ts'
import { createDrawings } from '../../labels/drawings.ts'
import { renderManifestPdf } from '../../labels/render.ts'
import { listPage } from '../../platform/http/links.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import { LIST_COUNT_EXAMPLE, ListCountAnswer, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import { boundedCount } from '../../store/overview/list-totals.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import { presentOpsPackage } from '../packages/ops-present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from '../packages/ops-schemas.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { commonFilter, orderIn, sitesIn } from '../values/ops-list-filters.ts'
import { shipmentMoveRoutes } from './ops-move-routes.ts'
import { presentShipment } from './ops-present.ts'
import { readChanges, readNewDetails } from './ops-requests.ts'
import { ChangeShipmentBody, CreateShipmentBody, SHIPMENT_EXAMPLE, ShipmentAnswer, ShipmentParams, ShipmentsQuery } from './ops-schemas.ts'

const manifestRoutes = (app: FastifyInstance, deps: Deps): void => {
  const drawings = createDrawings(renderManifestPdf)
  opsRoute(app, 'GET', '/ops/v1/shipments/:id/manifest.csv', STAFF, {
    id: 'getManifestCsv',
    summary: 'A shipment’s manifest for spreadsheets',
    description: 'A header, one line per package, and the total. Cells that would run as a formula start with an apostrophe.',
    params: ShipmentParams,
    answers: { 200: fileAnswer('The manifest', 'text/csv') },
    handler: async ({ params, staff }, reply) => {
      const manifest = await readManifest(deps, params.id, staff.seen)
      return sendFile(reply, `manifest-${nameOf(manifest.shipment)}.csv`, manifestCsv(manifest))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/shipments/:id/manifest.pdf', STAFF, {
    id: 'getManifestPdf',
    summary: 'A shipment’s manifest for printing',
    description: 'A4, with the shipment’s number as a barcode, times in the zone of the origin, and lines to sign on.',
    params: ShipmentParams,
    answers: { 200: fileAnswer('The manifest', 'application/pdf') },
    handler: async ({ params, staff }, reply) => {
      const manifest = await readPrintedManifest(deps, params.id, staff.seen)
      return sendFile(reply, `manifest-${nameOf(manifest.shipment)}.pdf`, await drawings.of(manifest))
    },
  })
}

export const shipmentRoutes = (app: FastifyInstance, deps: Deps): void => {
  const filterIn = async ({ query, staff }: { query: Type.Static<typeof ShipmentsQuery>; staff: { seen: SeenSites } }) => ({
    ...(await commonFilter(deps, query)),
    ...(await sitesIn(deps, { query, staff })),
    ...omitNulls({ status: query.status, transportMode: query.transport_mode, lateAt: query.late ? deps.clock() : undefined }),
  })

  opsRoute(app, 'GET', '/ops/v1/shipments', STAFF, {
    id: 'listShipments',
    summary: 'List shipments',
    description:
      'The operator’s own, newest first, 25 a page; live ones unless `mode` says test; with `business`, those with a package of it, each with all its packages. The Link header leads on.',
    query: ShipmentsQuery,
    answers: { 200: goodAnswer('A page of shipments', Type.Array(ShipmentAnswer), [SHIPMENT_EXAMPLE]) },
    handler: async (request, reply) => {
      const filter = await filterIn(request)
      const order = orderIn(shipments.SHIPMENT_ORDERS, request.query.sort)
      const { items } = await listPage(request, reply, (page) => shipments.list(deps.db, filter, { ...page, order }))
      return (await viewShipments(deps, items)).map(presentShipment)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/shipments/totals', STAFF, {
    id: 'countShipments',
    summary: 'How many shipments the list has',
    description: 'Shipments that match the filters.',
    query: ShipmentsQuery,
    answers: { 200: goodAnswer('The count', ListCountAnswer, LIST_COUNT_EXAMPLE) },
    handler: async (request) => boundedCount(deps.db, shipments.found(await filterIn(request))),
  })

  opsRoute(app, 'POST', '/ops/v1/shipments', WAREHOUSE, {
    id: 'makeShipment',
    summary: 'Create a shipment',
    description: 'Empty and open, to be filled by scanning. Everything except transport_mode can be changed while it is open.',
    body: CreateShipmentBody,
    answers: { 201: goodAnswer('The shipment', ShipmentAnswer, SHIPMENT_EXAMPLE) },
    handler: async (request, reply) => {
      const { mode = 'live', transport_mode: transportMode } = request.body
      const details = readNewDetails(transportMode, request.body)
      const { from_site: from, to_site: to } = request.body
      const shipment = await createShipment(deps, authorOf(deps, request), { mode, transportMode, details }, { from, to })
      return reply.code(201).send(presentShipment(await viewShipment(deps, shipment)))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/shipments/:id', STAFF, {
    id: 'getShipment',
    summary: 'Retrieve a shipment',
    description: 'With what is in it: counts, weight and volume, business by business.',
    params: ShipmentParams,
    answers: { 200: goodAnswer('The shipment', ShipmentAnswer, SHIPMENT_EXAMPLE) },
    handler: async (request) =>
      presentShipment(await viewShipment(deps, await shipments.load(deps.db, request.params.id, request.staff.seen))),
  })

  opsRoute(app, 'PATCH', '/ops/v1/shipments/:id', WAREHOUSE, {
    id: 'updateShipment',
    summary: 'Correct a shipment',
    description:
      'Omitted fields stay the same, and null clears an optional field. A destination cannot be changed once it is set. After departure everything but the countries can be corrected.',
    params: ShipmentParams,
    body: ChangeShipmentBody,
    config: { nullEmpties: true },
    answers: { 200: goodAnswer('The shipment as it is now', ShipmentAnswer, SHIPMENT_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'DESTINATION_LOCKED'],
    handler: async (request) => {
      const { from_site: from, to_site: to, ...changes } = request.body
      const shipment = await changeShipment(deps, authorOf(deps, request), request.params.id, readChanges(changes), { from, to })
      return presentShipment(await viewShipment(deps, shipment))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/shipments/:id/packages', STAFF, {
    id: 'listShipmentPackages',
    summary: 'List the packages of a shipment',
    description: 'Packages of all businesses, newest first, 25 a page. The Link header has the next page.',
    params: ShipmentParams,
    query: Type.Object({ ...pageQuery }),
    answers: { 200: goodAnswer('A page of packages', Type.Array(OpsPackageAnswer), [OPS_PACKAGE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { id } = await shipments.load(deps.db, request.params.id, request.staff.seen)
      const { items } = await listPage(request, reply, (page) => shipmentPackages.pageOfShipment(deps.db, id, page))
      return (await viewPackages(deps, items)).map(presentOpsPackage)
    },
  })

  shipmentMoveRoutes(app, deps)
  manifestRoutes(app, deps)
}
