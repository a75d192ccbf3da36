// Schemas of quotes under /ops/v1: the fields of /v1, and the business of the quote.

import { QUOTE_STATUSES } from '../../domain/quotes/quote.ts'
import { listQuery, sortQuery, zoneQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { OPS_PACKAGE_EXAMPLE, OpsBusiness } from '../packages/ops-schemas.ts'
import { PENDING_QUOTE } from './v1-examples.ts'
import { QUOTE_REQUESTS } from './v1-request-examples.ts'
import { CreateQuoteBody } from './v1-request-schemas.ts'
import { quoteFields } from './v1-schemas.ts'

export const QuotesQuery = Type.Object({
  ...listQuery('A reference, or part of it, of a client_reference, or of a sender’s or customer’s name, in any case'),
  status: Type.Optional(Type.Enum(QUOTE_STATUSES)),
  customer_id: Type.Optional(Type.Text({ description: 'Parcel customer token' })),
  booked_from: Type.Optional(
    Type.Text({
      description:
        'Booked on or after: a calendar date, included, in the time zone of `business`, else of the operator. Leaves out those of which every package is cancelled',
    }),
  ),
  booked_to: Type.Optional(Type.Text({ description: 'Booked on or before, in the same format as `booked_from`' })),
  ...zoneQuery,
  ...sortQuery(['created'], 'Newest first by default'),
})

export const MakeQuoteBody = Type.Body(
  [{ business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w', mode: 'live', ...QUOTE_REQUESTS['export-air'].value }],
  { ...Type.forBusiness, parcel: CreateQuoteBody.properties.parcel },
)

export const OpsQuoteAnswer = Type.Object({
  ...quoteFields,
  business: OpsBusiness,
  mode: Type.Enum(['test', 'live']),
  parcel_customer_id: Type.NullableString(),
})

const { business } = OPS_PACKAGE_EXAMPLE
export const OPS_QUOTE_EXAMPLE = { ...PENDING_QUOTE, business, mode: 'live' as const, parcel_customer_id: null }
