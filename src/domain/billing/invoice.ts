// An invoice: a draft, then issued with a number and never changed; corrections are credit notes.

import { invalidTransition } from '../values/errors.ts'
import { sumKobo } from '../values/kobo.ts'
import type { Charge } from './charge.ts'
import type { LineGoods } from './line-goods.ts'

export const INVOICE_STATUSES = ['draft', 'issued', 'part_paid', 'paid', 'written_off', 'void', 'discarded'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

type PaperParty = { name: string; lines: readonly string[] }

export type Paper = {
  seller: PaperParty & { taxNumber: string | null; payTo: readonly string[] }
  buyer: PaperParty & { id: string }
  lines: readonly PaperLine[]
}

export type Totals = { netKobo: number; taxKobo: number; totalKobo: number }

export type Invoice = Totals & {
  id: string
  version: number
  payerId: string | null
  /** Null for a draft. Payers use the number as the reference of their payment. */
  number: string | null
  paper: Paper | null
  issuedAt: number | null
  issueDate: string | null
  dueDate: string | null
  paidKobo: number
  creditedKobo: number
  /** Null if nothing was written off. */
  writtenOffKobo: number | null
  discardedAt: number | null
  createdBy: string
  createdAt: number
}

export type CreditNote = Totals & {
  id: string
  number: string
  invoiceId: string
  /** Null: a correction. */
  kind: 'discount' | null
  paper: Paper
  reason: string
  issueDate: string
  createdBy: string
  createdAt: number
}

export const totalsOf = (lines: readonly { netKobo: number; taxKobo: number }[]): Totals => {
  const [netKobo, taxKobo] = [sumKobo(lines.map((line) => line.netKobo)), sumKobo(lines.map((line) => line.taxKobo))]
  return { netKobo, taxKobo, totalKobo: netKobo + taxKobo }
}

export const taxSummary = (lines: readonly PaperLine[]): { percent: string; netKobo: number; taxKobo: number }[] =>
  [...Map.groupBy(lines, ({ taxPercent }) => taxPercent)]
    .map(([percent, group]) => ({ percent, ...totalsOf(group) }))
    .map(({ percent, netKobo, taxKobo }) => ({ percent, netKobo, taxKobo }))
    .sort((a, b) => Number(a.percent) - Number(b.percent))

const lineOf = (charge: Charge, goods: LineGoods | null) => ({
  goods,
  chargeId: charge.id,
  kind: charge.kind,
  description: charge.description,
  quantity: charge.quantity,
  unitKobo: charge.unitKobo,
  netKobo: charge.netKobo,
  taxPercent: charge.taxPercent,
  taxKobo: charge.taxKobo,
  quoteId: charge.quoteId,
  packageId: charge.packageId,
  firstDay: charge.firstDay,
  lastDay: charge.lastDay,
})

/** `goods` is absent on papers of earlier versions. */
export type PaperLine = Omit<ReturnType<typeof lineOf>, 'goods'> & { goods?: LineGoods | null }

export const isIssued = (invoice: Invoice): boolean => invoice.number !== null

/** The amount still to be paid; negative if more was paid than is owed after a credit note. */
export const openKobo = (invoice: Invoice): number => {
  const { number, totalKobo, paidKobo, creditedKobo } = invoice
  return number === null ? 0 : totalKobo - paidKobo - creditedKobo - writtenOff(invoice)
}

export const writtenOff = ({ writtenOffKobo }: Invoice): number => writtenOffKobo ?? 0

export const statusOf = (invoice: Invoice): InvoiceStatus => {
  if (invoice.discardedAt !== null) return 'discarded'
  if (!isIssued(invoice)) return 'draft'
  if (invoice.creditedKobo === invoice.totalKobo) return 'void'
  if (openKobo(invoice) <= 0) return writtenOff(invoice) > 0 ? 'written_off' : 'paid'
  return invoice.paidKobo > 0 ? 'part_paid' : 'issued'
}

export const nameOf = (invoice: Invoice): string => invoice.number ?? 'the draft'

export const requireIssued = (invoice: Invoice): void => {
  if (!isIssued(invoice)) throw invalidTransition('A draft has no document yet; issue it first.')
}

export const requireDraft = (invoice: Invoice): void => {
  const status = statusOf(invoice)
  if (status !== 'draft') throw invalidTransition(`Invoice ${nameOf(invoice)} is ${status.replace('_', ' ')}, not a draft.`)
}

export const issue = (invoice: Invoice, charges: readonly Charge[], given: Required<IssueDetails>): Invoice => {
  requireDraft(invoice)
  if (charges.length === 0) throw invalidTransition('The draft has no charges; there is nothing to issue.')
  const { seller, buyer, goodsOf, ...issued } = given
  return {
    ...invoice,
    ...issued,
    ...totalsOf(charges),
    paper: { seller, buyer, lines: charges.map((charge) => lineOf(charge, goodsOf(charge))) },
  }
}

export type IssueDetails = Pick<Paper, 'seller' | 'buyer'> & {
  goodsOf: (charge: Charge) => LineGoods | null
  number: string
  issuedAt: number
  issueDate: string
  dueDate: string
}
