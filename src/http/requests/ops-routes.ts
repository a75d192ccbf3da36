// /ops/v1/requests: the request log.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import type { LogFilter, LoggedRequest } from '../../store/requests/request-log.ts'
import * as requestLog from '../../store/requests/request-log.ts'
import type { OpsRegister } from '../register.ts'
import { opsRoute, TECHNICAL } from '../staff/access.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import {
  FULL_REQUEST_EXAMPLE,
  ListedRequestAnswer,
  REQUEST_EXAMPLE,
  RequestAnswer,
  RequestParams,
  RequestQuery,
  RequestsQuery,
} from './schemas.ts'
import { presentBodies, presentRequest, readLogFilter } from './v1-present.ts'

const presentOpsRequest = (logged: LoggedRequest) => ({ ...presentRequest(logged), business_id: logged.businessId })

const readFilter = async (deps: Deps, query: RequestsQuery): Promise<LogFilter> => ({
  ...(await businessIn(deps, query)),
  ...omitNulls({ mode: query.mode }),
  ...readLogFilter(query, deps.clock()),
})

const opsRequestRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/requests', TECHNICAL, {
    id: 'listAllRequests',
    summary: 'List requests',
    description:
      'Requests to /v1 and changes under /ops/v1 of the last days, newest first; a request appears about a second after it was answered.',
    query: RequestsQuery,
    answers: { 200: goodAnswer('A page of requests', Type.Array(ListedRequestAnswer), [REQUEST_EXAMPLE]) },
    handler: async (request, reply) => {
      const { items } = await listPage(
        request,
        reply,
        async (page) => requestLog.list(deps.db, await readFilter(deps, request.query), page),
        request.query.per_page,
      )
      return items.map(presentOpsRequest)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/requests/:id', TECHNICAL, {
    id: 'getAnyRequest',
    summary: 'Retrieve a request',
    description:
      'With its bodies as far as they were kept. An error names its request as `request_id`. Clients may choose ids: `matches` names every request with this one.',
    params: RequestParams,
    query: RequestQuery,
    answers: { 200: goodAnswer('The request', RequestAnswer, FULL_REQUEST_EXAMPLE) },
    handler: async ({ params, query }) => {
      const logged = await requestLog.load(deps.db, params.id, query.log_id ?? null)
      const matches = (await requestLog.withId(deps.db, params.id)).map(presentOpsRequest)
      return { ...presentOpsRequest(logged), ...presentBodies(logged), matches }
    },
  })
}

export const register: OpsRegister = { ops: [opsRequestRoutes] }
