// /ops/v1/missed_charges: charges that could not be made, and an admin's decision on each.

import type { FastifyInstance } from 'fastify'
import { MISSED_REASONS } from '../../domain/billing/missed-charge.ts'
import { chargeMissed, dismissMissed } from '../../flows/billing/missed/decide-missed.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { FoundMissedCharge } from '../../store/billing/missed-charges.ts'
import * as missedCharges from '../../store/billing/missed-charges.ts'
import type { BusinessOf } from '../businesses/business-names.ts'
import { readBusinessNames } from '../businesses/business-names.ts'
import { ACCOUNTANTS, BOOKS, opsRoute } from '../staff/access.ts'
import { foundFor } from '../staff/for-business.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import type { WireMissedCharge } from './ops-attention-schemas.ts'
import { MissedChargeAnswer, MissedParams, MissedQuery } from './ops-attention-schemas.ts'
import { CHARGE_EXAMPLE } from './ops-examples.ts'
import { ReasonBody } from './ops-schemas.ts'

const EXAMPLE: WireMissedCharge = {
  missed_charge_id: 'msd_01kqn2x4t8e6nvd0t2d5c1yq7w',
  business_id: CHARGE_EXAMPLE.business_id,
  business_name: CHARGE_EXAMPLE.business_name,
  business_prefix: CHARGE_EXAMPLE.business_prefix,
  mode: 'live',
  state: 'open',
  reason: 'no_exchange_rate',
  explanation: MISSED_REASONS.no_exchange_rate,
  kind: 'storage',
  description: 'Storage of P7T2CQ1V9M3K, 2026-11-01 to 2026-11-30, 1.2 sqm at USD 2.00 per day',
  amount: '72.00',
  currency: 'USD',
  parcel_quote_id: null,
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  charge_id: null,
  decided_by: null,
  decision_note: null,
  decided_at: null,
  created_at: CHARGE_EXAMPLE.created_at,
}
const DECIDED = { decided_by: 'ada@example.com', decided_at: CHARGE_EXAMPLE.created_at }
const CHARGED_EXAMPLE = { ...EXAMPLE, ...DECIDED, state: 'charged' as const, charge_id: CHARGE_EXAMPLE.charge_id }
const DISMISSED_EXAMPLE = { ...EXAMPLE, ...DECIDED, state: 'dismissed' as const, decision_note: 'Agreed with the client' }

const present = (businessOf: BusinessOf, { scope, missed }: FoundMissedCharge): WireMissedCharge => ({
  missed_charge_id: missed.id,
  ...businessOf(scope),
  mode: scope.mode,
  state: missed.state,
  reason: missed.reason,
  explanation: MISSED_REASONS[missed.reason],
  kind: missed.kind,
  description: missed.description,
  amount: missed.amount,
  currency: missed.currency,
  parcel_quote_id: missed.quoteId,
  parcel_id: missed.packageId,
  charge_id: missed.chargeId,
  decided_by: missed.decidedBy,
  decision_note: missed.decisionNote,
  decided_at: nullableInstant(missed.decidedAt),
  created_at: instant(missed.createdAt),
})

export const missedRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/missed_charges', BOOKS, {
    id: 'listMissedCharges',
    summary: 'List charges that could not be made',
    description: 'Newest first. Those in state `open` wait for an admin.',
    query: MissedQuery,
    answers: { 200: goodAnswer('A page of missed charges', Type.Array(MissedChargeAnswer), [EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', state } = request.query
      const filter = { mode, ...(await businessIn(deps, request.query)), ...omitNulls({ state }) }
      const { items } = await listPage(request, reply, (page) => missedCharges.list(deps.db, filter, page))
      const businessOf = await readBusinessNames(deps)
      return items.map((found) => present(businessOf, found))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/missed_charges/:id/charge', ACCOUNTANTS, {
    id: 'chargeMissedCharge',
    summary: 'Charge what was missed',
    description: 'At the price, exchange rate and tax of now. Refused while it still cannot be charged.',
    params: MissedParams,
    answers: { 200: goodAnswer('The missed charge', MissedChargeAnswer, CHARGED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, missedCharges.loadOfAnyBusiness)
      const missed = await chargeMissed(deps, caller, request.params.id)
      return present(await readBusinessNames(deps), { scope, missed })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/missed_charges/:id/dismiss', ACCOUNTANTS, {
    id: 'dismissMissedCharge',
    attachValidation: true,
    summary: 'Dismiss a missed charge',
    description: 'For a charge that was billed in another way, or will not be billed. Only the reason is recorded.',
    params: MissedParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The missed charge', MissedChargeAnswer, DISMISSED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, missedCharges.loadOfAnyBusiness)
      const missed = await dismissMissed(deps, caller, request.params.id, request.body.reason)
      return present(await readBusinessNames(deps), { scope, missed })
    },
  })
}
