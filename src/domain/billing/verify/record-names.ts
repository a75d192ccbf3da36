// Names of documents and payers in the messages of the ledger check. Invoices and payments are named by their numbers, which bookkeepers know.

import { ngnText } from '../../values/kobo.ts'
import type { Invoice } from '../invoice.ts'
import type { Entry } from '../ledger.ts'
import type { Payment } from '../payment.ts'
import type { Records } from './expected-entries.ts'

/** Returns the name of a payer. `payerId` is null for the business itself. */
export type PayerName = (payerId: string | null) => string

export const NEXT =
  'Next: compare the document with its history in the audit trail, run "waybill audit verify", and if records were changed by hand, restore a backup from before'

/** The message about a document whose amount differs from the amount expected from other records. */
export const unlike = (document: string, what: string, says: number, behind: string, expected: number): string =>
  `The ${document} says ${what}: ${ngnText(says)}; expected ${ngnText(expected)} according to ${behind}. ${NEXT}.`

export const invoiceName = ({ number, id, payerId }: Pick<Invoice, 'number' | 'id' | 'payerId'>, payerName: PayerName): string =>
  `invoice ${number ?? id} of ${payerName(payerId)}`

export const paymentName = ({ number, payerId }: Pick<Payment, 'number' | 'payerId'>, payerName: PayerName): string =>
  `payment ${number} of ${payerName(payerId)}`

/** Returns a function that turns a ledger entry into a text: the name and the ID of the document behind the entry. */
export const documentNamer = ({
  charges,
  invoices,
  creditNotes,
  payments,
  allocations,
  refunds,
  writeOffs,
  withheld,
  certificates,
}: Records): ((entry: Entry) => string) => {
  const invoiceNames = new Map<string | null, string>(invoices.map((invoice) => [invoice.id, `invoice ${invoice.number ?? invoice.id}`]))
  const paymentNames = new Map(payments.map(({ id, number }) => [id, `payment ${number}`]))
  const on = (invoiceId: string | null): string => (invoiceId === null ? '' : ` on ${invoiceNames.get(invoiceId) ?? invoiceId}`)
  const names = new Map([
    ...charges.map(({ id, description, invoiceId }) => [id, `charge "${description}"${on(invoiceId)}`] as const),
    ...creditNotes.map(({ id, number, invoiceId }) => [id, `credit note ${number}${on(invoiceId)}`] as const),
    ...paymentNames,
    ...allocations.map(
      ({ id, paymentId, invoiceId }) => [id, `${paymentNames.get(paymentId)} used for ${invoiceNames.get(invoiceId)}`] as const,
    ),
    ...refunds.map(({ id, paymentId }) => [id, `refund of ${paymentNames.get(paymentId)}`] as const),
    ...writeOffs.map(({ id, invoiceId }) => [id, `write-off of ${invoiceNames.get(invoiceId)}`] as const),
    ...withheld.map(
      ({ id, paymentId, invoiceId }) => [id, `tax withheld by ${paymentNames.get(paymentId)} from ${invoiceNames.get(invoiceId)}`] as const,
    ),
    ...certificates.map(({ id, number }) => [id, `certificate ${number}`] as const),
  ])
  return ({ sourceType, sourceId }) => `${names.get(sourceId) ?? sourceType.replaceAll('_', ' ')} (${sourceId})`
}
