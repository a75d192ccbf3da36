// /ops/v1/invoices: routes to draft, issue, discard or credit an invoice of any business.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Invoice } from '../../domain/billing/invoice.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { creditInvoice } from '../../flows/billing/credit-invoice.ts'
import { discardInvoice, draftInvoice } from '../../flows/billing/draft-invoice.ts'
import { issueDue } from '../../flows/billing/issue-due.ts'
import { issueInvoice } from '../../flows/billing/issue-invoice.ts'
import { debtDates } from '../../flows/billing/read-account.ts'
import { readInvoiceDetail } from '../../flows/billing/read-invoice.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { sendLongList } from '../../platform/http/long-lists.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { readBusinessNames } from '../businesses/business-names.ts'
import { ACCOUNTANTS, MONEY, opsRoute } from '../staff/access.ts'
import { foundFor, staffCaller } from '../staff/for-business.ts'
import { businessIdOf, businessIn } from '../values/ops-list-filters.ts'
import type { InvoiceFile } from './account-files.ts'
import { capitalised, INVOICE_FILES, sendCreditNote, sendInvoice } from './account-files.ts'
import { readCreditWish } from './credit/ops-routes.ts'
import { DETAIL_EXAMPLE, OPS_INVOICE_EXAMPLE } from './ops-examples.ts'
import { presentInvoiceDetail, presentOpsInvoice } from './ops-present.ts'
import { CreditBody, DraftBody, InvoiceParams, InvoicesQuery, IssuedDueAnswer, OpsInvoiceAnswer, OpsInvoiceDetail } from './ops-schemas.ts'
import { CreditNoteQuery } from './v1-schemas.ts'

const DRAFT_EXAMPLE = { ...OPS_INVOICE_EXAMPLE, number: null, status: 'draft' as const, buyer: null, issue_date: null, due_date: null }

const payerIn = (payer: string | undefined) => (payer === undefined ? {} : { payerId: payer === 'business' ? null : payer })

export const invoiceRoutes = (app: FastifyInstance, deps: Deps): void => {
  const detail = async (scope: Scope, invoice: Invoice) =>
    presentInvoiceDetail(await readBusinessNames(deps), await readInvoiceDetail(deps, scope, invoice))
  const found = (request: FastifyRequest<{ Params: { id: string } }>) => foundFor(deps, request, invoices.loadOfAnyBusiness)

  opsRoute(app, 'GET', '/ops/v1/invoices', MONEY, {
    id: 'listAllInvoices',
    summary: 'List invoices of all businesses',
    description: 'Newest first, drafts included.',
    query: InvoicesQuery,
    answers: { 200: goodAnswer('A page of invoices', Type.Array(OpsInvoiceAnswer), [OPS_INVOICE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', status, overdue, open: isOpen, number, payer } = request.query
      const chosen = await businessIn(deps, request.query)
      const isOverdueOn = overdue ? (await debtDates(deps, mode))(chosen.businessId ?? null) : undefined
      const filter = {
        mode,
        ...chosen,
        ...omitNulls({ status: status && [status], number, isOverdueOn, isOpen }),
        ...payerIn(payer),
      }
      const { items } = await listPage(request, reply, (page) => invoices.list(deps.db, filter, page))
      const businessOf = await readBusinessNames(deps)
      return sendLongList(reply, items, (row) => {
        const { scope, invoice } = invoices.foundFrom(row)
        return presentOpsInvoice(businessOf, scope, invoice)
      })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices', ACCOUNTANTS, {
    id: 'draftInvoice',
    summary: 'Draft an invoice',
    description: 'Over what waits for an invoice: of the business or one customer, of one package or shipment.',
    body: DraftBody,
    answers: { 201: goodAnswer('The draft', OpsInvoiceDetail, { ...DETAIL_EXAMPLE, invoice: DRAFT_EXAMPLE, paper: null, payments: [] }) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { mode = 'live', business, customer_id = null, parcel_id, shipment_id } = request.body
      const scope = { businessId: await businessIdOf(deps, business), mode }
      const caller = await staffCaller(deps, request, scope)
      const { invoice } = await draftInvoice(deps, caller, customer_id, { packageId: parcel_id, shipmentId: shipment_id })
      return reply.code(201).send(await detail(scope, invoice))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices/issue_due', ACCOUNTANTS, {
    id: 'issueDueInvoices',
    summary: 'Issue what is due by the terms',
    description:
      'The server does the same every minute: per package, per shipment, weekly or monthly. In live mode nothing is issued while the operator’s `missing_for_invoices` names a detail. A failure for one business does not stop the others; the log says why.',
    answers: { 200: goodAnswer('How many were issued', IssuedDueAnswer, { issued: 12, failed_business_ids: [] }) },
    handler: async () => {
      const { issued, failed } = await issueDue(deps)
      return { issued, failed_business_ids: failed }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/invoices/:id', MONEY, {
    id: 'getAnyInvoice',
    summary: 'Retrieve an invoice',
    description: 'With its paper, credit notes and charges.',
    params: InvoiceParams,
    answers: { 200: goodAnswer('The invoice', OpsInvoiceDetail, DETAIL_EXAMPLE) },
    handler: async ({ params }) => {
      const { scope, invoice } = await invoices.loadOfAnyBusiness(deps.db, params.id)
      return detail(scope, invoice)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/issue', ACCOUNTANTS, {
    id: 'issueInvoice',
    summary: 'Issue a draft',
    description: 'With the next number. It never changes after that; credit that the payer has is used for it.',
    params: InvoiceParams,
    answers: { 200: goodAnswer('The invoice', OpsInvoiceDetail, DETAIL_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, invoice, caller } = await found(request)
      return detail(scope, await issueInvoice(deps, caller, invoice.id))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/discard', ACCOUNTANTS, {
    id: 'discardInvoice',
    summary: 'Discard a draft',
    description: 'Its charges wait for another invoice.',
    params: InvoiceParams,
    answers: {
      200: goodAnswer('The draft', OpsInvoiceDetail, {
        ...DETAIL_EXAMPLE,
        invoice: { ...DRAFT_EXAMPLE, status: 'discarded' },
        paper: null,
        payments: [],
      }),
    },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, invoice, caller } = await found(request)
      return detail(scope, await discardInvoice(deps, caller, invoice.id))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/credit', ACCOUNTANTS, {
    id: 'creditInvoice',
    attachValidation: true,
    summary: 'Credit an invoice',
    description:
      'By a credit note: all that is left of it, whole lines, a quantity or an amount of lines, or an amount of the invoice. What was paid for it is credit of the payer. Without `charge_again` it is not charged any more.',
    params: InvoiceParams,
    body: CreditBody,
    answers: { 200: goodAnswer('The invoice', OpsInvoiceDetail, DETAIL_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'SECOND_PERSON_REQUIRED'],
    handler: async (request) => {
      const { scope, invoice, caller } = await found(request)
      const { reason, charge_again: chargeAgain = false, discount: isDiscount = false } = request.body
      const credited = await creditInvoice(deps, caller, invoice.id, {
        wish: readCreditWish(request.body),
        reason,
        chargeAgain,
        isDiscount,
      })
      return detail(scope, credited.invoice)
    },
  })

  for (const kind of Object.keys(INVOICE_FILES) as InvoiceFile[])
    opsRoute(app, 'GET', `/ops/v1/invoices/:id/invoice.${kind}`, MONEY, {
      id: `getAnyInvoice${capitalised(kind)}`,
      summary: `An invoice as ${INVOICE_FILES[kind].name}`,
      description: INVOICE_FILES[kind].what,
      params: InvoiceParams,
      answers: { 200: fileAnswer('The invoice', INVOICE_FILES[kind].type) },
      errors: ['INVALID_TRANSITION'],
      handler: async (request, reply) => {
        const { invoice, caller } = await found(request)
        return sendInvoice(deps, caller, invoice, kind, reply)
      },
    })

  for (const kind of ['pdf', 'xml'] as const)
    opsRoute(app, 'GET', `/ops/v1/invoices/:id/credit_note.${kind}`, MONEY, {
      id: `getAnyCreditNote${capitalised(kind)}`,
      summary: `A credit note as ${INVOICE_FILES[kind].name}`,
      description: `${kind === 'pdf' ? 'The' : 'UBL 2.1: the'} latest to the invoice, or the one with the number given.`,
      params: InvoiceParams,
      query: CreditNoteQuery,
      answers: { 200: fileAnswer('The credit note', INVOICE_FILES[kind].type) },
      errors: ['INVALID_TRANSITION'],
      handler: async (request, reply) => {
        const { invoice, caller } = await found(request)
        return sendCreditNote(deps, caller, invoice, request.query.number, kind, reply)
      },
    })
}
