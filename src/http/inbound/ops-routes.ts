// /ops/v1/inbound_parcels: announced parcels of all businesses, and the import of a file for one business.

import type { FastifyInstance } from 'fastify'
import { courierKey } from '../../domain/inbound/courier-number.ts'
import { INBOUND_STATUSES } from '../../domain/inbound/inbound-parcel.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Deps } from '../../flows/deps.ts'
import { cancelInbound } from '../../flows/inbound/announce-parcel.ts'
import { matchOf } from '../../flows/inbound/find-announced.ts'
import { importInbound, previewImport } from '../../flows/inbound/import-inbound.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import { CancelBody } from '../quotes/v1-request-schemas.ts'
import type { OpsRegister } from '../register.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { foundFor, staffCallerFor } from '../staff/for-business.ts'
import { InboundParams } from '../values/fields.ts'
import { OPS_INBOUND_EXAMPLE, OPS_INBOUND_SCHEMAS, OpsImportBody, OpsInboundAnswer } from './ops-schemas.ts'
import { presentInbound, presentOpsInbound } from './present.ts'
import { ImportAnswer, INBOUND } from './v1-schemas.ts'

const ListQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  status: Type.Optional(Type.Enum(INBOUND_STATUSES)),
  courier_number: Type.Optional(Type.Text({ description: 'Courier number; spaces, hyphens and case are ignored' })),
  ...pageQuery,
})

const opsInboundRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/inbound_parcels', STAFF, {
    id: 'listAllInboundParcels',
    summary: 'List announced parcels of all businesses',
    description: 'Newest first, of every status unless `status` says otherwise.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of announced parcels', Type.Array(OpsInboundAnswer), [OPS_INBOUND_EXAMPLE]) },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const { mode = 'live', business, status, courier_number: number } = request.query
      const businessId = business === undefined ? undefined : (await loadBusiness(deps.db, business)).id
      const filter = { mode, ...omitNulls({ businessId, status, numberKey: number && courierKey(number) }) }
      const { items } = await listPage(request, reply, (page) => inboundParcels.listOfAll(deps.db, filter, page))
      return Promise.all(items.map(async (found) => presentOpsInbound(await matchOf(deps.db, found))))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/inbound_parcels/:id', STAFF, {
    id: 'getAnyInboundParcel',
    summary: 'Retrieve an announced parcel',
    description: 'With its business, its customer and what was received.',
    params: InboundParams,
    answers: { 200: goodAnswer('The announced parcel', OpsInboundAnswer, OPS_INBOUND_EXAMPLE) },
    handler: async (request) =>
      presentOpsInbound(await matchOf(deps.db, await inboundParcels.loadOfAnyBusiness(deps.db, request.params.id))),
  })

  opsRoute(app, 'POST', '/ops/v1/inbound_parcels/:id/cancel', WAREHOUSE, {
    id: 'cancelAnyInboundParcel',
    summary: 'Cancel an announced parcel',
    description: 'Until something was received under one of its numbers.',
    params: InboundParams,
    body: CancelBody,
    answers: { 200: goodAnswer('The announced parcel, cancelled', OpsInboundAnswer, { ...OPS_INBOUND_EXAMPLE, status: 'cancelled' }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, inbound, caller } = await foundFor(deps, request, inboundParcels.loadOfAnyBusiness)
      const cancelled = await cancelInbound(deps, caller, inbound.id, request.body.comment ?? null)
      return presentOpsInbound(await matchOf(deps.db, { scope, inbound: cancelled }))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/inbound_parcels/import', WAREHOUSE, {
    id: 'importAnyInboundParcels',
    summary: 'Announce many parcels of a business from a CSV file',
    description: 'All of them or none. With `dry_run` nothing is stored, and every mistake is named by row and column.',
    body: OpsImportBody,
    answers: {
      200: goodAnswer('The parcels that were created, or would be', ImportAnswer, { rows: 1, mistakes: [], inbound_parcels: [INBOUND] }),
    },
    errors: ['NOT_FOUND'],
    handler: async (request) => {
      const { business_id: business, mode = 'live', csv, dry_run: isDryRun = false } = request.body
      const caller = await staffCallerFor(deps, request, business, mode)
      const requireAuthority = () => request.requireAuthority()
      if (isDryRun) return { ...(await previewImport(deps, caller, csv, requireAuthority)), inbound_parcels: [] }
      const made = await importInbound(deps, caller, csv, requireAuthority)
      return { rows: made.length, mistakes: [], inbound_parcels: made.map((inbound) => presentInbound(inbound, mode)) }
    },
  })
}

export const register: OpsRegister = { schemas: OPS_INBOUND_SCHEMAS, ops: [opsInboundRoutes] }
