// /ops/v1/opening_balances: balances that payers bring from earlier books, one by one or from a file.

import type { FastifyInstance } from 'fastify'
import { readOpeningBalance } from '../../../domain/billing/debt/opening-balance.ts'
import { Problems } from '../../../domain/values/errors.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import { importBalances } from '../../../flows/billing/debt/import-balances.ts'
import { openBalance } from '../../../flows/billing/debt/open-balance.ts'
import type { Deps } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { ACCOUNTANTS, opsRoute } from '../../staff/access.ts'
import { staffCallerFor } from '../../staff/for-business.ts'
import { OPS_INVOICE_EXAMPLE } from '../ops-examples.ts'
import { presentOpsInvoice, presentOpsPayment } from '../ops-present.ts'
import { ImportBalancesAnswer, ImportBalancesBody, OpenBalanceBody, OpenedAnswer } from './opening-schemas.ts'

const OPENED_EXAMPLE = { invoice: { ...OPS_INVOICE_EXAMPLE, number: 'OPB-2026-000001' }, payment: null }

export const openingRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/opening_balances', ACCOUNTANTS, {
    id: 'openBalance',
    summary: 'Record an opening balance',
    description:
      'The balance that a payer brings from the books of before, once: a debt that payments pay like an invoice, or a credit that new invoices use. Without revenue and tax. Credit the debt or reverse the credit to take it back.',
    body: OpenBalanceBody,
    answers: { 201: goodAnswer('The debt or the credit', OpenedAnswer, OPENED_EXAMPLE) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { mode, business, customer_id = null } = request.body
      const problems = new Problems()
      const balance = readOpeningBalance(request.body, problems)
      problems.throwIfAny()
      const caller = await staffCallerFor(deps, request, business, mode)
      const { invoice, payment } = await openBalance(deps, caller, customer_id, balance)
      const businessOf = await readBusinessNames(deps)
      return reply.code(201).send({
        invoice: invoice && presentOpsInvoice(businessOf, caller, invoice),
        payment: payment && presentOpsPayment(businessOf, caller, payment),
      })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/opening_balances/import', ACCOUNTANTS, {
    id: 'importOpeningBalances',
    summary: 'Record opening balances from a CSV file',
    description: 'All of them or none. With `dry_run` nothing is stored, and every mistake is named by row and column.',
    body: ImportBalancesBody,
    answers: {
      200: goodAnswer('What was recorded', ImportBalancesAnswer, { rows: 1, mistakes: [], debts: '250000.00', credits: '0.00' }),
    },
    errors: ['NOT_FOUND'],
    handler: async (request) => {
      const { business_id: business, mode, csv, dry_run: isDryRun = false } = request.body
      const caller = await staffCallerFor(deps, request, business, mode)
      const { rows, mistakes, debtsKobo, creditsKobo } = await importBalances(deps, caller, csv, isDryRun)
      return { rows, mistakes, debts: koboText(debtsKobo), credits: koboText(creditsKobo) }
    },
  })
}
