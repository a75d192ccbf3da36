// /ops/v1: writes off debts, reverses write-offs, and records opening balances (a payer's debt or credit in the operator's previous accounts).

import type { FastifyInstance } from 'fastify'
import { readOpeningBalance } from '../../../domain/billing/debt/opening-balance.ts'
import type { Invoice } from '../../../domain/billing/invoice.ts'
import { Problems } from '../../../domain/values/errors.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import { importBalances } from '../../../flows/billing/debt/import-balances.ts'
import { openBalance } from '../../../flows/billing/debt/open-balance.ts'
import type { WriteOffRequest } from '../../../flows/billing/debt/write-off.ts'
import { reverseWriteOffOf, writeOffInvoice } from '../../../flows/billing/debt/write-off.ts'
import { readInvoiceDetail } from '../../../flows/billing/read-invoice.ts'
import type { Deps } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import type * as Type from '../../../platform/http/schemas/type.ts'
import * as writeOffs from '../../../store/billing/debt/write-offs.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { ACCOUNTANTS, opsRoute } from '../../staff/access.ts'
import { foundFor, staffCallerFor } from '../../staff/for-business.ts'
import { amountIn } from '../../values/fields.ts'
import { DETAIL_EXAMPLE, OPS_INVOICE_EXAMPLE } from '../ops-examples.ts'
import { presentInvoiceDetail, presentOpsInvoice, presentOpsPayment } from '../ops-present.ts'
import { InvoiceParams, OpsInvoiceDetail, ReasonBody } from '../ops-schemas.ts'
import { ImportBalancesAnswer, ImportBalancesBody, OpenBalanceBody, OpenedAnswer } from './opening-schemas.ts'
import { WriteOffBody, WriteOffParams } from './ops-schemas.ts'

export const readWriteOff = ({ amount, reason, written_off_on }: Type.Static<typeof WriteOffBody>): WriteOffRequest => ({
  amountKobo: amount === undefined ? null : amountIn('amount', amount),
  reason,
  writtenOffOn: written_off_on,
})

export const writeOffRoutes = (app: FastifyInstance, deps: Deps): void => {
  const detail = async (scope: Scope, invoice: Invoice) =>
    presentInvoiceDetail(await readBusinessNames(deps), await readInvoiceDetail(deps, scope, invoice))

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/write_off', ACCOUNTANTS, {
    id: 'writeOffInvoice',
    attachValidation: true,
    summary: 'Write off a bad debt',
    description: 'All that is owed on the invoice, or a part of it. Revenue and tax stay; the account `bad_debt` holds the loss.',
    params: InvoiceParams,
    body: WriteOffBody,
    answers: { 200: goodAnswer('The invoice', OpsInvoiceDetail, DETAIL_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'SECOND_PERSON_REQUIRED'],
    handler: async (request) => {
      const { scope, invoice, caller } = await foundFor(deps, request, invoices.loadOfAnyBusiness)
      return detail(scope, await writeOffInvoice(deps, caller, invoice.id, readWriteOff(request.body)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/write_offs/:id/reverse', ACCOUNTANTS, {
    id: 'reverseWriteOff',
    attachValidation: true,
    summary: 'Reverse a write-off',
    description: 'The invoice is owed again.',
    params: WriteOffParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The invoice', OpsInvoiceDetail, DETAIL_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, writeOffs.loadOfAnyBusiness)
      return detail(scope, await reverseWriteOffOf(deps, caller, request.params.id, request.body.reason))
    },
  })
}

const OPENED_EXAMPLE = { invoice: { ...OPS_INVOICE_EXAMPLE, number: 'OPB-2026-000001' }, payment: null }

export const openingRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/opening_balances', ACCOUNTANTS, {
    id: 'openBalance',
    summary: 'Record an opening balance',
    description:
      'The balance that a payer brings from the old books, once: a debt that payments pay like an invoice, or a credit that new invoices use. Without revenue and tax. Credit the debt or reverse the credit to take it back.',
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
