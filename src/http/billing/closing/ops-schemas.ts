// Schemas of the closing date of the books.

import * as Type from '../../../platform/http/schemas/type.ts'

export const BookClosingAnswer = Type.Titled('BookClosing', {
  closed_until: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date',
    description: 'The last closed day, in the operator’s time zone; null while no day is closed',
  }),
  closed_by: Type.NullableString({ description: 'The person who closed it' }),
  closed_at: Type.NullableDateTime(),
})
export const CLOSING_EXAMPLE = {
  closed_until: '2026-10-31',
  closed_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  closed_at: '2026-11-05T09:00:00Z',
}

export const CloseBooksBody = Type.Body([{ closed_until: '2026-10-31' }], {
  closed_until: Type.Text({ description: 'Before today, and after the day up to which the books are closed already' }),
})
