// Draws invoices, credit notes, receipts and statements as PDF files, and receipts also as PNG pictures.

import type { CreditNote, Invoice } from '../../domain/billing/invoice.ts'
import { requireIssued } from '../../domain/billing/invoice.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import { requireReceipt } from '../../domain/billing/payment.ts'
import { requireSeller } from '../../domain/operator/operator.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { createDrawings } from '../../labels/drawings.ts'
import type { Letterhead, PaperContent, ReceiptFormat } from '../../labels/papers/paper-content.ts'
import { creditNotePaper, invoicePaper, receiptPaper, statementPaper } from '../../labels/papers/paper-content.ts'
import { renderPaperPdf, renderReceiptPdf, renderReceiptPng } from '../../labels/render.ts'
import * as creditNotes from '../../store/billing/credit-notes.ts'
import * as operators from '../../store/operator/operator.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { buyerOf, sellerOf } from './paper-parties.ts'
import { invoicesPaidBy } from './payments/read-payment.ts'
import type { StatementRequest } from './read-account.ts'
import { readStatement } from './read-account.ts'

/** `name`: the file name without its extension. */
export type DrawnPaper = { name: string; pdf: Uint8Array }

const drawings = createDrawings(renderPaperPdf)
const receiptDrawings = createDrawings(renderReceiptPdf)
const receiptPictures = createDrawings(renderReceiptPng)
/**
 * Maximum number of statements that wait to be drawn. Drawing a long statement takes seconds. Statements therefore have their own queue,
 * and other papers do not wait for them.
 */
const STATEMENTS_WAITING_MAX = 10
const statementDrawings = createDrawings(renderPaperPdf, { waitingMax: STATEMENTS_WAITING_MAX })

const letterheadFor = async (deps: Deps, { mode }: Caller): Promise<Letterhead> => {
  const logo = await operators.findLogo(deps.db)
  return { mode, logoBase64: logo && Buffer.from(logo.bytes).toString('base64') }
}

export const drawInvoice = async (deps: Deps, caller: Caller, invoice: Invoice): Promise<DrawnPaper> => {
  requireIssued(invoice)
  return { name: invoice.number!, pdf: await drawings.of(invoicePaper(invoice, await letterheadFor(deps, caller))) }
}

/** The credit note with this number. Without a number, the latest credit note of the invoice. */
export const loadCreditNote = async (deps: Deps, caller: Caller, invoice: Invoice, number: string | undefined): Promise<CreditNote> => {
  const notes = await creditNotes.ofInvoice(deps.db, caller, invoice.id)
  const note = number === undefined ? notes.at(-1) : notes.find((each) => each.number === number)
  if (!note) throw new Rejection('INVALID_TRANSITION', `Invoice ${invoice.number ?? 'draft'} has no such credit note.`)
  return note
}

export const drawCreditNote = async (deps: Deps, caller: Caller, invoice: Invoice, number: string | undefined): Promise<DrawnPaper> => {
  const note = await loadCreditNote(deps, caller, invoice, number)
  return { name: note.number, pdf: await drawings.of(creditNotePaper(note, invoice, await letterheadFor(deps, caller))) }
}

const receiptOf = async (deps: Deps, caller: Caller, payment: Payment): Promise<PaperContent> => {
  requireReceipt(payment)
  const paid = await invoicesPaidBy(deps, caller, payment)
  requireSeller(await operators.find(deps.db), caller.mode)
  const parties = { seller: await sellerOf(deps.db), buyer: await buyerOf(deps.db, caller, payment.payerId), paid }
  return receiptPaper(payment, parties, await letterheadFor(deps, caller))
}

export const drawReceipt = async (deps: Deps, caller: Caller, payment: Payment, format: ReceiptFormat | 'a4'): Promise<DrawnPaper> => {
  const content = await receiptOf(deps, caller, payment)
  return { name: payment.number, pdf: await (format === 'a4' ? drawings.of(content) : receiptDrawings.of({ content, format })) }
}

/** A PNG picture of the receipt, which the staff console can print without opening a file. */
export const drawReceiptPicture = async (deps: Deps, caller: Caller, payment: Payment, format: ReceiptFormat): Promise<Uint8Array> =>
  receiptPictures.of({ content: await receiptOf(deps, caller, payment), format })

export const drawStatement = async (deps: Deps, caller: Caller, asked: StatementRequest): Promise<DrawnPaper> => {
  const statement = await readStatement(deps, caller, asked)
  const buyer = await buyerOf(deps.db, caller, asked.payerId ?? null)
  const parties = { seller: await sellerOf(deps.db), buyer, at: nowFor(deps, caller) }
  const pdf = await statementDrawings.of(statementPaper(statement, parties, await letterheadFor(deps, caller)))
  return { name: `statement-${caller.business.prefix}-${asked.from}-${asked.to}`, pdf }
}
