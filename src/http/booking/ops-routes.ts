// /ops/v1/purchases: the purchases of all businesses at outside carriers, and which of them need attention.

import type { FastifyInstance } from 'fastify'
import { PURCHASE_CONCERNS, PURCHASE_STATES } from '../../domain/booking/purchase.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { FoundPurchase } from '../../store/booking/purchase-lists.ts'
import { listPurchases } from '../../store/booking/purchase-lists.ts'
import { OPS_PACKAGE_EXAMPLE, OpsBusiness } from '../packages/ops-schemas.ts'
import type { OpsRegister } from '../register.ts'
import { opsRoute, STAFF } from '../staff/access.ts'
import { businessIn } from '../values/ops-list-filters.ts'

const PER_PAGE_MAX = 100

const PurchasesQuery = Type.Object({
  ...businessQuery,
  state: Type.Optional(Type.Enum(PURCHASE_STATES)),
  concern: Type.Optional(
    Type.Enum(PURCHASE_CONCERNS, { description: 'Purchases that need attention for this reason; counted in `waybill_purchases`' }),
  ),
  ...pageQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: 25 })),
})

const PurchaseAnswer = Type.Object({
  purchase_id: Type.String(),
  business: OpsBusiness,
  mode: Type.Enum(['test', 'live']),
  parcel_quote_id: Type.String(),
  carrier_id: Type.String({ description: 'Whose account it was bought with' }),
  carrier: Type.String(),
  service: Type.String(),
  state: Type.Enum(PURCHASE_STATES, {
    description: '`open`: the outcome is being looked up. `refunding`: sold after it was settled as not bought; a refund was requested',
  }),
  agreed_amount: Type.String(),
  agreed_currency: Type.String(),
  charged_amount: Type.NullableString({ description: 'From the carrier; null where nothing was sold' }),
  charged_currency: Type.NullableString(),
  charged_otherwise_at: Type.NullableDateTime({ description: 'When a charge that differs from the agreed one was found' }),
  tracking_code: Type.NullableString(),
  carrier_shipment_id: Type.String({ description: 'The carrier’s own, for its support desk' }),
  opened_at: Type.DateTime(),
  settled_at: Type.NullableDateTime(),
  next_look_at: Type.NullableDateTime({ description: 'When the purchase is next looked up' }),
  next_track_at: Type.NullableDateTime({ description: 'When tracking is next polled, unless a webhook comes first' }),
  actor: Type.String({ description: 'The author of the booking' }),
  request_id: Type.String(),
})

const PURCHASE_EXAMPLE: Type.Static<typeof PurchaseAnswer> = {
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

const presentPurchase = ({ scope, business, intent }: FoundPurchase): Type.Static<typeof PurchaseAnswer> => {
  const { rate, bought } = intent
  return {
    purchase_id: intent.id,
    business: { business_id: business.id, name: business.name, prefix: business.prefix },
    mode: scope.mode,
    parcel_quote_id: intent.quoteId,
    carrier_id: intent.carrierId,
    carrier: rate.carrier,
    service: rate.service,
    state: intent.state,
    agreed_amount: rate.offer!.amount,
    agreed_currency: rate.offer!.currency,
    charged_amount: bought?.amount ?? null,
    charged_currency: bought?.currency ?? null,
    charged_otherwise_at: nullableInstant(intent.chargedOtherwiseAt),
    tracking_code: bought?.trackingCode ?? null,
    carrier_shipment_id: rate.offer!.shipmentId,
    opened_at: instant(intent.openedAt),
    settled_at: nullableInstant(intent.settledAt),
    next_look_at: nullableInstant(intent.nextLookAt),
    next_track_at: nullableInstant(intent.nextTrackAt),
    actor: intent.actor,
    request_id: intent.requestId,
  }
}

const purchaseRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/purchases', STAFF, {
    id: 'listPurchases',
    summary: 'List purchases at outside carriers',
    description: 'Purchases of all businesses, newest first. `concern` finds those that need attention.',
    query: PurchasesQuery,
    answers: { 200: goodAnswer('A page of purchases', Type.Array(PurchaseAnswer), [PURCHASE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { state, concern, per_page: perPage } = request.query
      const filter = { ...(await businessIn(deps, request.query)), ...omitNulls({ state, concern }), now: deps.queueClock() }
      const { items } = await listPage(request, reply, (page) => listPurchases(deps.db, filter, page), perPage)
      return items.map(presentPurchase)
    },
  })
}

export const register: OpsRegister = { ops: [purchaseRoutes] }
