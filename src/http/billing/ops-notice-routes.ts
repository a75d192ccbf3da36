// /ops/v1: payment links of invoices, and notices from the payment provider that staff must decide on.

import type { FastifyInstance } from 'fastify'
import type { PaymentNotice } from '../../domain/billing/payment-notice.ts'
import { NOTICE_REASONS } from '../../domain/billing/payment-notice.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { assignNotice, dismissNotice, lookUpAgain } from '../../flows/billing/provider/payment-notices.ts'
import { startLink } from '../../flows/billing/provider/start-link.ts'
import { payersAndInvoices } from '../../flows/billing/read-invoice.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as notices from '../../store/billing/payment-notices.ts'
import { ACCOUNTANTS, BOOKS, opsRoute, TILL } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { foundFor } from '../staff/for-business.ts'
import { businessIdOf } from '../values/ops-list-filters.ts'
import type { WirePaymentNotice } from './ops-attention-schemas.ts'
import { AssignBody, NoticeParams, NoticesQuery, PaymentNoticeAnswer } from './ops-attention-schemas.ts'
import { InvoiceParams, ReasonBody } from './ops-schemas.ts'
import { PAYMENT, PAYMENT_LINK } from './v1-examples.ts'
import { presentLink } from './v1-present.ts'
import { PaymentLinkAnswer, PaymentLinkBody } from './v1-schemas.ts'

const NOTICE_EXAMPLE: WirePaymentNotice = {
  notice_id: 'ntf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  mode: 'live',
  provider: 'paystack',
  event: 'charge.success',
  reference: 'POS-778812',
  state: 'attention',
  reason: 'unknown_reference',
  explanation: NOTICE_REASONS.unknown_reference,
  amount: '129000.00',
  currency: 'NGN',
  payment_id: null,
  decided_by: null,
  decision_note: null,
  decided_at: null,
  created_at: PAYMENT.created_at,
}
const RECORDED_EXAMPLE = { ...NOTICE_EXAMPLE, state: 'recorded' as const, reason: null, explanation: null, payment_id: PAYMENT.payment_id }
const DISMISSED_EXAMPLE = { ...NOTICE_EXAMPLE, state: 'dismissed' as const, decision_note: 'Sold over the counter' }
const WAITING_EXAMPLE = { ...NOTICE_EXAMPLE, state: 'waiting' as const, reason: null, explanation: null }

const presentNotice = (notice: PaymentNotice): WirePaymentNotice => ({
  notice_id: notice.id,
  mode: notice.mode,
  provider: notice.provider,
  event: notice.event,
  reference: notice.reference,
  state: notice.state,
  reason: notice.reason,
  explanation: notice.reason && NOTICE_REASONS[notice.reason],
  amount: notice.amount === null ? null : koboText(notice.amount),
  currency: notice.currency,
  payment_id: notice.paymentId,
  decided_by: notice.decidedBy,
  decision_note: notice.decisionNote,
  decided_at: nullableInstant(notice.decidedAt),
  created_at: instant(notice.createdAt),
})

export const providerRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/invoices/:id/payment_link', TILL, {
    id: 'makePaymentLink',
    attachValidation: true,
    summary: 'Make a link to pay an invoice',
    description: 'At the payment provider, over what is still owed. The same link again until it was used or another amount is owed.',
    params: InvoiceParams,
    body: PaymentLinkBody,
    answers: { 200: goodAnswer('The link', PaymentLinkAnswer, PAYMENT_LINK) },
    errors: ['INVALID_TRANSITION', 'INVOICE_NOT_OPEN', 'PAYMENT_PROVIDER_UNAVAILABLE'],
    handler: async (request) => {
      const { invoice, caller } = await foundFor(deps, request, invoices.loadOfAnyBusiness)
      return presentLink(await startLink(deps, caller, invoice.id, request.body?.email))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/payment_notices', BOOKS, {
    id: 'listPaymentNotices',
    summary: 'List notices of the payment provider',
    description: 'Newest first. Those in state `attention` wait for a person.',
    query: NoticesQuery,
    answers: { 200: goodAnswer('A page of notices', Type.Array(PaymentNoticeAnswer), [NOTICE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', state } = request.query
      const { items } = await listPage(request, reply, (page) => notices.list(deps.db, { mode, ...omitNulls({ state }) }, page))
      return items.map(presentNotice)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/payment_notices/:id/look_up', ACCOUNTANTS, {
    id: 'lookUpPaymentAgain',
    summary: 'Look a payment up again',
    description: 'At the provider, within a second or so.',
    params: NoticeParams,
    answers: { 200: goodAnswer('The notice', PaymentNoticeAnswer, WAITING_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => presentNotice(await lookUpAgain(deps, authorOf(deps, request), request.params.id)),
  })

  opsRoute(app, 'POST', '/ops/v1/payment_notices/:id/record', ACCOUNTANTS, {
    id: 'recordNoticedPayment',
    attachValidation: true,
    summary: 'Say whose payment it is',
    description: 'Records a payment that the provider confirmed under a reference that is not ours. What no invoice needs is credit.',
    params: NoticeParams,
    body: AssignBody,
    answers: { 200: goodAnswer('The notice', PaymentNoticeAnswer, RECORDED_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'PAYMENT_ALREADY_RECORDED'],
    handler: async (request) => {
      await notices.load(deps.db, request.params.id)
      problemsOf(request).throwIfAny()
      const { business, customer_id: customerId, invoices: named, note = null } = request.body
      const businessId = await businessIdOf(deps, business)
      const [payer] = await payersAndInvoices(deps.db, [{ customerId, invoices: named }])
      const assigned = { businessId, ...payer!, note }
      return presentNotice(await assignNotice(deps, authorOf(deps, request), request.params.id, assigned))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/payment_notices/:id/dismiss', ACCOUNTANTS, {
    id: 'dismissPaymentNotice',
    attachValidation: true,
    summary: 'Dismiss a notice',
    description: 'For a notice that concerns another system or was handled elsewhere. Only the reason is recorded.',
    params: NoticeParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The notice', PaymentNoticeAnswer, DISMISSED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      await notices.load(deps.db, request.params.id)
      problemsOf(request).throwIfAny()
      return presentNotice(await dismissNotice(deps, authorOf(deps, request), request.params.id, request.body.reason))
    },
  })
}
