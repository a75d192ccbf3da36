// The schema of a list's length under /ops/v1.

import { COUNTED_ROWS_MAX } from '../../../domain/values/counted-rows.ts'
import * as Type from './type.ts'

export const ListCountAnswer = Type.Object({
  count: Type.NullableInteger({
    description: `Null for more than ${COUNTED_ROWS_MAX}, and for a search that would have to look at every row`,
  }),
})
export const LIST_COUNT_EXAMPLE = { count: 214 }
