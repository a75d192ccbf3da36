// Schemas of the console's overview and search under /ops/v1.

import { businessQuery, modeQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { CUSTOMER_EXAMPLE, OpsCustomerAnswer } from '../customers/ops-schemas.ts'
import { OPS_PACKAGE_EXAMPLE, OpsBusiness, OpsPackageAnswer } from '../packages/ops-schemas.ts'

export const OverviewAnswer = Type.Object({
  mode: Type.Enum(['live', 'test']),
  at: Type.DateTime(),
  time_zone: Type.String({ description: 'Time zone of the given business, else of the operator; all counts use its days' }),
  date: Type.CalendarDate({ description: 'Today in that time zone' }),
  arrived_today: Type.Integer(),
  in_warehouse: Type.Integer(),
  on_hold: Type.Integer({ description: 'Booked, in the warehouse or in transit' }),
  storage_starting_soon: Type.Integer({ description: 'In the warehouse with a last free day from today to the day after tomorrow' }),
  storage_charged: Type.Integer({ description: 'In the warehouse past their last free day' }),
  awaiting_disposition: Type.Integer({ description: 'Cancelled in the warehouse and still there' }),
  abandoned: Type.Integer({ description: 'Past their last free day by more than `abandoned_after_days` of the operator' }),
  unidentified: Type.Integer({ description: 'Unidentified parcels of all businesses' }),
  unpriced: Type.Integer({ description: 'In the warehouse without a price' }),
  failing_deliveries: Type.Integer({ description: 'Webhook deliveries that were given up, or failed and are tried again' }),
  missed_charges: Type.Integer({ description: 'Charges that could not be made' }),
  undecided_messages: Type.Integer({ description: 'Messages that failed or whose outcome is unknown, until somebody decides' }),
  late_shipments: Type.Integer({ description: 'Still open past their ETD' }),
  leaving_soon: Type.Array(
    Type.Object({ shipment_id: Type.String(), number: Type.NullableString(), carrier: Type.String(), etd: Type.DateTime() }),
    {
      description:
        'Shipments still open whose ETD is past or within two days, soonest first; of a business, those that hold a package of it',
    },
  ),
  per_day: Type.Array(Type.Object({ date: Type.CalendarDate(), quotes: Type.Integer(), bookings: Type.Integer() }), {
    description: 'Thirty days, oldest first, today last',
  }),
  onboarding: Type.Object(
    {
      first_key: Type.Boolean({ description: 'An API key of this mode' }),
      own_rate_card: Type.Boolean({ description: 'A published rate card that is not a sample' }),
      business_terms: Type.Boolean({ description: 'Terms agreed with a business' }),
      warehouse_address: Type.Boolean({ description: 'A warehouse that is not the sample' }),
      colleague_invited: Type.Boolean(),
      first_receipt: Type.Boolean({ description: 'A receipt of this mode' }),
    },
    { description: 'Which steps of setting up are done, for all businesses' },
  ),
  carriers: Type.Array(
    Type.Object({
      carrier: Type.String(),
      state: Type.Enum(['ok', 'failing', 'open'], { description: '`open`: the circuit breaker is open and reads are not sent' }),
      last_success_at: Type.NullableDateTime(),
      last_failure_at: Type.NullableDateTime(),
      last_failure: Type.NullableString(),
    }),
    { description: 'As this process has seen them since it started' },
  ),
})

export const OVERVIEW_EXAMPLE = {
  mode: 'live' as const,
  at: '2026-11-15T08:30:00.000Z',
  time_zone: 'Africa/Lagos',
  date: '2026-11-15',
  arrived_today: 14,
  in_warehouse: 220,
  on_hold: 6,
  storage_starting_soon: 9,
  storage_charged: 31,
  awaiting_disposition: 2,
  abandoned: 1,
  unidentified: 2,
  unpriced: 1,
  failing_deliveries: 3,
  missed_charges: 1,
  undecided_messages: 2,
  late_shipments: 1,
  leaving_soon: [
    { shipment_id: 'shp_01kqn2x4t8e6nvd0t2d5c1yq7w', number: 'S7T2CQ1V9M3K', carrier: 'Sample Air', etd: '2026-11-16T20:00:00.000Z' },
  ],
  per_day: [{ date: '2026-11-15', quotes: 40, bookings: 12 }],
  onboarding: {
    first_key: true,
    own_rate_card: true,
    business_terms: false,
    warehouse_address: true,
    colleague_invited: true,
    first_receipt: true,
  },
  carriers: [
    { carrier: 'easypost', state: 'ok' as const, last_success_at: '2026-11-15T08:29:00.000Z', last_failure_at: null, last_failure: null },
  ],
}

const BookedSum = Type.Object({ bookings: Type.Integer(), amount: Type.String({ description: 'Decimal text, exact' }) })

export const BookedAnswer = Type.Object({
  mode: Type.Enum(['live', 'test']),
  time_zone: Type.String({ description: 'Time zone of the given business, else of the operator' }),
  date: Type.CalendarDate({ description: 'Today in that time zone' }),
  since: Type.CalendarDate({ description: 'First of the thirty days, of which `date` is the last' }),
  currency: Type.String(),
  today: BookedSum,
  last_30_days: BookedSum,
})

export const BOOKED_EXAMPLE = {
  mode: 'live' as const,
  time_zone: 'Africa/Lagos',
  date: '2026-11-15',
  since: '2026-10-17',
  currency: 'NGN',
  today: { bookings: 12, amount: '1840500.00' },
  last_30_days: { bookings: 310, amount: '48211750.50' },
}

export const SearchQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  q: Type.Text({
    description:
      'A code, the number of a paper, or words of a name, email, mobile, customer ID, reference, carrier, flight or place, in any order',
  }),
})

export const SearchAnswer = Type.Object({
  packages: Type.Array(OpsPackageAnswer),
  customers: Type.Array(OpsCustomerAnswer),
  quotes: Type.Array(Type.Object({ parcel_quote_id: Type.String(), reference: Type.String(), status: Type.String() })),
  shipments: Type.Array(
    Type.Object({
      shipment_id: Type.String(),
      number: Type.NullableString(),
      carrier: Type.NullableString(),
      mode: Type.Enum(['test', 'live']),
    }),
  ),
  places: Type.Array(Type.Object({ place_id: Type.String(), code: Type.String() })),
  papers: Type.Array(
    Type.Object({
      kind: Type.Enum(['invoice', 'credit_note', 'receipt']),
      number: Type.String(),
      invoice_id: Type.NullableString({ description: 'The invoice, or the invoice that a credit note is for; null for a receipt' }),
      payment_id: Type.NullableString({ description: 'The payment of a receipt; otherwise null' }),
      mode: Type.Enum(['test', 'live']),
      business: OpsBusiness,
    }),
    { description: 'Papers with this number, in any mode, or receipts of payments with this reference' },
  ),
  businesses: Type.Array(OpsBusiness, { description: 'The business with this prefix, which is the number on its statements' }),
})

export const SEARCH_EXAMPLE = {
  packages: [OPS_PACKAGE_EXAMPLE],
  customers: [CUSTOMER_EXAMPLE],
  quotes: [{ parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w', reference: 'Q7T2CQ1V9M3K', status: 'booked' }],
  shipments: [{ shipment_id: 'shp_01kqn2x4t8e6nvd0t2d5c1yq7w', number: 'S7T2CQ1V9M3K', carrier: 'Sample Air', mode: 'live' as const }],
  places: [{ place_id: 'plc_01kqn2x4t8e6nvd0t2d5c1yq7w', code: 'A-01-12' }],
  papers: [
    {
      kind: 'receipt' as const,
      number: 'RCT-2026-000042',
      invoice_id: null,
      payment_id: 'pay_01kqn2x4t8e6nvd0t2d5c1yq7w',
      mode: 'live' as const,
      business: OPS_PACKAGE_EXAMPLE.business,
    },
  ],
  businesses: [OPS_PACKAGE_EXAMPLE.business],
}
