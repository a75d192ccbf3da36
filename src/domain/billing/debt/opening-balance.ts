// An opening balance: the debt or credit of a payer from the previous accounting system. Its revenue and tax are not booked again.

import { isDate } from '../../values/calendar.ts'
import type { Problems } from '../../values/errors.ts'
import { invalidTransition } from '../../values/errors.ts'
import { readAmount } from '../../values/kobo.ts'
import type { Invoice } from '../invoice.ts'
import { nameOf } from '../invoice.ts'

/** `amountKobo` is above zero for a debt and below zero for a credit. If `dueDate` is null, a debt is due on `asOf`. */
export type OpeningBalance = { amountKobo: number; asOf: string; dueDate: string | null; note: string | null }

type Typed = { amount: string; as_of: string; due_date?: string | undefined; note?: string | undefined }

export const readOpeningBalance = (typed: Typed, problems: Problems): OpeningBalance => {
  const text = typed.amount.trim()
  const isCredit = text.startsWith('-')
  const kobo = readAmount('amount', isCredit ? text.slice(1) : text, problems)
  const dueDate = typed.due_date?.trim() || null
  if (!isDate(typed.as_of)) problems.add('as_of', 'must be a date such as 2026-10-31')
  if (dueDate !== null && !isDate(dueDate)) problems.add('due_date', 'must be a date such as 2026-10-31')
  else if (dueDate !== null && isCredit) problems.add('due_date', 'is only for a debt; a credit has none')
  return { amountKobo: isCredit ? -kobo : kobo, asOf: typed.as_of, dueDate, note: typed.note?.trim() || null }
}

/**
 * The `source` of the charge for an opening debt. No two unreversed charges have the same source, so a payer has at most one unreversed
 * opening debt.
 */
export const openingSource = (payerId: string | null): string => `opening ${payerId ?? 'business'}`

/**
 * Opening credits are stored as payments with this reference. No two unreversed payments of a payer have the same method and reference, so
 * a payer has at most one unreversed opening credit.
 */
export const OPENING_REFERENCE = 'Opening balance'

export const openingText = (note: string | null): string => (note === null ? 'Opening balance' : `Opening balance: ${note}`)

export const isOpening = ({ paper }: Pick<Invoice, 'paper'>): boolean =>
  paper?.lines.some(({ kind }) => kind === 'opening_balance') ?? false

export const requireTaxInvoice = (invoice: Invoice): void => {
  if (isOpening(invoice))
    throw invalidTransition(`${nameOf(invoice)} is an opening balance, which was invoiced in the old books; it has no e-invoice.`)
}

/** Opening balances cannot be charged again after a credit note, because they are not for a service. */
export const requireChargeable = (invoice: Invoice): void => {
  if (isOpening(invoice)) throw invalidTransition(`${nameOf(invoice)} is an opening balance; credit it and enter the right one.`)
}
