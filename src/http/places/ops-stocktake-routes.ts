// /ops/v1/stocktakes: routes to count the packages in a place, list missing and misplaced packages, and finish the count.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { countScanned, finishStocktake, startStocktake } from '../../flows/places/take-stock.ts'
import { viewStocktake, viewStocktakes } from '../../flows/places/view-places.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as stocktakes from '../../store/places/stocktakes.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { presentCounted, presentStocktake, presentStocktakeDetail } from './ops-present.ts'
import {
  COUNTED_EXAMPLE,
  CountBody,
  CountedAnswer,
  PlaceParams,
  STOCKTAKE_DETAIL_EXAMPLE,
  STOCKTAKE_EXAMPLE,
  StocktakeAnswer,
  StocktakeDetailAnswer,
  StocktakeParams,
  StocktakesQuery,
} from './ops-schemas.ts'

export const stocktakeRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/places/:id/stocktakes', WAREHOUSE, {
    id: 'startStocktake',
    summary: 'Start or resume a stocktake of a place',
    description: 'A place has one open stocktake at a time: while there is one, it is returned with 200, no matter who started it.',
    params: PlaceParams,
    answers: {
      201: goodAnswer('The stocktake, started', StocktakeDetailAnswer, STOCKTAKE_DETAIL_EXAMPLE),
      200: goodAnswer('The stocktake that is open', StocktakeDetailAnswer, STOCKTAKE_DETAIL_EXAMPLE),
    },
    handler: async (request, reply) => {
      const { stocktake, isResumed } = await startStocktake(deps, authorOf(deps, request), request.params.id)
      return reply.code(isResumed ? 200 : 201).send(presentStocktakeDetail(await viewStocktake(deps, stocktake)))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/stocktakes', STAFF, {
    id: 'listStocktakes',
    summary: 'List stocktakes',
    description: 'Newest first, 25 a page. The Link header leads on.',
    query: StocktakesQuery,
    answers: { 200: goodAnswer('A page of stocktakes', Type.Array(StocktakeAnswer), [STOCKTAKE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', place_id: placeId, status } = request.query
      const filter = { mode, seen: request.staff.seen, ...omitNulls({ placeId, isFinished: status && status === 'finished' }) }
      const { items } = await listPage(request, reply, (page) => stocktakes.list(deps.db, filter, page))
      return (await viewStocktakes(deps, items)).map(presentStocktake)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/stocktakes/:id', STAFF, {
    id: 'getStocktake',
    summary: 'Retrieve a stocktake',
    description: 'While it is open, as things are now; once it is finished, as they were then.',
    params: StocktakeParams,
    answers: { 200: goodAnswer('The stocktake', StocktakeDetailAnswer, STOCKTAKE_DETAIL_EXAMPLE) },
    handler: async ({ params }) => presentStocktakeDetail(await viewStocktake(deps, await stocktakes.load(deps.db, params.id))),
  })

  opsRoute(app, 'POST', '/ops/v1/stocktakes/:id/scan', WAREHOUSE, {
    id: 'scanIntoStocktake',
    summary: 'Record what was scanned in the place',
    description: 'Nothing is moved: `/ops/v1/places/{id}/put` does that. The same code scanned twice counts once.',
    params: StocktakeParams,
    body: CountBody,
    answers: { 200: goodAnswer('The outcome for each code', CountedAnswer, COUNTED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { id } = await stocktakes.load(deps.db, request.params.id)
      const { codes } = request.body
      if (codes === undefined) throw invalidField('codes', 'are required')
      const counted = await countScanned(deps, authorOf(deps, request), id, codes)
      return presentCounted(await viewStocktake(deps, await stocktakes.load(deps.db, id)), codes, counted)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/stocktakes/:id/finish', WAREHOUSE, {
    id: 'finishStocktake',
    summary: 'Finish a stocktake',
    description: 'Its result is kept as it is now, with who finished it and when. What is missing keeps its place on record.',
    params: StocktakeParams,
    answers: {
      200: goodAnswer('The stocktake, finished', StocktakeDetailAnswer, {
        ...STOCKTAKE_DETAIL_EXAMPLE,
        status: 'finished',
        finished_at: '2026-11-17T09:20:00.000Z',
      }),
    },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const stocktake = await finishStocktake(deps, authorOf(deps, request), request.params.id)
      return presentStocktakeDetail(await viewStocktake(deps, stocktake))
    },
  })
}
