// A link at a payment provider under which one invoice is paid.

import { Rejection } from '../values/errors.ts'
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

/** Of the token of a link: chance enough that nobody guesses another's reference. */
const CHANCE_CHARACTERS = 10

/** Begins with the number of the invoice, so that a person who reads a bank statement recognises it. */
export const linkReference = (invoice: Invoice, linkId: string): string =>
  `${invoice.number}-${linkId.slice(-CHANCE_CHARACTERS).toUpperCase()}`

export const requireOwed = (invoice: Invoice): void => {
  if (!isIssued(invoice)) throw new Rejection('INVALID_TRANSITION', 'A draft cannot be paid; issue it first.')
  if (openKobo(invoice) <= 0) throw new Rejection('INVOICE_NOT_OPEN', `Nothing is owed on invoice ${nameOf(invoice)}: it is paid or void.`)
}
