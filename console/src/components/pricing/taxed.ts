// Prices with tax, which are the amounts that people pay.

import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Breakdown, Quote } from '../../wire.ts'

type Tax = NonNullable<Breakdown['tax']>

export const payable = (net: string, tax: Tax | null | undefined): string => tax?.total ?? net

/** The text `₦129,000.00 + ₦9,675.00 tax`, or null if there is no tax. */
export const taxText = (net: string, tax: Tax | null | undefined, currency: string): string | null =>
  tax && Number(tax.amount) !== 0
    ? t('records.netAndTax', { net: formatMoney(net, currency), tax: formatMoney(tax.amount, currency) })
    : null

/** The tax on the price of the selected rate. If no rate is selected, the tax on the price of the first rate. */
export const taxOfQuote = ({ selected_rate: selected, rates }: Quote): Tax | undefined => (selected ?? rates[0])?.breakdown.tax
