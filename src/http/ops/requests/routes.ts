// /ops/v1/requests: the request log.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../../domain/values/errors.ts'
import { readInstant } from '../../../domain/values/time-input.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { LogFilter, LoggedRequest } from '../../../store/requests/request-log.ts'
import * as requestLog from '../../../store/requests/request-log.ts'
import { listPage } from '../../links.ts'
import { goodAnswer } from '../../operation.ts'
import * as Type from '../../schemas/type.ts'
import { instant, omitNulls } from '../../wire-format.ts'
import { opsOperation, STAFF } from '../access.ts'
import { businessIn } from '../list-filters.ts'
import {
  FULL_REQUEST_EXAMPLE,
  ListedRequestAnswer,
  REQUEST_EXAMPLE,
  RequestAnswer,
  RequestParams,
  RequestQuery,
  RequestsQuery,
} from './schemas.ts'

const STATUS = /^([1-5])(xx|\d\d)$/
const US_PER_TENTH_MS = 100

const presentRequest = (logged: LoggedRequest) => ({
  log_id: logged.id,
  request_id: logged.requestId,
  business_id: logged.businessId,
  mode: logged.mode,
  actor: logged.actor,
  method: logged.method,
  route: logged.route,
  path: logged.path,
  status: logged.status,
  error_code: logged.errorCode,
  duration_ms: Math.round(logged.durationUs / US_PER_TENTH_MS) / 10,
  created_at: instant(logged.createdAt),
})

const readStatus = (text: string): readonly [number, number] => {
  const [, hundreds, rest] = STATUS.exec(text) ?? []
  if (!hundreds) throw invalidField('status', 'must be a status such as 422, or a class such as 4xx')
  const from = Number(hundreds) * 100
  return rest === 'xx' ? [from, from + 99] : [Number(text), Number(text)]
}

const readFilter = async (deps: Deps, query: RequestsQuery): Promise<LogFilter> => {
  const { mode, status, method, path, request_id: requestId, since, until } = query
  return {
    ...(await businessIn(deps, query)),
    ...omitNulls({
      mode,
      method,
      requestId,
      pathContains: path,
      statuses: status === undefined ? undefined : readStatus(status),
      since: since === undefined ? undefined : readInstant('since', since, deps.clock()),
      until: until === undefined ? undefined : readInstant('until', until, deps.clock()),
    }),
  }
}

export const requestRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/requests',
    opsOperation(STAFF, {
      id: 'listAllRequests',
      summary: 'List requests',
      description:
        'Requests to /v1 and changes under /ops/v1 of the last days, newest first; a request appears about a second after it was answered.',
      query: RequestsQuery,
      answers: { 200: goodAnswer('A page of requests', Type.Array(ListedRequestAnswer), [REQUEST_EXAMPLE]) },
    }),
    async (request, reply) => {
      const { items } = await listPage(
        request,
        reply,
        async (page) => requestLog.list(deps.db, await readFilter(deps, request.query), page),
        request.query.per_page,
      )
      return items.map(presentRequest)
    },
  )

  app.get(
    '/ops/v1/requests/:id',
    opsOperation(STAFF, {
      id: 'getAnyRequest',
      summary: 'Retrieve a request',
      description: 'With its bodies as far as they were kept. An error names its request as `request_id`.',
      params: RequestParams,
      query: RequestQuery,
      answers: { 200: goodAnswer('The request', RequestAnswer, FULL_REQUEST_EXAMPLE) },
    }),
    async ({ params, query }) => {
      const logged = await requestLog.load(deps.db, params.id, query.log_id ?? null)
      return { ...presentRequest(logged), request_body: logged.requestBody, response_body: logged.responseBody }
    },
  )
}
