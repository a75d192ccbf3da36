// Computes the entries that the ledger should have, from all documents that are booked: charges, payments, credit notes and so on.

import type { Charge } from '../charge.ts'
import type { WriteOff } from '../debt/write-off.ts'
import type { CreditNote, Invoice } from '../invoice.ts'
import type { Entry } from '../ledger.ts'
import {
  allocationEntries,
  certificateEntries,
  certificateReversalEntries,
  chargeEntries,
  chargeReversalEntries,
  creditNoteEntries,
  paymentEntries,
  paymentReversalEntries,
  refundEntries,
  withholdingEntries,
  withholdingReversalEntries,
  writeOffEntries,
  writeOffReversalEntries,
} from '../ledger.ts'
import type { Allocation, Payment, Refund } from '../payment.ts'
import type { Certificate } from '../withholding/certificate.ts'
import type { WithheldTax } from '../withholding/withheld-tax.ts'

export type Records = {
  charges: readonly Charge[]
  invoices: readonly Invoice[]
  creditNotes: readonly CreditNote[]
  payments: readonly Payment[]
  allocations: readonly Allocation[]
  refunds: readonly Refund[]
  writeOffs: readonly WriteOff[]
  withheld: readonly WithheldTax[]
  certificates: readonly Certificate[]
}

export const expectedEntries = (records: Records): Entry[] => {
  const { charges, payments, withheld, certificates } = records
  const payerByInvoice = new Map(records.invoices.map(({ id, payerId }) => [id, payerId]))
  const payerByPayment = new Map(payments.map(({ id, payerId }) => [id, payerId]))
  const owedBy = ({ invoiceId }: { invoiceId: string }): string | null => payerByInvoice.get(invoiceId) ?? null
  const paidBy = ({ paymentId }: { paymentId: string }): string | null => payerByPayment.get(paymentId) ?? null
  return [
    ...charges.flatMap(chargeEntries),
    ...charges.flatMap(chargeReversalEntries),
    ...records.creditNotes.flatMap((note) => creditNoteEntries(note, owedBy(note))),
    ...payments.flatMap(paymentEntries),
    ...payments.flatMap(paymentReversalEntries),
    ...records.allocations.flatMap((made) => allocationEntries(made, paidBy(made), owedBy(made))),
    ...records.refunds.flatMap((refund) => refundEntries(refund, paidBy(refund))),
    ...records.writeOffs.flatMap((made) => [...writeOffEntries(made, owedBy(made)), ...writeOffReversalEntries(made, owedBy(made))]),
    ...withheld.flatMap((claim) => [...withholdingEntries(claim), ...withholdingReversalEntries(claim)]),
    ...certificates.flatMap((certificate) => [...certificateEntries(certificate), ...certificateReversalEntries(certificate)]),
  ]
}
