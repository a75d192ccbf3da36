// Texts of a quote: status, direction, price.

import { Badge } from '@mantine/core'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Quote, QuoteStatus } from '../../wire.ts'

const COLORS: Record<QuoteStatus, string> = { pending: 'gray.6', booked: 'teal.7', cancelled: 'red.7' }
const FLOWS = {
  import: { air: 'quotes.importAir', ocean: 'quotes.importOcean' },
  export: { air: 'quotes.exportAir', ocean: 'quotes.exportOcean' },
} as const

export const quoteStatusName = (status: QuoteStatus): string => t(`quotes.${status}`)

export const QuoteStatusBadge = ({ status }: { status: QuoteStatus }) => (
  <Badge variant="dot" color={COLORS[status]}>
    {quoteStatusName(status)}
  </Badge>
)

export const flowText = ({ direction, parcel_details: details }: Quote): string => t(FLOWS[direction][details.transport_mode])

export const priceText = ({ estimated_price: price, selected_rate: rate }: Quote): string =>
  price === null ? t('quotes.noPrice') : formatMoney(price, rate?.currency ?? 'NGN')
