// Test mode only: play the operator who issues an invoice, and the bank that tells of a payment.

import type { FastifyInstance } from 'fastify'
import { openKobo } from '../../../domain/billing/invoice.ts'
import { readAmount, sumKobo } from '../../../domain/billing/kobo.ts'
import { Problems, Rejection } from '../../../domain/values/errors.ts'
import { draftInvoice } from '../../../flows/billing/draft-invoice.ts'
import { issueInvoice } from '../../../flows/billing/issue-invoice.ts'
import { takePayment } from '../../../flows/billing/take-payment.ts'
import type { Deps } from '../../../flows/deps.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import { goodAnswer } from '../../operation.ts'
import { INVOICE, PAYMENT } from '../billing/examples.ts'
import { presentInvoice, presentPayment } from '../billing/present.ts'
import { InvoiceAnswer, PaymentAnswer, TestPaymentBody } from '../billing/schemas.ts'
import { testOperation } from './routes.ts'

export const testBillingRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/v1/test_helpers/invoices',
    testOperation({
      id: 'testIssueInvoice',
      summary: 'Play the operator: issue an invoice',
      description: 'Over everything that one payer owes and no invoice has yet: the payer of the oldest such charge.',
      answers: { 201: goodAnswer('The invoice', InvoiceAnswer, INVOICE) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
    async ({ caller }, reply) => {
      const [oldest] = await charges.waiting(deps.db, caller, {}, 1)
      const draft = await draftInvoice(deps, caller, oldest?.payerId ?? null, {})
      return reply.code(201).send(presentInvoice(await issueInvoice(deps, caller, draft.invoice.id), caller.mode))
    },
  )

  app.post(
    '/v1/test_helpers/payments',
    testOperation({
      id: 'testPlayPayment',
      summary: 'Play the bank: a payment arrives',
      description: 'Pays an invoice, or the oldest that are open. A payment of more than is owed leaves credit.',
      body: TestPaymentBody,
      answers: { 201: goodAnswer('The payment', PaymentAnswer, PAYMENT) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENT_ALREADY_RECORDED'],
    }),
    async ({ caller, body }, reply) => {
      const { invoice_id, amount, reference = null } = body
      const all = invoice_id === undefined ? await invoices.open(deps.db, caller) : [await invoices.load(deps.db, caller, invoice_id)]
      // One payment is one payer's: of whoever owes the oldest.
      const open = all.filter(({ payerId }) => payerId === all[0]!.payerId)
      const problems = new Problems()
      const owed = sumKobo(open.map((invoice) => Math.max(0, openKobo(invoice))))
      const amountKobo = amount === undefined ? owed : readAmount('amount', amount, problems)
      problems.throwIfAny()
      if (amountKobo === 0) throw new Rejection('INVALID_TRANSITION', 'Nothing is owed; give an amount to pay in advance.')
      const { payment } = await takePayment(deps, caller, {
        payerId: open[0]?.payerId ?? null,
        method: 'test',
        amountKobo,
        reference,
        note: null,
        invoiceIds: invoice_id === undefined ? null : [invoice_id],
        mayExceed: true,
      })
      return reply.code(201).send(presentPayment(payment, caller.mode))
    },
  )
}
