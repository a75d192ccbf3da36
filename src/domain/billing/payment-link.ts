// A link to the page of a payment provider where one invoice can be paid.

import { invalidTransition, Rejection } from '../values/errors.ts'
import type { Invoice } from './invoice.ts'
import { isIssued, nameOf, openKobo } from './invoice.ts'

export type PaymentLink = {
  id: string
  invoiceId: string
  provider: 'paystack'
  reference: string
  amountKobo: number
  url: string
  createdBy: string
  createdAt: number
}

/** A payment reference contains this many random characters of the link's ID, so that the reference cannot be guessed. */
const RANDOM_CHARACTERS = 10

/** The reference begins with the invoice number, so that people recognise the payment on a bank statement. */
export const linkReference = (invoice: Invoice, linkId: string): string =>
  `${invoice.number}-${linkId.slice(-RANDOM_CHARACTERS).toUpperCase()}`

export const requireOwed = (invoice: Invoice): void => {
  if (!isIssued(invoice)) throw invalidTransition('A draft cannot be paid; issue it first.')
  if (openKobo(invoice) <= 0) throw new Rejection('INVOICE_NOT_OPEN', `Nothing is owed on invoice ${nameOf(invoice)}: it is paid or void.`)
}
