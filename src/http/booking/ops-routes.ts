// /ops/v1/purchases: purchases at outside carriers of all businesses, and those that need attention.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { FoundPurchase } from '../../store/booking/purchase-lists.ts'
import { listPurchases } from '../../store/booking/purchase-lists.ts'
import { opsOperation, STAFF } from '../staff/access.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import { PURCHASE_EXAMPLE, PurchaseAnswer, PurchasesQuery } from './ops-schemas.ts'

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

export const purchaseRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/purchases',
    opsOperation(STAFF, {
      id: 'listPurchases',
      summary: 'List purchases at outside carriers',
      description: 'Purchases of all businesses, newest first. `concern` finds those that need attention.',
      query: PurchasesQuery,
      answers: { 200: goodAnswer('A page of purchases', Type.Array(PurchaseAnswer), [PURCHASE_EXAMPLE]) },
    }),
    async (request, reply) => {
      const { state, concern, per_page: perPage } = request.query
      const filter = { ...(await businessIn(deps, request.query)), ...omitNulls({ state, concern }), now: deps.queueClock() }
      const { items } = await listPage(request, reply, (page) => listPurchases(deps.db, filter, page), perPage)
      return items.map(presentPurchase)
    },
  )
}
