// Exchange rates on the wire of /ops/v1.

import { DateTime, Named, NullableString, RefTo, Text } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const fxFields = {
  fx_id: Type.String(),
  pair: Type.String(),
  rate: Type.String({ description: 'One unit of the first currency in the second' }),
  source: Type.String({ description: 'Where the rate is from' }),
  effective_from: DateTime(),
  recorded_at: DateTime(),
}
const FxRate = Named('FxRate', Type.Object({ ...fxFields, in_force: Type.Boolean() }))
export const FxAnswer = RefTo(FxRate)
export const FX_SCHEMAS = [FxRate]

export const SetFxAnswer = Type.Object({
  ...fxFields,
  before: NullableString({ description: 'The rate that holds until then' }),
  warnings: Type.Array(Type.String(), { description: 'Warnings; the request succeeded' }),
})

export const SetFxBody = Type.Object(
  {
    pair: Text({ description: 'Currency pair, such as USD/NGN' }),
    rate: Text({ description: 'Digits with a decimal point, up to 6 decimals' }),
    source: Text({ description: 'Where the rate is from' }),
    effective_from: Type.Optional(Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
    confirm: Type.Optional(Type.Boolean({ description: 'Needed for a change of more than half' })),
  },
  { examples: [{ pair: 'USD/NGN', rate: '1450.50', source: 'Central bank, 09:00' }] },
)

export const FX_EXAMPLE = {
  fx_id: 'fx_01kqn2x4t8e6nvd0t2d5c1yq7w',
  pair: 'USD/NGN',
  rate: '1450.50',
  source: 'Central bank, 09:00',
  effective_from: '2026-11-15T08:00:00.000Z',
  recorded_at: '2026-11-15T08:00:00.000Z',
}
