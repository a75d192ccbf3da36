// Texts of a quote: status, direction, price.

import { Badge } from '@mantine/core'
import { taxOfQuote, taxText } from '../../components/pricing/taxed.ts'
import { Hint } from '../../components/text.tsx'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Quote, QuoteStatus } from '../../wire.ts'

const COLORS: Record<QuoteStatus, string> = { pending: 'gray.6', booked: 'teal.7', cancelled: 'red.7' }

export const quoteStatusName = (status: QuoteStatus): string => t(`quotes.${status}`)

export const QuoteStatusBadge = ({ status }: { status: QuoteStatus }) => (
  <Badge variant="dot" color={COLORS[status]}>
    {quoteStatusName(status)}
  </Badge>
)

export const flowText = ({ direction, parcel_details: { transport_mode: mode } }: Quote): string => t(`counter.${direction}-${mode}`)

export const priceText = ({ estimated_price: price, estimated_total: total, selected_rate: rate }: Quote): string =>
  price === null ? t('quotes.noPrice') : formatMoney(total ?? price, rate?.currency ?? 'NGN')

/** Shows, for example, `₦129,000.00 + ₦9,675.00 tax` below the price. Shows nothing if there is no tax. */
export const QuoteTax = ({ quote }: { quote: Quote }) => {
  const { estimated_price: price, selected_rate: rate } = quote
  const text = price === null ? null : taxText(String(price), taxOfQuote(quote), rate?.currency ?? 'NGN')
  return text === null ? null : <Hint size="xs">{text}</Hint>
}
