// A payment: recorded once, allocated to invoices, refunded or reversed.

import { invalidTransition, Problems, Rejection } from '../values/errors.ts'
import { ngnText, readAmount, sumKobo } from '../values/kobo.ts'
import type { Invoice } from './invoice.ts'
import { isIssued, nameOf, openKobo } from './invoice.ts'

const CASH_METHODS = ['cash', 'transfer', 'card', 'paystack', 'test'] as const
export type CashMethod = (typeof CASH_METHODS)[number]
/** `opening`: an opening credit from the previous accounting system. No money is received for an opening credit. */
export const PAYMENT_METHODS = [...CASH_METHODS, 'opening'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
/** Payment methods that staff can record. `paystack` payments arrive by webhook; `test` payments are simulated in test mode. */
export const STAFF_METHODS = ['cash', 'transfer', 'card'] as const
/** A Paystack refund is made at Paystack. Waybill only records it. */
export const REFUND_METHODS = [...STAFF_METHODS, 'paystack'] as const

export type Payment = {
  id: string
  version: number
  number: string
  payerId: string | null
  method: PaymentMethod
  /** The value of the payment: the money received, and the tax that the payer withheld. */
  amountKobo: number
  /** Null if no tax was withheld. */
  withheldKobo: number | null
  reference: string | null
  note: string | null
  allocatedKobo: number
  refundedKobo: number
  reversedAt: number | null
  reversedBy: string | null
  reverseReason: string | null
  takenBy: string
  /** The day on which the payment was recorded. */
  receiptDate: string
  /**
   * The day of the payment. `paidAt` is the time of its ledger entries. Both fields are null in older payments, so use the functions
   * `paidOn` and `paidAt`.
   */
  paidOn: string | null
  paidAt: number | null
  createdAt: number
}

export const paidOn = (payment: Payment): string => payment.paidOn ?? payment.receiptDate

export const paidAt = (payment: Payment): number => payment.paidAt ?? payment.createdAt

/** The money received for a payment, without the tax that the payer withheld. Only this money can be refunded. */
export const receivedKobo = ({ amountKobo, withheldKobo }: Pick<Payment, 'amountKobo' | 'withheldKobo'>): number =>
  amountKobo - (withheldKobo ?? 0)

/** The part of a payment that is used for an invoice. A negative amount takes back a part that was used before. */
export type Allocation = { id: string; paymentId: string; invoiceId: string; amountKobo: number; createdBy: string; createdAt: number }

export type Refund = {
  id: string
  paymentId: string
  method: PaymentMethod
  amountKobo: number
  reference: string | null
  reason: string
  createdBy: string
  createdAt: number
}

export type PaymentStatus = 'recorded' | 'refunded' | 'reversed'

export const paymentStatus = (payment: Payment): PaymentStatus => {
  if (payment.reversedAt !== null) return 'reversed'
  return payment.refundedKobo === receivedKobo(payment) ? 'refunded' : 'recorded'
}

type TypedPayment = {
  method: (typeof STAFF_METHODS)[number]
  amount: string
  withheld?: string | undefined
  reference?: string | undefined
}

/** Reads a payment that staff typed in. A transfer or card payment needs a reference, by which duplicates are found. */
export const readStaffPayment = (typed: TypedPayment): { amountKobo: number; withheldKobo: number; reference: string | null } => {
  const problems = new Problems()
  const amountKobo = readAmount('amount', typed.amount, problems)
  const withheldKobo = typed.withheld === undefined ? 0 : readAmount('withheld', typed.withheld, problems)
  const reference = typed.reference?.trim() || null
  if (typed.method !== 'cash' && reference === null) problems.add('reference', 'is required for a transfer or a card')
  problems.throwIfAny()
  return { amountKobo, withheldKobo, reference }
}

/** Normalises a payment reference. References that differ only in case or spaces count as equal. */
export const referenceKey = (reference: string): string => reference.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()

export const requireReceipt = ({ method, number }: Payment): void => {
  if (method === 'opening') throw invalidTransition(`${number} is an opening balance, for which no money was received; it has no receipt.`)
}

/** The part of a payment that is neither allocated to an invoice nor refunded. Zero if the payment was reversed. */
export const unusedKobo = ({ amountKobo, allocatedKobo, refundedKobo, reversedAt }: Payment): number =>
  reversedAt === null ? amountKobo - allocatedKobo - refundedKobo : 0

type Share = { invoiceId: string; amountKobo: number }

export const allocate = (amountKobo: number, invoices: readonly Invoice[]): Share[] => {
  let left = amountKobo
  const shares: Share[] = []
  for (const invoice of invoices) {
    const share = Math.min(left, Math.max(0, openKobo(invoice)))
    if (share > 0) shares.push({ invoiceId: invoice.id, amountKobo: share })
    left -= share
  }
  return shares
}

const dueOrder = ({ dueDate, number }: Invoice): string => `${dueDate} ${number}`

const byDueDate = (a: Invoice, b: Invoice): number => (dueOrder(a) < dueOrder(b) ? -1 : 1)

export const oldestFirst = (invoices: readonly Invoice[]): Invoice[] => invoices.filter(isIssued).toSorted(byDueDate)

/**
 * Throws if an invoice is not open or belongs to none of `payers`, or if less than `amountKobo` is owed on the invoices. This stops two
 * cashiers from each recording the same payment. `mayExceed` allows paid invoices and a higher amount.
 */
export const requirePayable = (
  invoices: readonly Invoice[],
  payers: readonly (string | null)[],
  amountKobo: number,
  mayExceed: boolean,
): void => {
  for (const invoice of invoices) {
    if (!isIssued(invoice)) throw invalidTransition('A draft cannot be paid; issue it first.')
    if (!payers.includes(invoice.payerId))
      throw invalidTransition(`Invoice ${nameOf(invoice)} is for another payer; record a separate payment for it.`)
    if (openKobo(invoice) <= 0 && !mayExceed)
      throw new Rejection('INVOICE_NOT_OPEN', `Nothing is owed on invoice ${nameOf(invoice)}: it is paid or void.`)
  }
  const open = sumKobo(invoices.map((invoice) => Math.max(0, openKobo(invoice))))
  if (invoices.length > 0 && amountKobo > open && !mayExceed) {
    throw new Rejection(
      'INVOICE_NOT_OPEN',
      `${ngnText(open)} is owed on ${invoices.map(nameOf).join(', ')}, less than ${ngnText(amountKobo)}; confirm to keep the rest as credit.`,
    )
  }
}

export const requireRefundable = (payment: Payment, amountKobo: number): void => {
  if (payment.reversedAt !== null) throw invalidTransition(`Payment ${payment.number} was reversed.`)
  const unused = unusedKobo(payment)
  if (amountKobo > unused)
    throw invalidTransition(
      `${ngnText(unused)} of payment ${payment.number} is credit; ${ngnText(amountKobo)} cannot be refunded. Credit the invoice first.`,
    )
  const money = receivedKobo(payment) - payment.refundedKobo
  if (amountKobo > money)
    throw invalidTransition(
      `${ngnText(money)} of payment ${payment.number} was received and not refunded; tax that the payer withheld cannot be refunded.`,
    )
}

export const requireReversible = (payment: Payment): void => {
  if (payment.reversedAt !== null) throw invalidTransition(`Payment ${payment.number} is reversed already.`)
  if (payment.refundedKobo === receivedKobo(payment))
    throw invalidTransition(`Payment ${payment.number} was refunded in full; nothing of it can bounce.`)
}

/** Returns how much of one invoice each payment still covers. The payment with the latest allocation comes first. */
export const standingShares = (allocations: readonly Allocation[]): { paymentId: string; amountKobo: number }[] => {
  const sums = new Map<string, number>()
  for (const { paymentId, amountKobo } of allocations) {
    const before = sums.get(paymentId) ?? 0
    sums.delete(paymentId)
    sums.set(paymentId, before + amountKobo)
  }
  return [...sums]
    .map(([paymentId, amountKobo]) => ({ paymentId, amountKobo }))
    .filter(({ amountKobo }) => amountKobo > 0)
    .reverse()
}
