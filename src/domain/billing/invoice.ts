// An invoice starts as a draft and is then issued with a number. An issued invoice is corrected only by credit notes.

import type { PostalAddress } from '../businesses/business.ts'
import type { BankAccount } from '../operator/operator.ts'
import { invalidTransition } from '../values/errors.ts'
import { sumKobo } from '../values/kobo.ts'
import type { Charge } from './charge.ts'
import type { LineGoods } from './line-goods.ts'
import type { TaxCategory } from './tax.ts'
import { categoryOf, TAX_CATEGORIES } from './tax.ts'
import type { ElectronicAddress } from './withholding/payer-tax.ts'

export const INVOICE_STATUSES = ['draft', 'issued', 'part_paid', 'paid', 'written_off', 'void', 'discarded'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** The seller or buyer as printed on an invoice or credit note. Documents from earlier versions lack `address` and `endpoint`. */
type PaperParty = {
  name: string
  lines: readonly string[]
  address?: PostalAddress
  /** The address for electronic invoices. */
  endpoint?: ElectronicAddress | null
}

export type Paper = {
  seller: PaperParty & { taxNumber: string | null; payTo: readonly string[]; bank?: BankAccount | null }
  buyer: PaperParty & { id: string; taxNumber?: string | null }
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
  /** Null for a credit note that corrects the invoice. */
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

export const draftOf = (
  { id, payerId, createdBy, createdAt }: Pick<Invoice, 'id' | 'payerId' | 'createdBy' | 'createdAt'>,
  charges: readonly Charge[],
): Invoice => ({
  ...totalsOf(charges),
  id,
  payerId,
  version: 1,
  number: null,
  paper: null,
  issuedAt: null,
  issueDate: null,
  dueDate: null,
  paidKobo: 0,
  creditedKobo: 0,
  writtenOffKobo: null,
  discardedAt: null,
  createdBy,
  createdAt,
})

export type TaxSum = { category: TaxCategory; percent: string; reason: string | null; netKobo: number; taxKobo: number }

const byPercent = (one: TaxSum, other: TaxSum): number =>
  Number(one.percent) - Number(other.percent) || TAX_CATEGORIES.indexOf(one.category) - TAX_CATEGORIES.indexOf(other.category)

/** Sums net amounts and tax by category, rate and reason. */
export const taxSummary = (lines: readonly PaperLine[]): TaxSum[] =>
  [...Map.groupBy(lines, (line) => `${taxCategoryOf(line)} ${line.taxPercent} ${line.taxReason ?? ''}`).values()]
    .map((group) => {
      const [{ taxPercent, taxReason = null }] = group as [PaperLine, ...PaperLine[]]
      const { netKobo, taxKobo } = totalsOf(group)
      return { category: taxCategoryOf(group[0]!), percent: taxPercent, reason: taxReason, netKobo, taxKobo }
    })
    .sort(byPercent)

export const taxCategoryOf = ({ taxCategory = null, taxPercent }: Pick<PaperLine, 'taxCategory' | 'taxPercent'>): TaxCategory =>
  categoryOf({ category: taxCategory, percent: taxPercent })

const lineOf = (charge: Charge, goods: LineGoods | null) => ({
  goods,
  chargeId: charge.id,
  kind: charge.kind,
  description: charge.description,
  quantity: charge.quantity,
  unitKobo: charge.unitKobo,
  netKobo: charge.netKobo,
  taxPercent: charge.taxPercent,
  taxCategory: charge.taxCategory,
  taxReason: charge.taxReason,
  direction: charge.direction,
  taxKobo: charge.taxKobo,
  quoteId: charge.quoteId,
  packageId: charge.packageId,
  firstDay: charge.firstDay,
  lastDay: charge.lastDay,
})

type Added = 'goods' | 'taxCategory' | 'taxReason' | 'direction'

/** An invoice line as printed. Documents from earlier versions lack the optional fields. */
export type PaperLine = Omit<ReturnType<typeof lineOf>, Added> & Partial<Pick<ReturnType<typeof lineOf>, Added>>

export const isIssued = (invoice: Invoice): boolean => invoice.number !== null

/** The amount still to be paid. Negative if a credit note reduced the invoice to less than was already paid. */
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
