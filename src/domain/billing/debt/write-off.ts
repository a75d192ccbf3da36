// A write-off: an amount that is owed on an invoice but no longer expected to be paid. Revenue and tax stay as they were booked.

import { invalidField, invalidTransition } from '../../values/errors.ts'
import { ngnText } from '../../values/kobo.ts'
import type { BookingDay } from '../closing/booking-day.ts'
import type { Invoice } from '../invoice.ts'
import { isIssued, nameOf, openKobo, writtenOff } from '../invoice.ts'

export type WriteOff = {
  id: string
  version: number
  invoiceId: string
  amountKobo: number
  reason: string
  /** The day of the write-off. `writtenOffAt` is the time of its ledger entries. */
  writtenOffOn: string
  writtenOffAt: number
  reversedAt: number | null
  reversedBy: string | null
  reverseReason: string | null
  createdBy: string
  createdAt: number
}

/** Returns the amount to write off: `amountKobo`, or everything owed on the invoice if `amountKobo` is null. */
export const amountToWriteOff = (invoice: Invoice, amountKobo: number | null): number => {
  if (!isIssued(invoice)) throw invalidTransition('A draft is discarded, not written off.')
  const open = openKobo(invoice)
  if (open <= 0) throw invalidTransition(`Nothing is owed on invoice ${nameOf(invoice)}.`)
  if (amountKobo !== null && amountKobo > open)
    throw invalidTransition(`${ngnText(open)} is owed on invoice ${nameOf(invoice)}; more cannot be written off.`)
  return amountKobo ?? open
}

export const requireAfterIssue = (field: string, { date }: BookingDay, { issueDate }: Invoice): void => {
  if (date < issueDate!) throw invalidField(field, `must not be before ${issueDate}, the day of the invoice`)
}

export const reverseWriteOff = (made: WriteOff, { by, now, reason }: { by: string; now: number; reason: string }): WriteOff => {
  if (made.reversedAt !== null) throw invalidTransition('The write-off is reversed already.')
  return { ...made, reversedAt: now, reversedBy: by, reverseReason: reason }
}

/** Refuses a credit note for an invoice that is written off in whole or in part. The write-off must be reversed first. */
export const requireNothingWrittenOff = (invoice: Invoice): void => {
  const kobo = writtenOff(invoice)
  if (kobo > 0)
    throw invalidTransition(`${ngnText(kobo)} of invoice ${nameOf(invoice)} is written off; reverse the write-off before you credit it.`)
}
