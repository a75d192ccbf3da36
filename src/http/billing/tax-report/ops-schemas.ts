// Schemas of the tax report under /ops/v1.

import { TAX_CATEGORIES } from '../../../domain/billing/tax.ts'
import { PRICE_CURRENCY } from '../../../domain/values/money.ts'
import { businessQuery, modeQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'

const amount = (description: string) => Type.String({ description: `${description}, NGN with two decimals` })
/** Maximum number of rows that the report may have. Real reports have far fewer rows. */
const ROWS_MAX = 10_000

export const TaxReportQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  from: Type.Text({ description: 'First day of issue' }),
  to: Type.Text({ description: 'Last day of issue, included' }),
})

export const TaxReportAnswer = Type.Titled('TaxReport', {
  currency: Type.String(),
  from: Type.CalendarDate(),
  to: Type.CalendarDate(),
  rows: Type.Array(
    Type.Titled('TaxReportRow', {
      category: Type.Enum(TAX_CATEGORIES),
      percent: Type.String(),
      direction: Type.NullableEnum(['import', 'export'], { description: 'Null for charges that are for no package' }),
      reason: Type.NullableString({ description: 'The reason why no tax is charged' }),
      invoiced_net: amount('Net of the invoices'),
      invoiced_tax: amount('Tax of the invoices'),
      credited_net: amount('Net of the credit notes'),
      credited_tax: amount('Tax of the credit notes'),
      net: amount('Invoices less credit notes'),
      tax: amount('Tax of invoices less credit notes'),
    }),
    { maxItems: ROWS_MAX },
  ),
  net: amount('Net in all'),
  tax: amount('Tax in all'),
  not_invoiced_tax: amount('Tax of charges that are on no invoice yet: in the ledger now, and in the report of the day of their invoice'),
})

export const TAX_REPORT_EXAMPLE = {
  currency: PRICE_CURRENCY,
  from: '2026-11-01',
  to: '2026-11-30',
  rows: [
    {
      category: 'standard' as const,
      percent: '7.5',
      direction: 'import' as const,
      reason: null,
      invoiced_net: '120000.00',
      invoiced_tax: '9000.00',
      credited_net: '0.00',
      credited_tax: '0.00',
      net: '120000.00',
      tax: '9000.00',
    },
  ],
  net: '120000.00',
  tax: '9000.00',
  not_invoiced_tax: '0.00',
}
