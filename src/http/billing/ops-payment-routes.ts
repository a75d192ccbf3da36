// /ops/v1/payments: routes to record, allocate, refund or reverse a payment.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readStaffPayment } from '../../domain/billing/payment.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { drawReceipt, drawReceiptPicture } from '../../flows/billing/draw-papers.ts'
import { payDebts } from '../../flows/billing/pay-debts.ts'
import { readPaymentDetail } from '../../flows/billing/payments/read-payment.ts'
import { namedInvoices } from '../../flows/billing/read-invoice.ts'
import type { Taken } from '../../flows/billing/take-payment.ts'
import { allocatePayment, refundPayment, reversePayment, takePayment } from '../../flows/billing/take-payment.ts'
import type { Deps } from '../../flows/deps.ts'
import { RECEIPT_FORMATS } from '../../labels/papers/paper-content.ts'
import { listPage } from '../../platform/http/links.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as payments from '../../store/billing/payments.ts'
import { readBusinessNames } from '../businesses/business-names.ts'
import { ACCOUNTANTS, MONEY, opsRoute, TILL } from '../staff/access.ts'
import { foundFor, staffCaller } from '../staff/for-business.ts'
import { amountIn } from '../values/fields.ts'
import { businessIdOf, businessIn } from '../values/ops-list-filters.ts'
import { sendPdf } from './account-files.ts'
import { OPS_PAYMENT_DETAIL, OPS_PAYMENT_EXAMPLE } from './ops-examples.ts'
import { presentOpsPayment, presentPaymentDetail } from './ops-present.ts'
import {
  AllocateBody,
  OpsPaymentAnswer,
  OpsPaymentDetail,
  PaymentParams,
  PaymentsQuery,
  ReasonBody,
  RefundBody,
  TakenAnswer,
  TakePaymentBody,
} from './ops-schemas.ts'
import { INVOICE } from './v1-examples.ts'
import { presentInvoice } from './v1-present.ts'

const TAKEN_EXAMPLE = { payment: OPS_PAYMENT_EXAMPLE, paid: [INVOICE] }

export const readRefund = ({ amount, method, reference, reason }: Type.Static<typeof RefundBody>) => ({
  amountKobo: amountIn('amount', amount),
  method,
  reference: reference ?? null,
  reason,
})

export const paymentRoutes = (app: FastifyInstance, deps: Deps): void => {
  const answer = async (scope: Scope, { payment, paid }: Taken) => ({
    payment: presentOpsPayment(await readBusinessNames(deps), scope, payment),
    paid: paid.map((invoice) => presentInvoice(invoice, scope.mode)),
  })
  const found = (request: FastifyRequest<{ Params: { id: string } }>) => foundFor(deps, request, payments.loadOfAnyBusiness)

  opsRoute(app, 'GET', '/ops/v1/payments', MONEY, {
    id: 'listAllPayments',
    summary: 'List payments of all businesses',
    description: 'Newest first, reversed ones included.',
    query: PaymentsQuery,
    answers: { 200: goodAnswer('A page of payments', Type.Array(OpsPaymentAnswer), [OPS_PAYMENT_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', reference, customer_id: payerId } = request.query
      const filter = { mode, ...(await businessIn(deps, request.query)), ...omitNulls({ reference, payerId }) }
      const { items } = await listPage(request, reply, (page) => payments.list(deps.db, filter, page))
      const businessOf = await readBusinessNames(deps)
      return items.map(({ scope, payment }) => presentOpsPayment(businessOf, scope, payment))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/payments/:id', MONEY, {
    id: 'getAnyPayment',
    summary: 'Retrieve a payment',
    description: 'With the invoices that it pays, its refunds, and what is left as credit.',
    params: PaymentParams,
    answers: { 200: goodAnswer('The payment', OpsPaymentDetail, OPS_PAYMENT_DETAIL) },
    handler: async ({ params }) => {
      const { scope, payment } = await payments.loadOfAnyBusiness(deps.db, params.id)
      return presentPaymentDetail(await readBusinessNames(deps), await readPaymentDetail(deps, scope, payment))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/payments/:id/receipt.pdf', MONEY, {
    id: 'getAnyReceiptPdf',
    summary: 'The receipt of a payment as PDF',
    description: 'With what it pays: A4, or for the counter A6 or a till roll of 80 mm.',
    params: PaymentParams,
    query: Type.Object({ format: Type.Optional(Type.Enum(['a4', ...RECEIPT_FORMATS], { description: '`a4` by default' })) }),
    answers: { 200: fileAnswer('The receipt', 'application/pdf') },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { caller, payment } = await found(request)
      return sendPdf(reply, await drawReceipt(deps, caller, payment, request.query.format ?? 'a4'))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/payments/:id/receipt.png', MONEY, {
    id: 'getAnyReceiptPng',
    summary: 'The receipt of a payment as PNG',
    description: 'For printing at the counter: A6, or a till roll of 80 mm.',
    params: PaymentParams,
    query: Type.Object({ format: Type.Optional(Type.Enum(RECEIPT_FORMATS, { description: '`a6` by default' })) }),
    answers: { 200: fileAnswer('The receipt', 'image/png') },
    handler: async (request, reply) => {
      const { caller, payment } = await found(request)
      const picture = await drawReceiptPicture(deps, caller, payment, request.query.format ?? 'a6')
      return sendFile(reply, `${payment.number}.png`, picture)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/payments', TILL, {
    id: 'takePayment',
    summary: 'Take a payment',
    description:
      'Cash, transfer or card. It pays the debts or invoices named, else the oldest invoices that are open; what is left is credit. Tax that the payer withheld pays like money. Charges without an invoice are invoiced in the same step. A transfer or card receipt is taken once.',
    body: TakePaymentBody,
    answers: { 201: goodAnswer('The payment', TakenAnswer, TAKEN_EXAMPLE) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'INVOICE_NOT_OPEN', 'PAYMENT_ALREADY_RECORDED'],
    handler: async (request, reply) => {
      const {
        mode = 'live',
        business,
        customer_id = null,
        method,
        note = null,
        confirm_overpayment = false,
        paid_on: paidOn,
      } = request.body
      const { amountKobo, withheldKobo, reference } = readStaffPayment(request.body)
      const scope = { businessId: await businessIdOf(deps, business), mode }
      const caller = await staffCaller(deps, request, scope)
      const invoiceIds = await namedInvoices(deps.db, request.body.invoices)
      const asked = {
        payerId: customer_id,
        method,
        amountKobo,
        withheldKobo,
        reference,
        note,
        invoiceIds,
        mayExceed: confirm_overpayment,
        paidOn,
      }
      const { debts } = request.body
      if (debts && invoiceIds) throw invalidField('debts', 'is sent without invoices: name the invoices in debts')
      const taken = debts ? payDebts(deps, caller, asked, debts) : takePayment(deps, caller, asked)
      return reply.code(201).send(await answer(scope, await taken))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/payments/:id/allocate', TILL, {
    id: 'allocatePayment',
    attachValidation: true,
    summary: 'Use what is left of a payment',
    description: 'For the invoices named, else the oldest that are open.',
    params: PaymentParams,
    body: AllocateBody,
    answers: { 200: goodAnswer('The payment', TakenAnswer, TAKEN_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'INVOICE_NOT_OPEN'],
    handler: async (request) => {
      const { scope, caller } = await found(request)
      return answer(scope, await allocatePayment(deps, caller, request.params.id, await namedInvoices(deps.db, request.body.invoices)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/payments/:id/refund', ACCOUNTANTS, {
    id: 'refundPayment',
    attachValidation: true,
    summary: 'Refund what is left of a payment',
    description: 'As much as is credit: credit an invoice first to give back what paid it.',
    params: PaymentParams,
    body: RefundBody,
    answers: { 200: goodAnswer('The payment', OpsPaymentAnswer, OPS_PAYMENT_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'SECOND_PERSON_REQUIRED'],
    handler: async (request) => {
      const { scope, caller } = await found(request)
      const { payment } = await refundPayment(deps, caller, request.params.id, readRefund(request.body))
      return presentOpsPayment(await readBusinessNames(deps), scope, payment)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/payments/:id/reverse', ACCOUNTANTS, {
    id: 'reversePayment',
    attachValidation: true,
    summary: 'Reverse a payment',
    description: 'One that bounced or was recorded by mistake. What it paid is owed again.',
    params: PaymentParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The payment', OpsPaymentAnswer, OPS_PAYMENT_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await found(request)
      const payment = await reversePayment(deps, caller, request.params.id, request.body.reason)
      return presentOpsPayment(await readBusinessNames(deps), scope, payment)
    },
  })
}
