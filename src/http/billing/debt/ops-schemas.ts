// Schemas of write-offs under /ops/v1.

import * as Type from '../../../platform/http/schemas/type.ts'
import { idParams } from '../../values/fields.ts'

export const WriteOffParams = idParams('wof', 'Token of the write-off')

export const WriteOffAnswer = Type.Titled('WriteOff', {
  write_off_id: Type.Token('wof'),
  amount: Type.String({ description: 'NGN with two decimals' }),
  reason: Type.String(),
  written_off_on: Type.CalendarDate({ description: 'The day on which it is in the books' }),
  created_by: Type.String({ description: 'The person who wrote it off, or approved it' }),
  reversed_at: Type.NullableDateTime(),
  reverse_reason: Type.NullableString(),
  created_at: Type.DateTime(),
})

export const WriteOffBody = Type.Body([{ reason: 'The company was wound up' }], {
  reason: Type.LongText(),
  amount: Type.Optional(Type.Text({ description: 'All that is owed by default' })),
  written_off_on: Type.Optional(
    Type.Text({ description: 'Day on which it is booked, after the last closed day and not before the invoice; today by default' }),
  ),
})
