// Sends invoices, credit notes, receipts and statements as files.

import type { FastifyReply } from 'fastify'
import { requireTaxInvoice } from '../../domain/billing/debt/opening-balance.ts'
import { invoiceCsv } from '../../domain/billing/files/billing-csv.ts'
import { creditNoteUbl, invoiceUbl } from '../../domain/billing/files/ubl.ts'
import type { Invoice } from '../../domain/billing/invoice.ts'
import { requireIssued } from '../../domain/billing/invoice.ts'
import { BYTE_ORDER_MARK, writeCsv } from '../../domain/values/csv-text.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { DrawnPaper } from '../../flows/billing/draw-papers.ts'
import { drawCreditNote, drawInvoice, loadCreditNote } from '../../flows/billing/draw-papers.ts'
import type { OpenStatement } from '../../flows/billing/read-account.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { presentStatementLine } from './v1-present.ts'

export type InvoiceFile = 'pdf' | 'csv' | 'xml'

export const INVOICE_FILES: Record<InvoiceFile, { name: string; type: string; what: string }> = {
  pdf: {
    name: 'PDF',
    type: 'application/pdf',
    what: 'A4, with the number as a QR code. As it was issued: what was paid since is not on it.',
  },
  csv: { name: 'CSV', type: 'text/csv', what: 'A header, and one row per line.' },
  xml: {
    name: 'UBL',
    type: 'application/xml',
    what: 'UBL 2.1 by EN 16931 and Peppol BIS Billing 3, for tax offices and accounting programs.',
  },
}

/** Returns `Pdf` for `pdf`, to build operation ids. */
export const capitalised = (kind: InvoiceFile): string => `${kind[0]!.toUpperCase()}${kind.slice(1)}`

export const sendPdf = (reply: FastifyReply, { name, pdf }: DrawnPaper) => sendFile(reply, `${name}.pdf`, pdf)

export const sendInvoice = async (deps: Deps, caller: Caller, invoice: Invoice, kind: InvoiceFile, reply: FastifyReply) => {
  if (kind === 'pdf') return sendPdf(reply, await drawInvoice(deps, caller, invoice))
  requireIssued(invoice)
  if (kind === 'xml') requireTaxInvoice(invoice)
  return sendFile(reply, `${invoice.number}.${kind}`, kind === 'csv' ? invoiceCsv(invoice) : invoiceUbl(invoice))
}

/** `number`: the number of the credit note. If undefined, the latest credit note of the invoice is sent. */
export const sendCreditNote = async (
  deps: Deps,
  caller: Caller,
  invoice: Invoice,
  number: string | undefined,
  kind: 'pdf' | 'xml',
  reply: FastifyReply,
) => {
  if (kind === 'pdf') return sendPdf(reply, await drawCreditNote(deps, caller, invoice, number))
  requireTaxInvoice(invoice)
  const note = await loadCreditNote(deps, caller, invoice, number)
  return sendFile(reply, `${note.number}.xml`, creditNoteUbl(note, invoice))
}

/** Yields a statement as JSON. Before each batch, calls `requireAuthority`, which throws if the caller has lost access. */
export async function* statementJson(
  { from, to, openingKobo, batches }: OpenStatement,
  requireAuthority: () => Promise<void>,
): AsyncGenerator<string> {
  const head = JSON.stringify({ currency: PRICE_CURRENCY, from, to, opening_balance: koboText(openingKobo) })
  yield `${head.slice(0, -1)},"lines":[`
  let closingKobo = openingKobo
  let separator = ''
  for await (const batch of batches) {
    await requireAuthority()
    if (batch.length === 0) continue
    yield separator + batch.map((line) => JSON.stringify(presentStatementLine(line))).join(',')
    closingKobo = batch.at(-1)!.balanceKobo
    separator = ','
  }
  yield `],"closing_balance":"${koboText(closingKobo)}"}`
}

const COLUMNS = ['date', 'type', 'reference', 'description', 'amount', 'balance', 'id']

export async function* statementCsv(
  { from, openingKobo, batches }: OpenStatement,
  requireAuthority: () => Promise<void>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsv([COLUMNS, [from, 'opening_balance', '', '', '', koboText(openingKobo), '']])
  for await (const batch of batches) {
    await requireAuthority()
    yield writeCsv(
      batch.map(({ date, type, reference, description, kobo, balanceKobo, id }) => [
        date,
        type,
        reference ?? '',
        description,
        koboText(kobo),
        koboText(balanceKobo),
        id,
      ]),
    )
  }
}
