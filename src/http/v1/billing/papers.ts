// Papers of an account as files: what is on them, and the answer that carries them.

import type { FastifyReply } from 'fastify'
import { invoiceCsv } from '../../../domain/billing/billing-csv.ts'
import type { Invoice } from '../../../domain/billing/invoice.ts'
import { isIssued } from '../../../domain/billing/invoice.ts'
import type { Payment } from '../../../domain/billing/payment.ts'
import { standingShares } from '../../../domain/billing/payment.ts'
import { invoiceUbl } from '../../../domain/billing/ubl.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import { buyerOf, sellerOf } from '../../../flows/billing/paper-parties.ts'
import type { StatementRequest } from '../../../flows/billing/read-account.ts'
import { readStatement } from '../../../flows/billing/read-account.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { nowFor } from '../../../flows/deps.ts'
import { createDrawings } from '../../../labels/drawings.ts'
import { renderPaperPdf } from '../../../labels/papers/paper.ts'
import type { Letterhead } from '../../../labels/papers/paper-content.ts'
import { creditNotePaper, invoicePaper, receiptPaper, statementPaper } from '../../../labels/papers/paper-content.ts'
import * as creditNotes from '../../../store/billing/credit-notes.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import * as payments from '../../../store/billing/payments.ts'
import * as operators from '../../../store/operator/operator.ts'

const drawings = createDrawings(renderPaperPdf)
/** A long one takes seconds: they wait for each other, and nobody waits for them who wants another paper. */
const STATEMENTS_WAITING_MAX = 10
const statementDrawings = createDrawings(renderPaperPdf, { waitingMax: STATEMENTS_WAITING_MAX })

const letterheadFor = async (deps: Deps, { mode }: Caller): Promise<Letterhead> => {
  const logo = await operators.findLogo(deps.db)
  return { mode, logoBase64: logo && Buffer.from(logo.bytes).toString('base64') }
}

const requireIssued = (invoice: Invoice): void => {
  if (!isIssued(invoice)) throw new Rejection('INVALID_TRANSITION', 'A draft has no paper yet; issue it first.')
}

const sendPdf = (reply: FastifyReply, name: string, pdf: Uint8Array) =>
  reply.header('content-disposition', `inline; filename="${name}.pdf"`).type('application/pdf').send(Buffer.from(pdf))

export type InvoiceFile = 'pdf' | 'csv' | 'xml'

export const INVOICE_FILES: Record<InvoiceFile, { type: string; what: string }> = {
  pdf: { type: 'application/pdf', what: 'A4, with the number as a QR code. As it was issued: what was paid since is not on it.' },
  csv: { type: 'text/csv', what: 'A header, and one row per line.' },
  xml: { type: 'application/xml', what: 'UBL 2.1, for tax offices and accounting programs.' },
}

export const sendInvoice = async (deps: Deps, caller: Caller, invoice: Invoice, kind: InvoiceFile, reply: FastifyReply) => {
  requireIssued(invoice)
  if (kind === 'pdf') return sendPdf(reply, invoice.number!, await drawings.of(invoicePaper(invoice, await letterheadFor(deps, caller))))
  return reply
    .header('content-disposition', `attachment; filename="${invoice.number}.${kind}"`)
    .type(`${INVOICE_FILES[kind].type}; charset=utf-8`)
    .send(kind === 'csv' ? invoiceCsv(invoice) : invoiceUbl(invoice))
}

/** The latest, or the one with this number. */
export const sendCreditNote = async (deps: Deps, caller: Caller, invoice: Invoice, number: string | undefined, reply: FastifyReply) => {
  const notes = await creditNotes.ofInvoice(deps.db, caller, invoice.id)
  const note = number === undefined ? notes.at(-1) : notes.find((each) => each.number === number)
  if (!note) throw new Rejection('INVALID_TRANSITION', `Invoice ${invoice.number ?? 'draft'} has no such credit note.`)
  return sendPdf(reply, note.number, await drawings.of(creditNotePaper(note, invoice, await letterheadFor(deps, caller))))
}

export const sendReceipt = async (deps: Deps, caller: Caller, payment: Payment, reply: FastifyReply) => {
  const allocations = await payments.allocationsOf(deps.db, caller, payment.id)
  const shares = [...Map.groupBy(allocations, ({ invoiceId }) => invoiceId)].flatMap(([invoiceId, group]) =>
    standingShares(group).map(({ amountKobo }) => ({ invoiceId, amountKobo })),
  )
  const paid = await Promise.all(
    shares.map(async ({ invoiceId, amountKobo }) => ({ invoice: await invoices.load(deps.db, caller, invoiceId), amountKobo })),
  )
  const parties = { seller: await sellerOf(deps.db), buyer: await buyerOf(deps.db, caller, payment.payerId), paid }
  return sendPdf(reply, payment.number, await drawings.of(receiptPaper(payment, parties, await letterheadFor(deps, caller))))
}

export const sendStatement = async (deps: Deps, caller: Caller, asked: StatementRequest, reply: FastifyReply) => {
  const statement = await readStatement(deps, caller, asked)
  const buyer = await buyerOf(deps.db, caller, asked.payerId ?? null)
  const parties = { seller: await sellerOf(deps.db), buyer, at: nowFor(deps, caller) }
  const pdf = await statementDrawings.of(statementPaper(statement, parties, await letterheadFor(deps, caller)))
  // A customer ID is any text; a header is not.
  return sendPdf(reply, `statement-${caller.business.prefix}-${asked.from}-${asked.to}`, pdf)
}
