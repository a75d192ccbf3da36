// Recomputes the ledger from charges, credit notes, payments, allocations, refunds, write-offs, tax withheld and certificates.

import { sumKobo } from '../values/kobo.ts'
import type { Charge } from './charge.ts'
import type { WriteOff } from './debt/write-off.ts'
import type { CreditNote, Invoice } from './invoice.ts'
import { totalsOf, writtenOff } from './invoice.ts'
import type { Entry } from './ledger.ts'
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
} from './ledger.ts'
import type { Allocation, Payment, Refund } from './payment.ts'
import { paidAt, receivedKobo } from './payment.ts'
import type { Certificate } from './withholding/certificate.ts'
import type { WithheldTax } from './withholding/withheld-tax.ts'

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

const expectedEntries = ({ charges, invoices, creditNotes, payments, allocations, refunds, writeOffs, ...more }: Records): Entry[] => {
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

const keyOf = ({ sourceType, sourceId, position }: Entry): string => `${sourceType} ${sourceId} #${position}`

const contentOf = ({ payerId, debit, credit, amountKobo, occurredAt }: Entry): string =>
  JSON.stringify({ payer: payerId, debit, credit, kobo: amountKobo, at: occurredAt })

const entryDifference = (booked: readonly Entry[], expected: readonly Entry[]): string | null => {
  const left = new Map(booked.map((entry) => [keyOf(entry), entry]))
  for (const entry of expected) {
    const found = left.get(keyOf(entry))
    if (!found) return `The ledger has no entry ${keyOf(entry)}: ${contentOf(entry)} is missing.`
    if (contentOf(found) !== contentOf(entry)) return `Entry ${keyOf(entry)} is ${contentOf(found)} and must be ${contentOf(entry)}.`
    left.delete(keyOf(entry))
  }
  const [extra] = left.values()
  return extra ? `Entry ${keyOf(extra)} has no record that explains it: ${contentOf(extra)}.` : null
}

/** The first contradiction between payments, claims for withheld tax, and certificates. */
const withheldDifference = ({ payments, withheld, certificates }: Records): string | null => {
  const withheldOf = Map.groupBy(withheld, ({ paymentId }) => paymentId)
  for (const { id, number, withheldKobo } of payments)
    if (sumKobo((withheldOf.get(id) ?? []).map(({ amountKobo }) => amountKobo)) !== (withheldKobo ?? 0))
      return `Payment ${number} says withheld ${withheldKobo ?? 0} kobo, its claims say otherwise.`
  const standing = certificates.filter(({ withdrawnAt }) => withdrawnAt === null)
  const sharesOf = Map.groupBy(
    standing.flatMap(({ shares }) => shares),
    ({ withheldTaxId }) => withheldTaxId,
  )
  for (const { id, certifiedKobo } of withheld)
    if (sumKobo((sharesOf.get(id) ?? []).map(({ amountKobo }) => amountKobo)) !== certifiedKobo)
      return `Tax withheld ${id} says certified ${certifiedKobo} kobo, its certificates say otherwise.`
  const wrong = certificates.find(({ amountKobo, shares }) => sumKobo(shares.map((share) => share.amountKobo)) !== amountKobo)
  return wrong ? `Certificate ${wrong.number} is over ${wrong.amountKobo} kobo, the claims that it covers are not.` : null
}

const recordDifference = ({ charges, invoices, creditNotes, payments, allocations, refunds, writeOffs }: Records): string | null => {
  const total = (rows: readonly { amountKobo: number }[] = []): number => sumKobo(rows.map(({ amountKobo }) => amountKobo))
  const paidOf = Map.groupBy(allocations, ({ invoiceId }) => invoiceId)
  const usedOf = Map.groupBy(allocations, ({ paymentId }) => paymentId)
  const refundedOf = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  const creditedOf = Map.groupBy(creditNotes, ({ invoiceId }) => invoiceId)
  const writtenOffOf = Map.groupBy(
    writeOffs.filter(({ reversedAt }) => reversedAt === null),
    ({ invoiceId }) => invoiceId,
  )
  const billedOf = Map.groupBy(charges, ({ invoiceId }) => invoiceId ?? '')
  for (const invoice of invoices) {
    const name = `Invoice ${invoice.number ?? invoice.id}`
    const billed = totalsOf(billedOf.get(invoice.id) ?? [])
    if (billed.totalKobo !== invoice.totalKobo) return `${name} is over ${invoice.totalKobo} kobo and its charges over ${billed.totalKobo}.`
    if (invoice.paper && totalsOf(invoice.paper.lines).totalKobo !== invoice.totalKobo) return `${name} does not add up to its total.`
    if (total(paidOf.get(invoice.id)) !== invoice.paidKobo)
      return `${name} says paid ${invoice.paidKobo} kobo, its allocations say otherwise.`
    const credited = sumKobo((creditedOf.get(invoice.id) ?? []).map(({ totalKobo }) => totalKobo))
    if (credited !== invoice.creditedKobo) return `${name} says credited ${invoice.creditedKobo} kobo, its credit notes say ${credited}.`
    if (total(writtenOffOf.get(invoice.id)) !== writtenOff(invoice))
      return `${name} says written off ${writtenOff(invoice)} kobo, its write-offs say otherwise.`
  }
  for (const payment of payments) {
    const name = `Payment ${payment.number}`
    if (total(usedOf.get(payment.id)) !== payment.allocatedKobo)
      return `${name} says allocated ${payment.allocatedKobo} kobo, its allocations say otherwise.`
    if (total(refundedOf.get(payment.id)) !== payment.refundedKobo)
      return `${name} says refunded ${payment.refundedKobo} kobo, its refunds say otherwise.`
  }
  return null
}

export const firstDifference = (booked: readonly Entry[], records: Records): string | null =>
  entryDifference(booked, expectedEntries(records)) ?? recordDifference(records) ?? withheldDifference(records)

/** Describes the first mistake in the numbers of one series and year, which must be 1, 2, 3 …. `last` is the number assigned last. */
export const firstGap = (numbers: readonly string[], last: number): string | null => {
  const counts = numbers.map((number) => Number(number.slice(number.lastIndexOf('-') + 1))).sort((a, b) => a - b)
  const wrong = counts.findIndex((count, index) => count !== index + 1)
  if (wrong >= 0) return `number ${wrong + 1} is missing or given twice`
  return counts.length === last ? null : `${last} numbers were given and ${counts.length} are on papers`
}
