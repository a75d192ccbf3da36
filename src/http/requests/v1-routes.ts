// /v1/requests: the logged requests of a business. Each API key shows only the requests of its own mode, test or live.

import type { FastifyInstance } from 'fastify'
import type { Mode } from '../../domain/values/scope.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import type { LoggedRequest } from '../../store/requests/request-log.ts'
import * as requestLog from '../../store/requests/request-log.ts'
import {
  BODIES_EXAMPLE,
  OWN_REQUEST_EXAMPLE,
  OwnFullRequestAnswer,
  OwnRequestAnswer,
  OwnRequestsQuery,
  RequestParams,
  RequestQuery,
} from './schemas.ts'
import { presentBodies, presentRequest, readLogFilter } from './v1-present.ts'

/** Converts a logged request of a business to JSON. Requests of a business always have the mode test or live. */
const ofMode = (logged: LoggedRequest, mode: Mode) => presentRequest({ ...logged, mode })

export const requestRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/requests', 'Requests', {
    id: 'listRequests',
    summary: 'List your requests',
    description:
      'Requests of this business in the mode of the key, of the last days, newest first; a request appears about a second after it was answered. In busy seconds only a part of those that went well is kept.',
    query: OwnRequestsQuery,
    answers: { 200: goodAnswer('A page of requests', Type.Array(OwnRequestAnswer), [OWN_REQUEST_EXAMPLE]) },
    handler: async (request, reply) => {
      const { businessId, mode } = request.caller
      const filter = { ...readLogFilter(request.query, deps.clock(), request.caller.business.timeZone), businessId, mode }
      const { items } = await listPage(request, reply, (page) => requestLog.list(deps.db, filter, page))
      return items.map((logged) => ofMode(logged, mode))
    },
  })

  route(app, 'GET', '/v1/requests/:id', 'Requests', {
    id: 'getRequest',
    summary: 'Retrieve a request',
    description:
      'With its bodies as far as they were kept, personal data and secrets masked. Every answer names its request as X-Request-Id, and an error as `request_id`.',
    params: RequestParams,
    query: RequestQuery,
    answers: { 200: goodAnswer('The request', OwnFullRequestAnswer, { ...OWN_REQUEST_EXAMPLE, ...BODIES_EXAMPLE }) },
    handler: async ({ caller, params, query }) => {
      const logged = await requestLog.load(deps.db, params.id, query.log_id ?? null, caller)
      return { ...ofMode(logged, caller.mode), ...presentBodies(logged) }
    },
  })
}
