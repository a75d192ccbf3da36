// Saved views of lists on the wire of /ops/v1.

import { DateTime, LongText, Text, Token } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const SavedViewAnswer = Type.Object({
  saved_view_id: Token('view'),
  page: Type.String({ description: 'The path of the list in the console' }),
  name: Type.String(),
  query: Type.String({ description: 'Query string of the page: filters, order, columns, mode' }),
  created_at: DateTime(),
})
export type WireSavedView = Type.Static<typeof SavedViewAnswer>

export const SaveViewBody = Type.Object(
  { page: Text(), name: Text(), query: LongText() },
  { examples: [{ page: '/packages', name: 'Held in the warehouse', query: 'mode=live&status=warehouse&hold=hold' }] },
)
export const RemovedAnswer = Type.Object({ saved_view_id: Type.String(), removed: Type.Boolean() })

export const SAVED_VIEW_EXAMPLE: WireSavedView = {
  saved_view_id: 'view_01kqn2x4t8e6nvd0t2d5c1yq7w',
  page: '/packages',
  name: 'Held in the warehouse',
  query: 'mode=live&status=warehouse&hold=hold',
  created_at: '2026-11-15T08:30:00.000Z',
}
