// Compares invoices, credit notes, payments, withheld tax, certificates and cash counts with the records that their amounts come from.

import { ngnText, sumKobo } from '../../values/kobo.ts'
import type { CashCount } from '../cash-count.ts'
import type { Charge } from '../charge.ts'
import type { CreditNote, Invoice, PaperLine, Totals } from '../invoice.ts'
import { totalsOf, writtenOff } from '../invoice.ts'
import type { Records } from './expected-entries.ts'
import type { PayerName } from './record-names.ts'
import { invoiceName, NEXT, paymentName, unlike } from './record-names.ts'

const total = (rows: readonly { amountKobo: number }[] = []): number => sumKobo(rows.map(({ amountKobo }) => amountKobo))

type Sums = Pick<Totals, 'netKobo' | 'taxKobo'>

const sumsText = ({ netKobo, taxKobo }: Sums): string => `${ngnText(netKobo)} net and ${ngnText(taxKobo)} tax`

const sameSums = (one: Sums, other: Sums): boolean => one.netKobo === other.netKobo && one.taxKobo === other.taxKobo

/**
 * Compares the stored totals of an invoice or credit note with the totals of its lines or charges. Returns a message if they differ,
 * otherwise null.
 */
const totalsDifference = (name: string, says: Totals, behind: string, expected: Totals): string | null => {
  if (says.totalKobo !== expected.totalKobo) return unlike(name, 'its total', says.totalKobo, behind, expected.totalKobo)
  return sameSums(says, expected)
    ? null
    : `The ${name} says its total: ${sumsText(says)}; expected ${sumsText(expected)} according to ${behind}. ${NEXT}.`
}

const lineDifference = (name: string, line: PaperLine, charge: Charge | undefined, creditedLines: readonly PaperLine[]): string | null => {
  if (charge && !sameSums(line, charge))
    return `The ${name} says on its line "${line.description}": ${sumsText(line)}; expected ${sumsText(charge)} according to the charge ${charge.id}. ${NEXT}.`
  const credited = totalsOf(creditedLines)
  if (credited.netKobo > line.netKobo || credited.taxKobo > line.taxKobo)
    return `Credit notes of the ${name} took ${sumsText(credited)} of its line "${line.description}", which has only ${sumsText(line)}. ${NEXT}.`
  if (charge && charge.creditNoteId !== null && !sameSums(credited, line))
    return `The ${name} says that its line "${line.description}" is credited, ${sumsText(line)}; its credit notes took ${sumsText(credited)}. ${NEXT}.`
  return null
}

const noteDifference = (note: CreditNote, invoice: Invoice | undefined, payerName: PayerName): string | null => {
  const name = `credit note ${note.number} for ${invoice ? invoiceName(invoice, payerName) : `the missing invoice ${note.invoiceId}`}`
  if (!invoice) return `The ${name} over ${ngnText(note.totalKobo)} corrects nothing. ${NEXT}.`
  return totalsDifference(name, note, 'its printed lines', totalsOf(note.paper.lines))
}

const invoiceDifference = (invoice: Invoice, billed: readonly Charge[], notes: readonly CreditNote[], name: string): string | null => {
  if (invoice.paper) {
    const printed = totalsDifference(name, invoice, 'its printed lines', totalsOf(invoice.paper.lines))
    if (printed !== null) return printed
  }
  const byCharges = totalsDifference(name, invoice, 'its charges', totalsOf(billed))
  if (byCharges !== null) return byCharges
  const chargeOf = new Map(billed.map((charge) => [charge.id, charge]))
  const creditedOf = Map.groupBy(
    notes.flatMap(({ paper }) => paper.lines),
    ({ chargeId }) => chargeId,
  )
  for (const line of invoice.paper?.lines ?? []) {
    const found = lineDifference(name, line, chargeOf.get(line.chargeId), creditedOf.get(line.chargeId) ?? [])
    if (found !== null) return found
  }
  const credited = sumKobo(notes.map(({ totalKobo }) => totalKobo))
  if (credited !== invoice.creditedKobo) return unlike(name, 'credited', invoice.creditedKobo, 'its credit notes', credited)
  return null
}

export const recordDifference = (records: Records, payerName: PayerName): string | null => {
  const { charges, invoices, creditNotes, payments, allocations, refunds, writeOffs } = records
  const paidOf = Map.groupBy(allocations, ({ invoiceId }) => invoiceId)
  const usedOf = Map.groupBy(allocations, ({ paymentId }) => paymentId)
  const refundedOf = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  const notesOf = Map.groupBy(creditNotes, ({ invoiceId }) => invoiceId)
  const billedOf = Map.groupBy(charges, ({ invoiceId }) => invoiceId ?? '')
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const writtenOffOf = Map.groupBy(
    writeOffs.filter(({ reversedAt }) => reversedAt === null),
    ({ invoiceId }) => invoiceId,
  )
  for (const note of creditNotes) {
    const found = noteDifference(note, invoiceOf.get(note.invoiceId), payerName)
    if (found !== null) return found
  }
  for (const invoice of invoices) {
    const name = invoiceName(invoice, payerName)
    const found = invoiceDifference(invoice, billedOf.get(invoice.id) ?? [], notesOf.get(invoice.id) ?? [], name)
    if (found !== null) return found
    if (total(paidOf.get(invoice.id)) !== invoice.paidKobo)
      return unlike(name, 'paid', invoice.paidKobo, 'payments used for it', total(paidOf.get(invoice.id)))
    if (total(writtenOffOf.get(invoice.id)) !== writtenOff(invoice))
      return unlike(name, 'written off', writtenOff(invoice), 'its write-offs', total(writtenOffOf.get(invoice.id)))
  }
  for (const payment of payments) {
    const name = paymentName(payment, payerName)
    if (total(usedOf.get(payment.id)) !== payment.allocatedKobo)
      return unlike(name, 'used', payment.allocatedKobo, 'the invoices that it pays', total(usedOf.get(payment.id)))
    if (total(refundedOf.get(payment.id)) !== payment.refundedKobo)
      return unlike(name, 'refunded', payment.refundedKobo, 'its refunds', total(refundedOf.get(payment.id)))
  }
  return null
}

/** Describes the first contradiction between payments, claims for withheld tax, and certificates. Null if there is no contradiction. */
export const withheldDifference = ({ payments, invoices, withheld, certificates }: Records, payerName: PayerName): string | null => {
  const withheldOf = Map.groupBy(withheld, ({ paymentId }) => paymentId)
  for (const payment of payments) {
    const claimed = total(withheldOf.get(payment.id))
    if (claimed !== (payment.withheldKobo ?? 0))
      return unlike(paymentName(payment, payerName), 'withheld', payment.withheldKobo ?? 0, 'its claims', claimed)
  }
  const certificate = certificates.find(({ amountKobo, shares }) => total(shares) !== amountKobo)
  if (certificate) {
    const name = `certificate ${certificate.number} of ${payerName(certificate.payerId)}`
    return unlike(name, 'certified', certificate.amountKobo, 'the claims that it covers', total(certificate.shares))
  }
  const numberOf = new Map(invoices.map(({ id, number }) => [id, number]))
  const sharesOf = Map.groupBy(
    certificates.filter(({ withdrawnAt }) => withdrawnAt === null).flatMap(({ shares }) => shares),
    ({ withheldTaxId }) => withheldTaxId,
  )
  for (const { id, invoiceId, payerId, amountKobo, certifiedKobo } of withheld) {
    const name = `tax of ${ngnText(amountKobo)} withheld from invoice ${numberOf.get(invoiceId) ?? invoiceId} of ${payerName(payerId)}`
    const certified = total(sharesOf.get(id))
    if (certified !== certifiedKobo) return unlike(name, 'certified', certifiedKobo, 'its certificates', certified)
    if (certifiedKobo > amountKobo) return unlike(name, 'certified', certifiedKobo, 'what was withheld, at most', amountKobo)
  }
  return null
}

/**
 * A cash count and the values computed again from the records of its payments, refunds and reversals: their number (`movements`) and sum
 * (`cashKobo`).
 */
export type Recount = { count: CashCount; cashKobo: number; movements: number; cashier: string }

/** Describes the first cash count that differs from the values computed again. Null if all cash counts match. */
export const countDifference = (recounts: readonly Recount[]): string | null => {
  for (const { count, cashKobo, movements, cashier } of recounts) {
    const name = `count of the till of ${cashier} (${count.id})`
    if (movements !== count.movements)
      return `The ${name} says that it counts ${count.movements} payments, refunds and reversals over ${ngnText(count.expectedKobo)}; found ${movements} over ${ngnText(cashKobo)}. ${NEXT}.`
    if (cashKobo !== count.expectedKobo)
      return unlike(name, 'expected', count.expectedKobo, 'its payments, refunds and reversals', cashKobo)
  }
  return null
}
