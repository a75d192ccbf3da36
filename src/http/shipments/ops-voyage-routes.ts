// /ops/v1/voyages: the schedule of flights and sailings, which staff enter one by one or paste as a list.

import type { FastifyInstance } from 'fastify'
import type { Voyage, VoyageDetails } from '../../domain/shipments/voyage.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import type { VoyageView } from '../../flows/shipments/read-shipments.ts'
import { viewShipments, viewVoyage, viewVoyages } from '../../flows/shipments/read-shipments.ts'
import { addVoyage, cancelVoyage, changeVoyage, importVoyages } from '../../flows/shipments/voyages.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { LIST_COUNT_EXAMPLE, ListCountAnswer } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import { boundedCount } from '../../store/overview/list-totals.ts'
import * as voyages from '../../store/shipments/voyages.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { orderIn } from '../values/ops-list-filters.ts'
import { presentFill, presentShipment } from './ops-present.ts'
import { readInstant, said } from './ops-requests.ts'
import type { WireVoyage } from './ops-voyage-schemas.ts'
import {
  AddVoyageBody,
  CHANGED_EXAMPLE,
  ChangedVoyageAnswer,
  ChangeVoyageBody,
  IMPORTED_EXAMPLE,
  ImportedVoyagesAnswer,
  ImportVoyagesBody,
  VOYAGE_EXAMPLE,
  VoyageAnswer,
  VoyageParams,
  VoyageQuery,
  VoyagesQuery,
  VoyageTotalsQuery,
} from './ops-voyage-schemas.ts'

const presentDetails = (voyage: VoyageDetails) => ({
  transport_mode: voyage.transportMode,
  carrier: voyage.carrier,
  number: voyage.number,
  origin: voyage.origin,
  destination: voyage.destination,
  departs_at: instant(voyage.departsAt),
  cut_off_at: nullableInstant(voyage.cutOffAt),
  arrives_at: instant(voyage.arrivesAt),
  capacity_weight: voyage.capacityKg,
  capacity_volume: voyage.capacityCbm,
})

const presentVoyage = ({ voyage, fill }: VoyageView): WireVoyage => ({
  voyage_id: voyage.id,
  ...presentDetails(voyage),
  cancelled_at: nullableInstant(voyage.cancelledAt),
  fill: presentFill(voyage, fill),
  created_at: instant(voyage.createdAt),
})

const readDetails = (body: Type.Static<typeof ChangeVoyageBody>): Partial<VoyageDetails> => {
  const problems = new Problems()
  const details = said({
    transportMode: body.transport_mode,
    carrier: body.carrier?.trim(),
    number: body.number?.trim(),
    origin: body.origin?.trim(),
    destination: body.destination?.trim(),
    departsAt: readInstant('departs_at', body.departs_at, problems),
    cutOffAt: readInstant('cut_off_at', body.cut_off_at, problems),
    arrivesAt: readInstant('arrives_at', body.arrives_at, problems),
    capacityKg: body.capacity_weight,
    capacityCbm: body.capacity_volume,
  })
  problems.throwIfAny()
  return details as Partial<VoyageDetails>
}

export const voyageRoutes = (app: FastifyInstance, deps: Deps): void => {
  const filterIn = (query: Type.Static<typeof VoyageTotalsQuery>): voyages.VoyageFilter =>
    omitNulls({
      transportMode: query.transport_mode,
      departsAfter: query.upcoming ? deps.clock() : undefined,
      isCancelled: query.cancelled,
      q: query.q,
    })
  const shown = async (voyage: Voyage, mode: 'test' | 'live' = 'live') => presentVoyage(await viewVoyage(deps, voyage, mode))

  opsRoute(app, 'GET', '/ops/v1/voyages', STAFF, {
    id: 'listVoyages',
    summary: 'List the flights and sailings of the schedule',
    description:
      'Last departure first, 25 a page, each with its fill by the shipments of a mode (live by default). The Link header leads on.',
    query: VoyagesQuery,
    answers: { 200: goodAnswer('A page of flights and sailings', Type.Array(VoyageAnswer), [VOYAGE_EXAMPLE]) },
    handler: async (request, reply) => {
      const order = orderIn(voyages.VOYAGE_ORDERS, request.query.sort)
      const { items } = await listPage(request, reply, (page) =>
        voyages.list(deps.db, filterIn(request.query), order ? { ...page, order } : page),
      )
      return (await viewVoyages(deps, items, request.query.mode ?? 'live')).map(presentVoyage)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/voyages/totals', STAFF, {
    id: 'countVoyages',
    summary: 'How many flights and sailings the list has',
    description: 'Those that match the filters.',
    query: VoyageTotalsQuery,
    answers: { 200: goodAnswer('The count', ListCountAnswer, LIST_COUNT_EXAMPLE) },
    handler: async ({ query }) => boundedCount(deps.db, voyages.found(filterIn(query))),
  })

  opsRoute(app, 'POST', '/ops/v1/voyages', WAREHOUSE, {
    id: 'addVoyage',
    summary: 'Add a flight or sailing to the schedule',
    description: 'A number can be in the schedule once a day.',
    body: AddVoyageBody,
    answers: { 201: goodAnswer('The flight or sailing', VoyageAnswer, VOYAGE_EXAMPLE) },
    handler: async (request, reply) => {
      const given = { cutOffAt: null, capacityKg: null, capacityCbm: null, ...readDetails(request.body) } as VoyageDetails
      return reply.code(201).send(await shown(await addVoyage(deps, authorOf(deps, request), given)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/voyages/import', WAREHOUSE, {
    id: 'importVoyages',
    summary: 'Take over a pasted schedule',
    description:
      'All rows or none: a row whose number is in the schedule on its day changes that flight or sailing, with the shipments on it; any other row is added. With `dry_run` nothing is stored, and every mistake is named by row and column.',
    body: ImportVoyagesBody,
    answers: { 200: goodAnswer('What each row did', ImportedVoyagesAnswer, IMPORTED_EXAMPLE) },
    handler: async (request) => {
      const { text, dry_run: isDryRun = false } = request.body
      const { rows, mistakes } = await importVoyages(deps, authorOf(deps, request), text, isDryRun)
      return { rows: rows.map(({ row, outcome, voyage }) => ({ row, outcome, ...presentDetails(voyage) })), mistakes }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/voyages/:id', STAFF, {
    id: 'getVoyage',
    summary: 'Retrieve a flight or sailing',
    description: 'With its fill by the shipments of a mode.',
    params: VoyageParams,
    query: VoyageQuery,
    answers: { 200: goodAnswer('The flight or sailing', VoyageAnswer, VOYAGE_EXAMPLE) },
    handler: async ({ params, query }) => shown(await voyages.load(deps.db, params.id), query.mode),
  })

  opsRoute(app, 'PATCH', '/ops/v1/voyages/:id', WAREHOUSE, {
    id: 'updateVoyage',
    summary: 'Change a flight or sailing',
    description:
      'Omitted fields stay the same. Shipments on it that are open or under way get its new number and times, except what was corrected on the shipment itself; their businesses are told.',
    params: VoyageParams,
    body: ChangeVoyageBody,
    config: { nullEmpties: true },
    answers: { 200: goodAnswer('The flight or sailing as it is now', ChangedVoyageAnswer, CHANGED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const changed = await changeVoyage(deps, authorOf(deps, request), request.params.id, readDetails(request.body))
      return { ...(await shown(changed.voyage)), shipments: (await viewShipments(deps, changed.shipments)).map(presentShipment) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/voyages/:id/cancel', WAREHOUSE, {
    id: 'cancelVoyage',
    summary: 'Cancel a flight or sailing',
    description: 'Refused while shipments that have not arrived are on it: give them another one first.',
    params: VoyageParams,
    answers: { 200: goodAnswer('The cancelled flight or sailing', VoyageAnswer, VOYAGE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => shown(await cancelVoyage(deps, authorOf(deps, request), request.params.id)),
  })
}
