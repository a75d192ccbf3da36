// Schemas of purchases under /ops/v1.

import { PURCHASE_CONCERNS, PURCHASE_STATES } from '../../domain/booking/purchase.ts'
import { DateTime, Enum, NullableDateTime, NullableString } from '../../platform/http/schemas/fields.ts'
import { businessQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { OPS_PACKAGE_EXAMPLE, OpsBusiness } from '../packages/ops-schemas.ts'

const PER_PAGE_MAX = 100

export const PurchasesQuery = Type.Object({
  ...businessQuery,
  state: Type.Optional(Enum(PURCHASE_STATES)),
  concern: Type.Optional(
    Enum(PURCHASE_CONCERNS, { description: 'Purchases that need attention for this reason; counted in `waybill_purchases`' }),
  ),
  ...pageQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: 25 })),
})

export type PurchasesQuery = Type.Static<typeof PurchasesQuery>

export const PurchaseAnswer = Type.Object({
  purchase_id: Type.String(),
  business: OpsBusiness,
  mode: Enum(['test', 'live']),
  parcel_quote_id: Type.String(),
  carrier_id: Type.String({ description: 'Whose account it was bought with' }),
  carrier: Type.String(),
  service: Type.String(),
  state: Enum(PURCHASE_STATES, {
    description: '`open`: the outcome is being looked up. `refunding`: sold after it was settled as not bought; a refund was requested',
  }),
  agreed_amount: Type.String(),
  agreed_currency: Type.String(),
  charged_amount: NullableString({ description: 'From the carrier; null where nothing was sold' }),
  charged_currency: NullableString(),
  charged_otherwise_at: NullableDateTime({ description: 'When a charge that differs from the agreed one was found' }),
  tracking_code: NullableString(),
  carrier_shipment_id: Type.String({ description: 'The carrier’s own, for its support desk' }),
  opened_at: DateTime(),
  settled_at: NullableDateTime(),
  next_look_at: NullableDateTime({ description: 'When the purchase is next looked up' }),
  next_track_at: NullableDateTime({ description: 'When tracking is next polled, unless a webhook comes first' }),
  actor: Type.String({ description: 'The author of the booking' }),
  request_id: Type.String(),
})

export const PURCHASE_EXAMPLE: Type.Static<typeof PurchaseAnswer> = {
  purchase_id: 'pur_01kqn2x4t8e6nvd0t2d5c1yq7w',
  business: OPS_PACKAGE_EXAMPLE.business,
  mode: 'live',
  parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w',
  carrier_id: 'easypost',
  carrier: 'Sample Carrier',
  service: 'Express',
  state: 'refund_refused',
  agreed_amount: '48.20',
  agreed_currency: 'USD',
  charged_amount: '48.20',
  charged_currency: 'USD',
  charged_otherwise_at: null,
  tracking_code: 'SAMPLE1234567890',
  carrier_shipment_id: 'shp_0123456789abcdef',
  opened_at: '2026-11-15T08:00:00.000Z',
  settled_at: '2026-11-15T08:02:10.000Z',
  next_look_at: null,
  next_track_at: null,
  actor: 'key_01kqn2x4t8e6nvd0t2d5c1yq7w',
  request_id: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w',
}
