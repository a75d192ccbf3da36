// /v1/invoices, /v1/payments, /v1/balance and /v1/statements: what the business owes and what it has paid.

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { drawReceipt, drawStatement } from '../../flows/billing/draw-papers.ts'
import { startLink } from '../../flows/billing/provider/start-link.ts'
import { balanceFor, openStatement, statementFor } from '../../flows/billing/read-account.ts'
import { loadIssued } from '../../flows/billing/read-invoice.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { exportInTurn } from '../../platform/http/export-turns.ts'
import { listPage } from '../../platform/http/links.ts'
import { sendLongList } from '../../platform/http/long-lists.ts'
import { fileAnswer, goodAnswer, route } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as creditNotes from '../../store/billing/credit-notes.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as payments from '../../store/billing/payments.ts'
import { readCustomerFilter, readMoment } from '../values/v1-list-filters.ts'
import type { InvoiceFile } from './account-files.ts'
import { capitalised, INVOICE_FILES, sendCreditNote, sendInvoice, sendPdf, statementCsv, statementJson } from './account-files.ts'
import { BALANCE, FULL_INVOICE, INVOICE, PAYMENT, PAYMENT_LINK, STATEMENT } from './v1-examples.ts'
import { presentBalance, presentCreditNote, presentInvoice, presentLink, presentPayment } from './v1-present.ts'
import {
  BalanceAnswer,
  BalanceQuery,
  CreditNoteQuery,
  FullInvoiceAnswer,
  InvoiceAnswer,
  InvoiceParams,
  InvoicesQuery,
  PaymentAnswer,
  PaymentLinkAnswer,
  PaymentLinkBody,
  PaymentParams,
  PaymentsQuery,
  StatementAnswer,
  StatementQuery,
} from './v1-schemas.ts'

const payerIn = async (deps: Deps, caller: Caller, customer: string | undefined): Promise<{ payerId?: string }> =>
  customer === undefined ? {} : { payerId: (await readCustomerFilter(deps, caller, customer)).customerId }

export const billingRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/invoices', 'Billing', {
    id: 'listInvoices',
    summary: 'List invoices',
    description: 'Issued invoices of this business, newest first.',
    query: InvoicesQuery,
    answers: { 200: goodAnswer('A page of invoices', Type.Array(InvoiceAnswer), [INVOICE]) },
    handler: async (request, reply) => {
      const { caller, query } = request
      const { businessId, mode } = caller
      const filter = {
        mode,
        businessId,
        isIssued: true,
        ...(await payerIn(deps, caller, query.parcel_customer_id)),
        ...omitNulls({
          status: query.status,
          packageId: query.package_id,
          issuedSince: readMoment(deps, caller, 'issued_since', query.issued_since),
          issuedBefore: readMoment(deps, caller, 'issued_before', query.issued_before),
        }),
      }
      const { items } = await listPage(request, reply, (page) => invoices.list(deps.db, filter, page))
      return sendLongList(reply, items, (row) => presentInvoice(invoices.foundFrom(row).invoice, mode))
    },
  })

  route(app, 'GET', '/v1/invoices/:id', 'Billing', {
    id: 'getInvoice',
    summary: 'Retrieve an invoice',
    description: 'The invoice as issued, with its payments so far and its credit notes.',
    params: InvoiceParams,
    answers: { 200: goodAnswer('The invoice', FullInvoiceAnswer, FULL_INVOICE) },
    handler: async ({ caller, params }) => {
      const invoice = await loadIssued(deps, caller, params.id)
      const notes = await creditNotes.ofInvoice(deps.db, caller, invoice.id)
      return { ...presentInvoice(invoice, caller.mode), credit_notes: notes.map(presentCreditNote) }
    },
  })

  route(app, 'POST', '/v1/invoices/:id/payment_link', 'Billing', {
    id: 'createPaymentLink',
    attachValidation: true,
    summary: 'Get a link to pay an invoice',
    description:
      'At the operator’s payment provider, over what is still owed. The same link again until it was used or another amount is owed. What is paid arrives as `payment.recorded`.',
    params: InvoiceParams,
    body: PaymentLinkBody,
    answers: { 200: goodAnswer('The link', PaymentLinkAnswer, PAYMENT_LINK) },
    errors: ['INVOICE_NOT_OPEN', 'PAYMENT_PROVIDER_UNAVAILABLE'],
    handler: async (request) => {
      const { id } = await loadIssued(deps, request.caller, request.params.id)
      problemsOf(request).throwIfAny()
      return presentLink(await startLink(deps, request.caller, id, request.body?.email))
    },
  })

  for (const kind of Object.keys(INVOICE_FILES) as InvoiceFile[])
    route(app, 'GET', `/v1/invoices/:id/invoice.${kind}`, 'Billing', {
      id: `getInvoice${capitalised(kind)}`,
      summary: `An invoice as ${INVOICE_FILES[kind].name}`,
      description: INVOICE_FILES[kind].what,
      params: InvoiceParams,
      answers: { 200: fileAnswer('The invoice', INVOICE_FILES[kind].type) },
      ...(kind === 'xml' ? { errors: ['INVALID_TRANSITION'] as const } : {}),
      handler: async ({ caller, params }, reply) => sendInvoice(deps, caller, await loadIssued(deps, caller, params.id), kind, reply),
    })

  for (const kind of ['pdf', 'xml'] as const)
    route(app, 'GET', `/v1/invoices/:id/credit_note.${kind}`, 'Billing', {
      id: `getCreditNote${capitalised(kind)}`,
      summary: `A credit note as ${INVOICE_FILES[kind].name}`,
      description: `${kind === 'pdf' ? 'The' : 'UBL 2.1: the'} latest credit note of the invoice, or the one with the given number.`,
      params: InvoiceParams,
      query: CreditNoteQuery,
      answers: { 200: fileAnswer('The credit note', INVOICE_FILES[kind].type) },
      errors: ['INVALID_TRANSITION'],
      handler: async ({ caller, params, query }, reply) =>
        sendCreditNote(deps, caller, await loadIssued(deps, caller, params.id), query.number, kind, reply),
    })

  route(app, 'GET', '/v1/payments', 'Billing', {
    id: 'listPayments',
    summary: 'List payments',
    description: 'Payments of this business and its customers, newest first, reversed ones included.',
    query: PaymentsQuery,
    answers: { 200: goodAnswer('A page of payments', Type.Array(PaymentAnswer), [PAYMENT]) },
    handler: async (request, reply) => {
      const { caller, query } = request
      const { businessId, mode } = caller
      const filter = {
        mode,
        businessId,
        ...(await payerIn(deps, caller, query.parcel_customer_id)),
        ...omitNulls({
          createdSince: readMoment(deps, caller, 'created_since', query.created_since),
          createdBefore: readMoment(deps, caller, 'created_before', query.created_before),
        }),
      }
      const { items } = await listPage(request, reply, (page) => payments.list(deps.db, filter, page))
      return items.map(({ payment }) => presentPayment(payment, mode))
    },
  })

  route(app, 'GET', '/v1/payments/:id', 'Billing', {
    id: 'getPayment',
    summary: 'Retrieve a payment',
    description: 'The payment with its allocated part and its remaining credit.',
    params: PaymentParams,
    answers: { 200: goodAnswer('The payment', PaymentAnswer, PAYMENT) },
    handler: async ({ caller, params }) => presentPayment(await payments.load(deps.db, caller, params.id), caller.mode),
  })

  route(app, 'GET', '/v1/payments/:id/receipt.pdf', 'Billing', {
    id: 'getReceiptPdf',
    summary: 'The receipt of a payment as PDF',
    description: 'A4, with what it pays.',
    params: PaymentParams,
    answers: { 200: fileAnswer('The receipt', 'application/pdf') },
    errors: ['INVALID_TRANSITION'],
    handler: async ({ caller, params }, reply) =>
      sendPdf(reply, await drawReceipt(deps, caller, await payments.load(deps.db, caller, params.id), 'a4')),
  })

  route(app, 'GET', '/v1/balance', 'Billing', {
    id: 'getBalance',
    summary: 'Retrieve the balance',
    description: 'Charges less credit notes and payments, now or at an earlier moment.',
    query: BalanceQuery,
    answers: { 200: goodAnswer('The balance', BalanceAnswer, BALANCE) },
    errors: ['NOT_FOUND'],
    handler: async ({ caller, query }) => presentBalance(await balanceFor(deps, caller, query)),
  })

  route(app, 'GET', '/v1/statements', 'Billing', {
    id: 'getStatement',
    summary: 'A statement of account',
    description:
      'All charges, credit notes, payments and refunds in a range of days, oldest first, with the balance after each. Streamed, without a limit of lines.',
    query: StatementQuery,
    answers: { 200: goodAnswer('The statement', StatementAnswer, STATEMENT) },
    errors: ['NOT_FOUND', 'OVERLOADED'],
    handler: async (request, reply) => {
      const { caller, query } = request
      const statement = await openStatement(deps, caller, await statementFor(deps, caller, query))
      const lines = exportInTurn(statementJson(statement, () => request.requireAuthority()))
      // The cast is needed because the route's type expects an object, but the handler sends a stream of JSON text.
      return reply.type('application/json; charset=utf-8').send(Readable.from(lines) as never)
    },
  })

  route(app, 'GET', '/v1/statements.pdf', 'Billing', {
    id: 'getStatementPdf',
    summary: 'A statement of account as PDF',
    description: 'A4. Up to 10,000 lines.',
    query: StatementQuery,
    answers: { 200: fileAnswer('The statement', 'application/pdf') },
    errors: ['NOT_FOUND', 'OVERLOADED'],
    handler: async ({ caller, query }, reply) => sendPdf(reply, await drawStatement(deps, caller, await statementFor(deps, caller, query))),
  })

  route(app, 'GET', '/v1/statements.csv', 'Billing', {
    id: 'getStatementCsv',
    summary: 'A statement of account as CSV',
    description: 'The same lines, streamed, without a limit.',
    query: StatementQuery,
    answers: { 200: fileAnswer('The statement', 'text/csv') },
    errors: ['NOT_FOUND', 'OVERLOADED'],
    handler: async (request, reply) => {
      const { caller, query } = request
      const asked = await statementFor(deps, caller, query)
      const file = exportInTurn(statementCsv(await openStatement(deps, caller, asked), () => request.requireAuthority()))
      return sendFile(reply, `statement-${asked.from}-${asked.to}.csv`, Readable.from(file))
    },
  })
}
