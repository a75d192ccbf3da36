// /v1/inbound_parcels: routes to announce, list, retrieve, change, cancel and import inbound parcels.

import type { FastifyInstance } from 'fastify'
import { courierKey } from '../../domain/inbound/courier-number.ts'
import { INBOUND_STATUSES } from '../../domain/inbound/inbound-parcel.ts'
import type { Deps } from '../../flows/deps.ts'
import type { InboundChanges } from '../../flows/inbound/announce-parcel.ts'
import { announceParcel, cancelInbound, changeInbound } from '../../flows/inbound/announce-parcel.ts'
import { importInbound, previewImport } from '../../flows/inbound/import-inbound.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import { CancelBody } from '../quotes/v1-request-schemas.ts'
import { InboundParams } from '../values/fields.ts'
import { customerQuery, readRecordFilter, recordQuery, statusQuery, withCustomerFilter } from '../values/v1-list-filters.ts'
import { presentInbound } from './present.ts'
import { ChangeInboundBody, CreateInboundBody, ImportAnswer, ImportBody, ImportQuery, INBOUND, InboundAnswer } from './v1-schemas.ts'

const ListQuery = Type.Object({
  ...statusQuery(INBOUND_STATUSES),
  courier_number: Type.Optional(Type.Text({ description: 'Courier number; spaces, hyphens and case are ignored' })),
  ...customerQuery,
  ...recordQuery,
  ...pageQuery,
})

export const inboundRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'POST', '/v1/inbound_parcels', 'Inbound parcels', {
    id: 'createInboundParcel',
    attachValidation: true,
    summary: 'Announce a parcel',
    description:
      'A parcel that a courier brings to the warehouse for one of your customers. When its number is scanned, the warehouse knows whose it is. A number is expected once at a time.',
    body: CreateInboundBody,
    answers: { 201: goodAnswer('The inbound parcel', InboundAnswer, INBOUND) },
    errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE'],
    handler: async (request, reply) => {
      const problems = problemsOf(request)
      const inbound = await announceParcel(deps, request.caller, request.body.inbound_parcel ?? {}, problems)
      return reply.code(201).send(presentInbound(inbound, request.caller.mode))
    },
  })

  route(app, 'GET', '/v1/inbound_parcels', 'Inbound parcels', {
    id: 'listInboundParcels',
    summary: 'List inbound parcels',
    description: 'Newest first, of every status unless `status` says otherwise.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of inbound parcels', Type.Array(InboundAnswer), [INBOUND]) },
    handler: async (request, reply) => {
      const { caller, query } = request
      const given = {
        ...omitNulls({ status: query.status, numberKey: query.courier_number && courierKey(query.courier_number) }),
        ...readRecordFilter(deps, caller, query),
      }
      return withCustomerFilter(deps, caller, query.parcel_customer_id, given, async (filter) => {
        const { items } = await listPage(request, reply, (page) => inboundParcels.list(deps.db, caller, filter, page))
        return items.map((inbound) => presentInbound(inbound, caller.mode))
      })
    },
  })

  route(app, 'GET', '/v1/inbound_parcels/:id', 'Inbound parcels', {
    id: 'getInboundParcel',
    summary: 'Retrieve an inbound parcel',
    description: 'The inbound parcel with the packages received under its numbers.',
    params: InboundParams,
    answers: { 200: goodAnswer('The inbound parcel', InboundAnswer, INBOUND) },
    handler: async ({ caller, params }) => presentInbound(await inboundParcels.load(deps.db, caller, params.id), caller.mode),
  })

  route(app, 'PATCH', '/v1/inbound_parcels/:id', 'Inbound parcels', {
    id: 'updateInboundParcel',
    attachValidation: true,
    config: { nullEmpties: true },
    summary: 'Change an inbound parcel',
    description:
      'Allowed while the parcel is expected. Omitted fields stay the same, and null clears a field. `courier_numbers`, `items` and `metadata` are replaced as a whole. A number under which something was received cannot be removed.',
    params: InboundParams,
    body: ChangeInboundBody,
    answers: { 200: goodAnswer('The inbound parcel as it is now', InboundAnswer, INBOUND) },
    errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE', 'INVALID_TRANSITION'],
    handler: async (request) => {
      const { caller, params, body } = request
      const problems = problemsOf(request)
      const { items, ...rest } = body.inbound_parcel ?? {}
      const changes = { ...rest, ...(items === undefined ? {} : { items: items?.map(omitNulls) ?? null }) } as InboundChanges
      return presentInbound(await changeInbound(deps, caller, params.id, changes, problems), caller.mode)
    },
  })

  route(app, 'POST', '/v1/inbound_parcels/:id/cancel', 'Inbound parcels', {
    id: 'cancelInboundParcel',
    summary: 'Cancel an inbound parcel',
    description: 'Allowed until something is received under one of its numbers.',
    params: InboundParams,
    body: CancelBody,
    answers: { 200: goodAnswer('The inbound parcel, cancelled', InboundAnswer, { ...INBOUND, status: 'cancelled' }) },
    errors: ['INVALID_TRANSITION'],
    handler: async ({ caller, params, body }) =>
      presentInbound(await cancelInbound(deps, caller, params.id, body.comment ?? null), caller.mode),
  })

  route(app, 'POST', '/v1/inbound_parcels/import', 'Inbound parcels', {
    id: 'importInboundParcels',
    summary: 'Announce many parcels from a CSV file',
    description:
      'All of them or none. With `dry_run` nothing is stored, and every mistake is named by row and column. The body is JSON with the file in `csv`, or the file itself as `text/csv`; then `dry_run` is a query parameter.',
    query: ImportQuery,
    body: ImportBody,
    takesCsv: true,
    answers: {
      200: goodAnswer('The parcels that were created, or would be', ImportAnswer, { rows: 1, mistakes: [], inbound_parcels: [INBOUND] }),
    },
    handler: async (request) => {
      const { caller, body, query } = request
      const requireAuthority = () => request.requireAuthority()
      if (body.dry_run ?? query.dry_run) return { ...(await previewImport(deps, caller, body.csv, requireAuthority)), inbound_parcels: [] }
      const made = await importInbound(deps, caller, body.csv, requireAuthority)
      return { rows: made.length, mistakes: [], inbound_parcels: made.map((inbound) => presentInbound(inbound, caller.mode)) }
    },
  })
}
