// Schemas of the request log, as a business sees its own part of it.

import { DateTime, Enum, NullableString, Text } from '../../platform/http/schemas/fields.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams } from '../values/params.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const

export const logFilters = {
  status: Type.Optional(Text({ description: 'Such as 422, 4xx or 5xx' })),
  method: Type.Optional(Enum(METHODS)),
  path: Type.Optional(Text({ description: 'Part of the path' })),
  request_id: Type.Optional(Text()),
  since: Type.Optional(Text({ description: 'ISO 8601, or 12h, 3d ago' })),
  until: Type.Optional(Text({ description: 'Likewise; up to this moment' })),
}

export const OwnRequestsQuery = Type.Object({ ...logFilters, ...pageQuery })

export const RequestParams = idParams('req', 'What X-Request-Id named it')
export const RequestQuery = Type.Object({
  log_id: Type.Optional(Text({ description: 'Which of several requests that have the same id; the newest when absent' })),
})

/** `modes`: whose requests may be among them. */
export const requestFields = <const Modes extends readonly string[]>(modes: Modes, actor: string) => ({
  log_id: Type.String(),
  request_id: Type.String(),
  mode: Enum(modes),
  actor: Type.String({ description: actor }),
  method: Type.String(),
  route: Type.String({ description: 'The pattern that the path matched' }),
  path: Type.String({ description: 'As it was called; what was searched for is masked' }),
  status: Type.Integer(),
  error_code: NullableString(),
  duration_ms: Type.Number(),
  created_at: DateTime({ description: 'When it was answered' }),
})

export const bodyFields = {
  request_body: NullableString({ description: 'JSON, personal data and secrets masked, cut at 4 KiB; null where it was not kept' }),
  response_body: NullableString({ description: 'Likewise; of reads only where they failed' }),
}

const own = requestFields(['live', 'test'], 'The token of the key')
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
  duration_ms: 3.4,
  created_at: '2026-11-15T08:00:00.000Z',
}

export const BODIES_EXAMPLE = {
  request_body: '{"parcel":{"direction":"export","sender":{"name":"***"}}}',
  response_body: '{"errors":["parcel.recipient is required"],"code":"VALIDATION_FAILED"}',
}
