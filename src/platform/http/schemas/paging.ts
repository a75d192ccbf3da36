// Schemas for lists: query parameters such as page number, page size and cursor, and the answer with the number of items.

import { COUNTED_ROWS_MAX } from '../../../domain/values/counted-rows.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../links.ts'
import * as Type from './type.ts'

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Counts from 1; a page past the end is empty' })),
  cursor: Type.Optional(Type.Text({ description: 'Opaque; taken from the Link header, stays fast on any page' })),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, default: PER_PAGE_DEFAULT, description: `At most ${PER_PAGE_MAX}; larger values are reduced to it` }),
  ),
}

export const keyQuery = (description: string) => ({ key: Type.Optional(Type.Text({ description })) })

export const modeQuery = { mode: Type.Optional(Type.Enum(['live', 'test'], { default: 'live' })) }
export const businessQuery = { business: Type.Optional(Type.Text({ description: 'Business token or prefix' })) }
export const zoneQuery = {
  time_zone: Type.Optional(
    Type.Text({ description: 'The days’ time zone where no `business` is asked for and the operator has none, such as Africa/Lagos' }),
  ),
}

export const listQuery = (search: string) => ({
  ...modeQuery,
  ...businessQuery,
  q: Type.Optional(Type.Text({ description: search })),
  ...pageQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT })),
})

/** Query parameter that sorts a list by one of `names`, in ascending order. A `-` before the name means descending order. */
export const sortQuery = <const N extends string>(names: readonly N[], description: string) => ({
  sort: Type.Optional(
    Type.Enum(
      names.flatMap((name) => [name, `-${name}`] as const),
      { description },
    ),
  ),
})

export const ListCountAnswer = Type.Object({
  count: Type.NullableInteger({
    description: `Null for more than ${COUNTED_ROWS_MAX}, and for a search that would have to look at every row`,
  }),
})
export const LIST_COUNT_EXAMPLE = { count: 214 }
