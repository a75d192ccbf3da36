// Computes the entries that the ledger should have from charges, credit notes, payments, allocations, refunds, write-offs, tax withheld and certificates.

import type { Charge } from '../charge.ts'
import type { WriteOff } from '../debt/write-off.ts'
import type { CreditNote, Invoice } from '../invoice.ts'
import type { Entry } from '../ledger.ts'
import {
  allocationEntries,
  certificateReversalTransfers,
  certificateTransfers,
  chargeSourceType,
  chargeTransfers,
  creditNoteEntries,
  entriesOf,
  paymentReversalTransfers,
  paymentSourceType,
  paymentTransfers,
  refundTransfers,
  reversalTransfers,
  withholdingReversalTransfers,
  withholdingTransfers,
  writeOffReversalTransfers,
  writeOffTransfers,
} from '../ledger.ts'
import type { Allocation, Payment, Refund } from '../payment.ts'
import { paidAt, receivedKobo } from '../payment.ts'
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

const withheldEntries = ({ id, payerId, amountKobo, withheldAt, reversedAt }: WithheldTax): Entry[] => [
  ...entriesOf({ sourceType: 'withholding', sourceId: id, payerId, occurredAt: withheldAt }, withholdingTransfers(amountKobo)),
  ...(reversedAt === null
    ? []
    : entriesOf(
        { sourceType: 'withholding_reversal', sourceId: id, payerId, occurredAt: reversedAt },
        withholdingReversalTransfers(amountKobo),
      )),
]

const certificateEntries = ({ id, payerId, amountKobo, createdAt, withdrawnAt }: Certificate): Entry[] => [
  ...entriesOf({ sourceType: 'certificate', sourceId: id, payerId, occurredAt: createdAt }, certificateTransfers(amountKobo)),
  ...(withdrawnAt === null
    ? []
    : entriesOf(
        { sourceType: 'certificate_reversal', sourceId: id, payerId, occurredAt: withdrawnAt },
        certificateReversalTransfers(amountKobo),
      )),
]

export const expectedEntries = ({
  charges,
  invoices,
  creditNotes,
  payments,
  allocations,
  refunds,
  writeOffs,
  ...more
}: Records): Entry[] => {
  const payerOfInvoice = new Map(invoices.map(({ id, payerId }) => [id, payerId]))
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]))
  const payerOf = (paymentId: string): string | null => paymentOf.get(paymentId)?.payerId ?? null
  return [
    ...charges.flatMap((charge) =>
      entriesOf(
        { sourceType: chargeSourceType(charge.kind), sourceId: charge.id, payerId: charge.payerId, occurredAt: charge.createdAt },
        chargeTransfers(charge),
      ),
    ),
    ...charges
      .filter(({ reversedAt, creditNoteId }) => reversedAt !== null && creditNoteId === null)
      .flatMap((charge) =>
        entriesOf(
          { sourceType: 'charge_reversal', sourceId: charge.id, payerId: charge.payerId, occurredAt: charge.reversedAt! },
          reversalTransfers(charge),
        ),
      ),
    ...creditNotes.flatMap((note) => creditNoteEntries(note, payerOfInvoice.get(note.invoiceId) ?? null)),
    ...payments.flatMap((payment) =>
      entriesOf(
        { sourceType: paymentSourceType(payment.method), sourceId: payment.id, payerId: payment.payerId, occurredAt: paidAt(payment) },
        paymentTransfers(payment.method, receivedKobo(payment)),
      ),
    ),
    ...payments
      .filter(({ reversedAt }) => reversedAt !== null)
      .flatMap((payment) =>
        entriesOf(
          { sourceType: 'payment_reversal', sourceId: payment.id, payerId: payment.payerId, occurredAt: payment.reversedAt! },
          paymentReversalTransfers(payment.method, receivedKobo(payment), payment.refundedKobo),
        ),
      ),
    ...allocations.flatMap((made) => allocationEntries(made, payerOf(made.paymentId), payerOfInvoice.get(made.invoiceId) ?? null)),
    ...refunds.flatMap(({ id, paymentId, method, amountKobo, createdAt }) =>
      entriesOf(
        { sourceType: 'refund', sourceId: id, payerId: payerOf(paymentId), occurredAt: createdAt },
        refundTransfers(method, amountKobo),
      ),
    ),
    ...writeOffs.flatMap(({ id, invoiceId, amountKobo, writtenOffAt, reversedAt }) => {
      const cause = { sourceId: id, payerId: payerOfInvoice.get(invoiceId) ?? null }
      const made = entriesOf({ ...cause, sourceType: 'write_off', occurredAt: writtenOffAt }, writeOffTransfers(amountKobo))
      if (reversedAt === null) return made
      const reversal = { ...cause, sourceType: 'write_off_reversal', occurredAt: reversedAt } as const
      return [...made, ...entriesOf(reversal, writeOffReversalTransfers(amountKobo))]
    }),
    ...more.withheld.flatMap(withheldEntries),
    ...more.certificates.flatMap(certificateEntries),
  ]
}
