// /ops/v1/money_requests: refunds, credits and write-offs that one member of staff requests and another must approve.

import type { FastifyInstance } from 'fastify'
import type { MoneyRequest } from '../../../domain/billing/money-request.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import { approveRequest, refuseRequest, requestCredit, requestRefund, requestWriteOff } from '../../../flows/billing/money-requests.ts'
import type { Deps } from '../../../flows/deps.ts'
import { listPage } from '../../../platform/http/links.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../../platform/http/wire-format.ts'
import * as moneyRequests from '../../../store/billing/approvals/money-requests.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import * as payments from '../../../store/billing/payments.ts'
import * as staffStore from '../../../store/staff/staff.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { ACCOUNTANTS, opsRoute } from '../../staff/access.ts'
import { foundFor } from '../../staff/for-business.ts'
import { businessIn } from '../../values/ops-list-filters.ts'
import { readCreditWish } from '../credit/ops-routes.ts'
import { readWriteOff } from '../debt/ops-routes.ts'
import { WriteOffBody } from '../debt/ops-schemas.ts'
import { CHARGE_EXAMPLE } from '../ops-examples.ts'
import { readRefund } from '../ops-payment-routes.ts'
import { CreditBody, InvoiceParams, PaymentParams, ReasonBody, RefundBody } from '../ops-schemas.ts'
import { MoneyRequestAnswer, RequestParams, RequestsQuery } from './ops-schemas.ts'

const EXAMPLE = {
  money_request_id: 'mrq_01kqn2x4t8e6nvd0t2d5c1yq7w',
  business_id: CHARGE_EXAMPLE.business_id,
  business_name: CHARGE_EXAMPLE.business_name,
  business_prefix: CHARGE_EXAMPLE.business_prefix,
  mode: 'live' as const,
  kind: 'refund' as const,
  state: 'open' as const,
  payment_id: 'pay_01kqn2x4t8e6nvd0t2d5c1yq7w',
  invoice_id: null,
  amount: '120000.00',
  reason: 'Paid twice',
  requested_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  requested_by_name: 'Sample Accountant',
  decided_by: null,
  decided_by_name: null,
  decision_note: null,
  decided_at: null,
  created_at: CHARGE_EXAMPLE.created_at,
}
const WRITE_OFF_EXAMPLE = { ...EXAMPLE, kind: 'write_off' as const, payment_id: null, invoice_id: CHARGE_EXAMPLE.invoice_id }
const DECIDED = { decided_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7x', decided_by_name: 'Sample Admin', decided_at: CHARGE_EXAMPLE.created_at }
const APPROVED_EXAMPLE = { ...EXAMPLE, ...DECIDED, state: 'approved' as const }
const REFUSED_EXAMPLE = { ...EXAMPLE, ...DECIDED, state: 'refused' as const, decision_note: 'The transfer is not on the statement' }

/** Returns a function that converts money requests to JSON. The names of businesses and staff are read only once for a whole list. */
const presenter = async (deps: Deps) => {
  const businessOf = await readBusinessNames(deps)
  const names = new Map((await staffStore.list(deps.db)).map(({ id, name }) => [id, name]))
  return (scope: Scope, request: MoneyRequest) => ({
    money_request_id: request.id,
    ...businessOf(scope),
    mode: scope.mode,
    kind: request.kind,
    state: request.state,
    payment_id: request.kind === 'refund' ? request.subjectId : null,
    invoice_id: request.kind === 'refund' ? null : request.subjectId,
    amount: koboText(request.amountKobo),
    reason: request.reason,
    requested_by: request.requestedBy,
    requested_by_name: names.get(request.requestedBy) ?? request.requestedBy,
    decided_by: request.decidedBy,
    decided_by_name: request.decidedBy && (names.get(request.decidedBy) ?? request.decidedBy),
    decision_note: request.decisionNote,
    decided_at: nullableInstant(request.decidedAt),
    created_at: instant(request.createdAt),
  })
}

export const moneyRequestRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/payments/:id/request_refund', ACCOUNTANTS, {
    id: 'requestRefund',
    attachValidation: true,
    summary: 'Ask a second person to approve a refund',
    description: 'The refund is made when another accountant or admin approves it.',
    params: PaymentParams,
    body: RefundBody,
    answers: { 201: goodAnswer('The request', MoneyRequestAnswer, EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { scope, caller } = await foundFor(deps, request, payments.loadOfAnyBusiness)
      const asked = await requestRefund(deps, caller, request.params.id, readRefund(request.body))
      return reply.code(201).send((await presenter(deps))(scope, asked))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/request_credit', ACCOUNTANTS, {
    id: 'requestCredit',
    attachValidation: true,
    summary: 'Ask a second person to approve a credit note',
    description: 'The credit note is issued when another accountant or admin approves it.',
    params: InvoiceParams,
    body: CreditBody,
    answers: {
      201: goodAnswer('The request', MoneyRequestAnswer, {
        ...EXAMPLE,
        kind: 'credit',
        payment_id: null,
        invoice_id: CHARGE_EXAMPLE.invoice_id,
      }),
    },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { scope, caller } = await foundFor(deps, request, invoices.loadOfAnyBusiness)
      const { reason, charge_again: chargeAgain = false, discount: isDiscount = false } = request.body
      const asked = await requestCredit(deps, caller, request.params.id, {
        wish: readCreditWish(request.body),
        reason,
        chargeAgain,
        isDiscount,
      })
      return reply.code(201).send((await presenter(deps))(scope, asked))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/request_write_off', ACCOUNTANTS, {
    id: 'requestWriteOff',
    attachValidation: true,
    summary: 'Ask a second person to approve a write-off',
    description: 'The debt is written off when another accountant or admin approves it.',
    params: InvoiceParams,
    body: WriteOffBody,
    answers: { 201: goodAnswer('The request', MoneyRequestAnswer, WRITE_OFF_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { scope, caller, invoice } = await foundFor(deps, request, invoices.loadOfAnyBusiness)
      const asked = await requestWriteOff(deps, caller, invoice.id, readWriteOff(request.body))
      return reply.code(201).send((await presenter(deps))(scope, asked))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/money_requests', ACCOUNTANTS, {
    id: 'listMoneyRequests',
    summary: 'List requests for a second person',
    description: 'Newest first, with who asked and who decided.',
    query: RequestsQuery,
    answers: { 200: goodAnswer('A page of requests', Type.Array(MoneyRequestAnswer), [EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', state } = request.query
      const filter = { mode, ...(await businessIn(deps, request.query)), ...omitNulls({ state }) }
      const { items } = await listPage(request, reply, (page) => moneyRequests.list(deps.db, filter, page))
      const present = await presenter(deps)
      return items.map(({ scope, request: asked }) => present(scope, asked))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/money_requests/:id/approve', ACCOUNTANTS, {
    id: 'approveMoneyRequest',
    summary: 'Approve a refund, a credit or a write-off',
    description: 'By another person than the one who asked. It is carried out at once.',
    params: RequestParams,
    answers: { 200: goodAnswer('The request', MoneyRequestAnswer, APPROVED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, moneyRequests.loadOfAnyBusiness)
      return (await presenter(deps))(scope, await approveRequest(deps, caller, request.params.id))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/money_requests/:id/refuse', ACCOUNTANTS, {
    id: 'refuseMoneyRequest',
    attachValidation: true,
    summary: 'Refuse a refund, a credit or a write-off',
    description: 'By another person than the one who asked. Nothing is carried out.',
    params: RequestParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The request', MoneyRequestAnswer, REFUSED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, moneyRequests.loadOfAnyBusiness)
      return (await presenter(deps))(scope, await refuseRequest(deps, caller, request.params.id, request.body.reason))
    },
  })
}
