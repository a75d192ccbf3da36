// /ops/v1/places: routes to create, list, rename and close places, put packages in places, and print place labels.

import type { FastifyInstance } from 'fastify'
import { PLACE_CODE_FORM, PLACES_AT_ONCE_MAX, placesBetween, readPlaceCode } from '../../domain/places/place-code.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { viewPackage } from '../../flows/packages/view-packages.ts'
import { changePlace, createPlace, createPlaces } from '../../flows/places/change-places.ts'
import { putInPlace, setPackagePlace } from '../../flows/places/put-in-place.ts'
import { PLACE_LABELS_MAX, readPlaceLabels, viewPlace, viewPlaces } from '../../flows/places/view-places.ts'
import { namedSite } from '../../flows/sites/work-site.ts'
import { createDrawings } from '../../labels/drawings.ts'
import { renderPlaceLabelPdf } from '../../labels/render.ts'
import { listPage } from '../../platform/http/links.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import { LIST_COUNT_EXAMPLE, ListCountAnswer } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import { boundedCount } from '../../store/overview/list-totals.ts'
import { loadOfAnyBusiness } from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import { presentOpsPackage } from '../packages/ops-present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from '../packages/ops-schemas.ts'
import { ScanBody } from '../shipments/ops-move-schemas.ts'
import { readPointers } from '../shipments/ops-requests.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { PackageParams } from '../values/fields.ts'
import { presentPlace, presentPut } from './ops-present.ts'
import {
  ChangePlaceBody,
  CreatedPlacesAnswer,
  CreatePlacesBody,
  PLACE_EXAMPLE,
  PlaceAnswer,
  PlacePackageBody,
  PlaceParams,
  PlacesQuery,
  PUT_EXAMPLE,
  PutAnswer,
  placeFilters,
} from './ops-schemas.ts'

const PlaceTotalsQuery = Type.Object(placeFilters)

const filterIn = async (
  deps: Deps,
  { staff: { seen }, query }: { staff: { seen: SeenSites }; query: Type.Static<typeof PlaceTotalsQuery> },
): Promise<places.PlaceFilter> => {
  const { mode = 'live', closed, q, site } = query
  return { mode, seen, ...omitNulls({ isClosed: closed, q }), ...(site === undefined ? {} : { siteId: await namedSite(deps.db, site) }) }
}

const readCode = (code: string): string => {
  const read = readPlaceCode(code)
  if (read === null) throw invalidField('code', PLACE_CODE_FORM)
  return read
}

const readCodes = ({ code, from, to }: Type.Static<typeof CreatePlacesBody>): { one: string } | { range: string[] } => {
  if (code !== undefined && (from !== undefined || to !== undefined)) throw invalidField('code', 'cannot be given together with a range')
  if (code !== undefined) return { one: readCode(code) }
  if (from === undefined || to === undefined) throw invalidField('code', 'is required, or from and to')
  return { range: placesBetween(from, to) }
}

export const placeRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/places', STAFF, {
    id: 'listPlaces',
    summary: 'List the places of the warehouse',
    description: 'In the order of their codes, 25 a page, with what lies in each. The Link header leads on.',
    query: PlacesQuery,
    answers: { 200: goodAnswer('A page of places', Type.Array(PlaceAnswer), [PLACE_EXAMPLE]) },
    handler: async (request, reply) => {
      const filter = await filterIn(deps, request)
      const { items } = await listPage(request, reply, (page) => places.list(deps.db, filter, page))
      return (await viewPlaces(deps, items)).map(presentPlace)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/places/totals', STAFF, {
    id: 'countPlaces',
    summary: 'How many places the list has',
    description: 'Places that match the filters.',
    query: PlaceTotalsQuery,
    answers: { 200: goodAnswer('The count', ListCountAnswer, LIST_COUNT_EXAMPLE) },
    handler: async (request) => boundedCount(deps.db, places.found(await filterIn(deps, request))),
  })

  opsRoute(app, 'POST', '/ops/v1/places', WAREHOUSE, {
    id: 'createPlaces',
    summary: 'Create a place, or a range of places',
    description: `\`code\` makes one. \`from\` and \`to\` make every place between them, part by part, at most ${PLACES_AT_ONCE_MAX} at once; those of a range that exist stay as they are.`,
    body: CreatePlacesBody,
    answers: {
      201: goodAnswer('The places', CreatedPlacesAnswer, {
        created: 1,
        existing: 0,
        places: [{ ...PLACE_EXAMPLE, packages: 0, pieces: 0 }],
      }),
    },
    handler: async (request, reply) => {
      const { mode = 'live', site } = request.body
      const codes = readCodes(request.body)
      const author = authorOf(deps, request)
      const { created, existing } =
        'one' in codes
          ? { created: [await createPlace(deps, author, mode, codes.one, site)], existing: 0 }
          : await createPlaces(deps, author, mode, codes.range, site)
      const places = (await viewPlaces(deps, created)).map(presentPlace)
      return reply.code(201).send({ created: created.length, existing, places })
    },
  })

  opsRoute(app, 'GET', '/ops/v1/places/:id', STAFF, {
    id: 'getPlace',
    summary: 'Retrieve a place',
    description: 'With how much lies there. The packages themselves are in `/ops/v1/packages?place=…`.',
    params: PlaceParams,
    answers: { 200: goodAnswer('The place', PlaceAnswer, PLACE_EXAMPLE) },
    handler: async ({ params }) => presentPlace(await viewPlace(deps, await places.load(deps.db, params.id))),
  })

  opsRoute(app, 'PATCH', '/ops/v1/places/:id', WAREHOUSE, {
    id: 'updatePlace',
    summary: 'Rename, close or reopen a place',
    description: 'Its packages stay in it under the new code; labels with the old code become invalid. Only an empty place can be closed.',
    params: PlaceParams,
    body: ChangePlaceBody,
    answers: { 200: goodAnswer('The place as it is now', PlaceAnswer, PLACE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { code, closed } = request.body
      const changes = omitNulls({ code: code === undefined ? undefined : readCode(code), isClosed: closed })
      const place = await changePlace(deps, authorOf(deps, request), request.params.id, changes)
      return presentPlace(await viewPlace(deps, place))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/places/:id/put', WAREHOUSE, {
    id: 'putInPlace',
    summary: 'Put packages in a place',
    description:
      'By parcel number, tracking code or token; from wherever they lay before. Refused: what is not in the warehouse. The same code scanned twice is not two actions.',
    params: PlaceParams,
    body: ScanBody,
    answers: { 200: goodAnswer('The outcome for each package', PutAnswer, PUT_EXAMPLE) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      const { id } = await places.load(deps.db, request.params.id)
      const { pointers, alone } = readPointers(request.body)
      const put = await putInPlace(deps, authorOf(deps, request), id, pointers)
      const [first] = put.outcomes
      if (alone && first?.outcome instanceof Rejection) throw first.outcome
      return presentPut(put, await viewPlace(deps, put.place))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/place', WAREHOUSE, {
    id: 'setPackagePlace',
    summary: 'Put a package in a place, or take it out',
    description: 'By the code of the place; null when it lies in none. Businesses do not see places.',
    params: PackageParams,
    body: PlacePackageBody,
    config: { nullEmpties: true },
    answers: { 200: goodAnswer('The package', OpsPackageAnswer, OPS_PACKAGE_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      await loadOfAnyBusiness(deps.db, request.params.id)
      const { place: code } = request.body
      if (code === undefined) throw invalidField('place', 'is required: the code of a place, or null')
      const found = await setPackagePlace(deps, authorOf(deps, request), request.params.id, code)
      return presentOpsPackage(await viewPackage(deps, found))
    },
  })
}

/** An upper limit for the length of a place token with the comma after it. */
const TOKEN_MAX_CHARACTERS = 34

const LabelsQuery = Type.Object({
  ids: Type.String({
    description: `Place tokens, with commas between them; at most ${PLACE_LABELS_MAX}`,
    maxLength: PLACE_LABELS_MAX * TOKEN_MAX_CHARACTERS,
    format: 'text',
  }),
})

export const placeLabelRoutes = (app: FastifyInstance, deps: Deps): void => {
  const pdfs = createDrawings(renderPlaceLabelPdf)

  opsRoute(app, 'GET', '/ops/v1/places/labels.pdf', STAFF, {
    id: 'getPlaceLabelsPdf',
    summary: 'The labels of places as PDF',
    description: '4 x 6 inches, one for each place, in the order given: its code, and a barcode that the scan box opens the place by.',
    query: LabelsQuery,
    answers: { 200: fileAnswer('The labels', 'application/pdf') },
    errors: ['NOT_FOUND'],
    handler: async ({ query }, reply) => {
      const labels = await readPlaceLabels(
        deps,
        query.ids.split(',').map((id) => id.trim()),
      )
      return sendFile(reply, 'places.pdf', await pdfs.of(labels))
    },
  })
}
