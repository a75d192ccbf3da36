// Converts quotes to the JSON of /ops/v1, with their businesses.

import type { QuoteView } from '../../flows/quotes/view-quotes.ts'
import { presentOpsBusiness } from '../packages/ops-present.ts'
import { presentQuote } from './v1-present.ts'

export const presentOpsQuote = ({ scope, quote, business, parcels }: QuoteView, baseUrl: string) => ({
  ...presentQuote(quote, { parcels, baseUrl }),
  business: presentOpsBusiness(business),
  mode: scope.mode,
  parcel_customer_id: quote.customerId,
})
