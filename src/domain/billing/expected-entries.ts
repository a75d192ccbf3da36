// Recomputes the ledger from charges, credit notes, payments, allocations, refunds, write-offs, tax withheld and certificates.

import { ngnText, sumKobo } from '../values/kobo.ts'
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

/** The document behind an entry, as a bookkeeper knows it, with its token. */
const documentNamer = ({ charges, invoices, creditNotes, payments, allocations, refunds, writeOffs, certificates }: Records) => {
  const invoiceNames = new Map(invoices.map((invoice) => [invoice.id, `invoice ${invoice.number ?? invoice.id}`]))
  const paymentNames = new Map(payments.map(({ id, number }) => [id, `payment ${number}`]))
  const names = new Map([
    ...charges.map(({ id, description }) => [id, `charge "${description}"`] as const),
    ...creditNotes.map(({ id, number }) => [id, `credit note ${number}`] as const),
    ...paymentNames,
    ...allocations.map(
      ({ id, paymentId, invoiceId }) => [id, `${paymentNames.get(paymentId)} used for ${invoiceNames.get(invoiceId)}`] as const,
    ),
    ...refunds.map(({ id, paymentId }) => [id, `refund of ${paymentNames.get(paymentId)}`] as const),
    ...writeOffs.map(({ id, invoiceId }) => [id, `write-off of ${invoiceNames.get(invoiceId)}`] as const),
    ...certificates.map(({ id, number }) => [id, `certificate ${number}`] as const),
  ])
  return ({ sourceType, sourceId }: Entry): string => `${names.get(sourceId) ?? sourceType.replaceAll('_', ' ')} (${sourceId})`
}

const ISO_DAY_CHARACTERS = 10

const bookedText = ({ debit, credit, amountKobo, payerId, occurredAt }: Entry): string =>
  `${ngnText(amountKobo)} from ${credit} to ${debit}, payer ${payerId ?? 'the business'}, on ${new Date(occurredAt).toISOString().slice(0, ISO_DAY_CHARACTERS)}`

const NEXT =
  'Next: compare the document with its history in the audit trail, run "waybill audit verify", and if records were changed by hand, restore a backup from before'

const entryDifference = (booked: readonly Entry[], records: Records): string | null => {
  const left = new Map(booked.map((entry) => [keyOf(entry), entry]))
  const nameOf = documentNamer(records)
  for (const entry of expectedEntries(records)) {
    const found = left.get(keyOf(entry))
    if (!found) return `The ledger has no entry for ${nameOf(entry)}: expected ${bookedText(entry)}; found nothing. ${NEXT}.`
    if (contentOf(found) !== contentOf(entry))
      return `The ledger has a wrong entry for ${nameOf(entry)}: expected ${bookedText(entry)}; found ${bookedText(found)}. ${NEXT}.`
    left.delete(keyOf(entry))
  }
  const [extra] = left.values()
  if (!extra) return null
  return `The ledger has an entry for ${nameOf(extra)} that no document explains: expected nothing; found ${bookedText(extra)}. ${NEXT}.`
}

/** A document that says another amount than the documents behind it. */
const unlike = (document: string, what: string, says: number, behind: string, expected: number): string =>
  `The ${document} says ${what}: ${ngnText(says)}; expected ${ngnText(expected)} by ${behind}. ${NEXT}.`

/** The first contradiction between payments, claims for withheld tax, and certificates. */
const withheldDifference = ({ payments, withheld, certificates }: Records): string | null => {
  const withheldOf = Map.groupBy(withheld, ({ paymentId }) => paymentId)
  for (const { id, number, withheldKobo } of payments)
    if (sumKobo((withheldOf.get(id) ?? []).map(({ amountKobo }) => amountKobo)) !== (withheldKobo ?? 0))
      return unlike(
        `payment ${number}`,
        'withheld',
        withheldKobo ?? 0,
        'its claims',
        sumKobo((withheldOf.get(id) ?? []).map(({ amountKobo }) => amountKobo)),
      )
  const standing = certificates.filter(({ withdrawnAt }) => withdrawnAt === null)
  const sharesOf = Map.groupBy(
    standing.flatMap(({ shares }) => shares),
    ({ withheldTaxId }) => withheldTaxId,
  )
  for (const { id, certifiedKobo } of withheld)
    if (sumKobo((sharesOf.get(id) ?? []).map(({ amountKobo }) => amountKobo)) !== certifiedKobo)
      return unlike(
        `tax withheld ${id}`,
        'certified',
        certifiedKobo,
        'its certificates',
        sumKobo((sharesOf.get(id) ?? []).map(({ amountKobo }) => amountKobo)),
      )
  const wrong = certificates.find(({ amountKobo, shares }) => sumKobo(shares.map((share) => share.amountKobo)) !== amountKobo)
  return wrong
    ? unlike(
        `certificate ${wrong.number}`,
        'certified',
        wrong.amountKobo,
        'the claims that it covers',
        sumKobo(wrong.shares.map((share) => share.amountKobo)),
      )
    : null
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
    const name = `invoice ${invoice.number ?? invoice.id}`
    const billed = totalsOf(billedOf.get(invoice.id) ?? [])
    if (billed.totalKobo !== invoice.totalKobo) return unlike(name, 'its total', invoice.totalKobo, 'its charges', billed.totalKobo)
    if (invoice.paper && totalsOf(invoice.paper.lines).totalKobo !== invoice.totalKobo)
      return unlike(name, 'its total', invoice.totalKobo, 'its printed lines', totalsOf(invoice.paper.lines).totalKobo)
    if (total(paidOf.get(invoice.id)) !== invoice.paidKobo)
      return unlike(name, 'paid', invoice.paidKobo, 'payments used for it', total(paidOf.get(invoice.id)))
    const credited = sumKobo((creditedOf.get(invoice.id) ?? []).map(({ totalKobo }) => totalKobo))
    if (credited !== invoice.creditedKobo) return unlike(name, 'credited', invoice.creditedKobo, 'its credit notes', credited)
    if (total(writtenOffOf.get(invoice.id)) !== writtenOff(invoice))
      return unlike(name, 'written off', writtenOff(invoice), 'its write-offs', total(writtenOffOf.get(invoice.id)))
  }
  for (const payment of payments) {
    const name = `payment ${payment.number}`
    if (total(usedOf.get(payment.id)) !== payment.allocatedKobo)
      return unlike(name, 'used', payment.allocatedKobo, 'the invoices that it pays', total(usedOf.get(payment.id)))
    if (total(refundedOf.get(payment.id)) !== payment.refundedKobo)
      return unlike(name, 'refunded', payment.refundedKobo, 'its refunds', total(refundedOf.get(payment.id)))
  }
  return null
}

export const firstDifference = (booked: readonly Entry[], records: Records): string | null =>
  entryDifference(booked, records) ?? recordDifference(records) ?? withheldDifference(records)

/** Describes the first mistake in the numbers of one series and year, which must be 1, 2, 3 …. `last` is the number assigned last. */
export const firstGap = (numbers: readonly string[], last: number): string | null => {
  const counts = numbers.map((number) => Number(number.slice(number.lastIndexOf('-') + 1))).sort((a, b) => a - b)
  const wrong = counts.findIndex((count, index) => count !== index + 1)
  if (wrong >= 0) return `number ${wrong + 1} is missing or given twice`
  return counts.length === last ? null : `${last} numbers were given and ${counts.length} are on papers`
}
