// Schemas of the request log. A business reads its own requests; staff read the requests of all businesses and of staff.

import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../../platform/http/links.ts'
import { businessQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { MATCHES_MAX } from '../../store/requests/request-log.ts'
import { idParams } from '../values/fields.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const

const logFilters = {
  status: Type.Optional(Type.Text({ description: 'Status code or class, such as 422, 4xx or 5xx' })),
  method: Type.Optional(Type.Enum(METHODS)),
  path: Type.Optional(Type.Text({ description: 'Part of the path' })),
  request_id: Type.Optional(Type.Text()),
  since: Type.Optional(
    Type.Text({ description: 'Requests at or after this time: ISO 8601, an age such as 12h or 3d, or a date: its beginning' }),
  ),
  until: Type.Optional(Type.Text({ description: 'Requests up to this time, in the same formats; a date: its end' })),
}

export const OwnRequestsQuery = Type.Object({ ...logFilters, ...pageQuery })

export const RequestParams = idParams('req', 'Request ID, as in X-Request-Id')
export const RequestQuery = Type.Object({
  log_id: Type.Optional(Type.Text({ description: 'Selects one of several requests with the same ID; by default the newest' })),
})

const requestFields = <const Modes extends readonly string[]>(modes: Modes, actor: string) => ({
  log_id: Type.String(),
  request_id: Type.String(),
  mode: Type.Enum(modes),
  actor: Type.String({ description: actor }),
  method: Type.String(),
  route: Type.String({ description: 'The pattern that the path matched' }),
  path: Type.String({ description: 'Path as it was called, with search texts masked' }),
  status: Type.Integer(),
  error_code: Type.NullableString(),
  ignored_fields: Type.NullableString({ description: 'Unknown fields and parameters, which were ignored' }),
  duration_ms: Type.Number(),
  created_at: Type.DateTime({ description: 'When it was answered' }),
})

const bodyFields = {
  request_body: Type.NullableString({ description: 'JSON with personal data and secrets masked, cut at 4 KiB; null if it was not kept' }),
  response_body: Type.NullableString({ description: 'In the same form as `request_body`; for GET requests kept only if they failed' }),
}

const own = requestFields(['live', 'test'], 'The token of the key, or of the person who works in the portal')
export const OwnRequestAnswer = Type.Object(own)
export const OwnFullRequestAnswer = Type.Object({ ...own, ...bodyFields })

export const OWN_REQUEST_EXAMPLE = {
  log_id: 'rql_01kqn2x4t8e6nvd0t2d5c1yq7w',
  request_id: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w',
  mode: 'live' as const,
  actor: 'key_01kqn2x4t8e6nvd0t2d5c1yq7w',
  method: 'POST',
  route: '/v1/parcel_quotes',
  path: '/v1/parcel_quotes',
  status: 422,
  error_code: 'VALIDATION_FAILED',
  ignored_fields: null,
  duration_ms: 3.4,
  created_at: '2026-11-15T08:00:00.000Z',
}

export const BODIES_EXAMPLE = {
  request_body: '{"parcel":{"direction":"export","sender":{"name":"***"}}}',
  response_body: '{"errors":["parcel.recipient is required"],"code":"VALIDATION_FAILED"}',
}

const MODES = ['live', 'test', 'ops'] as const

export const RequestsQuery = Type.Object({
  ...businessQuery,
  mode: Type.Optional(Type.Enum(MODES, { description: '`ops`: changes that staff made; every mode when absent' })),
  ...logFilters,
  ...pageQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT })),
})

export type RequestsQuery = Type.Static<typeof RequestsQuery>

const listed = {
  ...requestFields(MODES, 'The key, or the member of staff'),
  business_id: Type.NullableString({ description: 'Null where staff named none' }),
}
export const ListedRequestAnswer = Type.Object(listed)
export const RequestAnswer = Type.Object({
  ...listed,
  ...bodyFields,
  matches: Type.Array(ListedRequestAnswer, {
    maxItems: MATCHES_MAX,
    description: `Every request with this ID, this one included, newest first: at most the newest ${MATCHES_MAX}`,
  }),
})

export const REQUEST_EXAMPLE = { ...OWN_REQUEST_EXAMPLE, business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w' }
export const FULL_REQUEST_EXAMPLE = { ...REQUEST_EXAMPLE, ...BODIES_EXAMPLE, matches: [REQUEST_EXAMPLE] }
