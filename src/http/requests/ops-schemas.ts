// Schemas of the request log under /ops/v1.

import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../../platform/http/links.ts'
import { Enum, NullableString } from '../../platform/http/schemas/fields.ts'
import { businessQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { BODIES_EXAMPLE, bodyFields, logFilters, OWN_REQUEST_EXAMPLE, requestFields } from './v1-schemas.ts'

const MODES = ['live', 'test', 'ops'] as const

export const RequestsQuery = Type.Object({
  ...businessQuery,
  mode: Type.Optional(Enum(MODES, { description: '`ops`: changes that staff made; every mode when absent' })),
  ...logFilters,
  ...pageQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT })),
})

export type RequestsQuery = Type.Static<typeof RequestsQuery>

const listed = {
  ...requestFields(MODES, 'The key, or the member of staff'),
  business_id: NullableString({ description: 'Null where staff named none' }),
}
export const ListedRequestAnswer = Type.Object(listed)
export const RequestAnswer = Type.Object({ ...listed, ...bodyFields })

export const REQUEST_EXAMPLE = { ...OWN_REQUEST_EXAMPLE, business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w' }
export const FULL_REQUEST_EXAMPLE = { ...REQUEST_EXAMPLE, ...BODIES_EXAMPLE }
