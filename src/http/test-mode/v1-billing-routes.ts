// Test mode only: play the operator who issues an invoice, and the bank that reports a payment.

import type { FastifyInstance } from 'fastify'
import { playInvoice, playPayment } from '../../flows/billing/play-billing.ts'
import type { Deps } from '../../flows/deps.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { INVOICE, PAYMENT } from '../billing/v1-examples.ts'
import { presentInvoice, presentPayment } from '../billing/v1-present.ts'
import { InvoiceAnswer, PaymentAnswer, TestPaymentBody } from '../billing/v1-schemas.ts'
import { testOperation } from './v1-routes.ts'

export const testBillingRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/v1/test_helpers/invoices',
    testOperation({
      id: 'testIssueInvoice',
      summary: 'Play the operator: issue an invoice',
      description: 'Invoices all open charges of one payer: the payer of the oldest charge without an invoice.',
      answers: { 201: goodAnswer('The invoice', InvoiceAnswer, INVOICE) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
    async ({ caller }, reply) => reply.code(201).send(presentInvoice(await playInvoice(deps, caller), caller.mode)),
  )

  app.post(
    '/v1/test_helpers/payments',
    testOperation({
      id: 'testPlayPayment',
      summary: 'Play the bank: a payment arrives',
      description: 'Pays the given invoice, or the oldest open ones. Overpayment is kept as credit.',
      body: TestPaymentBody,
      answers: { 201: goodAnswer('The payment', PaymentAnswer, PAYMENT) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENT_ALREADY_RECORDED'],
    }),
    async ({ caller, body }, reply) => {
      const { invoice_id: invoiceId, amount, reference = null } = body
      return reply.code(201).send(presentPayment(await playPayment(deps, caller, { invoiceId, amount, reference }), caller.mode))
    },
  )
}
