// Schemas of tax rates and of the prices of extras, under /ops/v1.

import { EXTRA_KINDS, SERVICE_KINDS } from '../../domain/billing/charge-kind.ts'
import { TAX_CATEGORIES } from '../../domain/billing/tax.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { TaxCategorySchema } from './v1-schemas.ts'

export const PriceAnswer = Type.Titled('PriceListItem', {
  price_id: Type.Token('pri'),
  code: Type.String(),
  name: Type.String(),
  kind: Type.Enum(EXTRA_KINDS),
  amount: Type.String({ description: 'For one, NGN with two decimals' }),
  effective_from: Type.DateTime(),
  in_force: Type.Boolean(),
})
export const SetPriceBody = Type.Body([{ code: 'CLEAR-20', name: 'Customs clearance, 20 foot', kind: 'clearance', amount: '85000' }], {
  code: Type.Text(),
  name: Type.Text(),
  kind: Type.Enum(EXTRA_KINDS),
  amount: Type.Text(),
  effective_from: Type.Optional(Type.Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
})
export const TaxRateAnswer = Type.Titled('TaxRate', {
  tax_rate_id: Type.Token('tax'),
  kind: Type.Enum(SERVICE_KINDS),
  direction: Type.NullableEnum(['import', 'export'], { description: 'Null is both' }),
  percent: Type.String(),
  category: TaxCategorySchema,
  reason: Type.NullableString({ description: 'The reason why no tax is charged' }),
  effective_from: Type.DateTime(),
})
export const SetTaxRateBody = Type.Body([{ kind: 'freight', direction: 'import', percent: '7.5' }], {
  kind: Type.Enum(SERVICE_KINDS),
  direction: Type.Optional(Type.Enum(['import', 'export'], { description: 'Both by default' })),
  percent: Type.Text({ description: 'From 0 to 100; 0 for categories without tax' }),
  category: Type.Optional(
    Type.Enum(TAX_CATEGORIES, { description: '`standard` above 0 and `zero` at 0 percent by default; `exempt` and `outside` have no tax' }),
  ),
  reason: Type.Optional(Type.Text({ description: 'The reason why no tax is charged; required for `zero` and `exempt`' })),
  effective_from: Type.Optional(Type.Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
})
