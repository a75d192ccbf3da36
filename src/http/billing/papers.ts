// Sends the papers of an account as files.

import type { FastifyReply } from 'fastify'
import { invoiceCsv } from '../../domain/billing/billing-csv.ts'
import type { Invoice } from '../../domain/billing/invoice.ts'
import { requireIssued } from '../../domain/billing/invoice.ts'
import { invoiceUbl } from '../../domain/billing/ubl.ts'
import type { DrawnPaper } from '../../flows/billing/draw-papers.ts'
import { drawInvoice } from '../../flows/billing/draw-papers.ts'
import type { Caller, Deps } from '../../flows/deps.ts'

export type InvoiceFile = 'pdf' | 'csv' | 'xml'

export const INVOICE_FILES: Record<InvoiceFile, { type: string; what: string }> = {
  pdf: { type: 'application/pdf', what: 'A4, with the number as a QR code. As it was issued: what was paid since is not on it.' },
  csv: { type: 'text/csv', what: 'A header, and one row per line.' },
  xml: { type: 'application/xml', what: 'UBL 2.1, for tax offices and accounting programs.' },
}

export const sendPdf = (reply: FastifyReply, { name, pdf }: DrawnPaper) =>
  reply.header('content-disposition', `inline; filename="${name}.pdf"`).type('application/pdf').send(Buffer.from(pdf))

export const sendInvoice = async (deps: Deps, caller: Caller, invoice: Invoice, kind: InvoiceFile, reply: FastifyReply) => {
  if (kind === 'pdf') return sendPdf(reply, await drawInvoice(deps, caller, invoice))
  requireIssued(invoice)
  return reply
    .header('content-disposition', `attachment; filename="${invoice.number}.${kind}"`)
    .type(`${INVOICE_FILES[kind].type}; charset=utf-8`)
    .send(kind === 'csv' ? invoiceCsv(invoice) : invoiceUbl(invoice))
}
