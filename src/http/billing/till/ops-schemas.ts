// Schemas of tills and cash counts under /ops/v1.

import { modeQuery, pageQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { idParams } from '../../values/fields.ts'

export const CountParams = idParams('cct', 'Token of the count')
export const TillQuery = Type.Object(modeQuery)
export const CountsQuery = Type.Object({ ...modeQuery, ...pageQuery })

export const TillAnswer = Type.Object({
  mode: Type.Enum(['live', 'test']),
  movements: Type.Integer({ description: 'Your cash payments, refunds and reversals since your last count' }),
  expected: Type.String({ description: 'NGN; negative if more was given back than taken' }),
})

const CashCount = Type.Named('CashCount', {
  cash_count_id: Type.Token('cct'),
  mode: Type.Enum(['live', 'test']),
  cashier_id: Type.String(),
  cashier_name: Type.String(),
  movements: Type.Integer(),
  expected: Type.String({ description: 'NGN' }),
  counted: Type.String({ description: 'NGN' }),
  difference: Type.String({ description: 'Counted less expected, NGN' }),
  reason: Type.NullableString(),
  created_at: Type.DateTime(),
})
export const CashCountAnswer = Type.RefTo(CashCount)
export const CASH_COUNT_SCHEMAS = [CashCount]

export const CountBody = Type.Body([{ counted: '128500.00', reason: 'A customer got 500 too much change' }], {
  mode: Type.Optional(Type.Enum(['live', 'test'], { default: 'live' })),
  counted: Type.Text({ description: 'NGN with up to two decimals; 0 for an empty till' }),
  reason: Type.Optional(Type.LongText()),
})
