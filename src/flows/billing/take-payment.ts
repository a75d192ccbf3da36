// Records, refunds and reverses payments. A payment pays the given invoices or the oldest open invoices; the rest becomes credit.

import type { Invoice } from '../../domain/billing/invoice.ts'
import { statusOf } from '../../domain/billing/invoice.ts'
import { allocationEntries, paymentEntries, paymentReversalEntries, refundEntries } from '../../domain/billing/ledger.ts'
import { SERIES } from '../../domain/billing/paper-number.ts'
import type { Payment, PaymentMethod, Refund } from '../../domain/billing/payment.ts'
import {
  allocate,
  oldestFirst,
  requirePayable,
  requireRefundable,
  requireReversible,
  standingShares,
  unusedKobo,
} from '../../domain/billing/payment.ts'
import { invoiceEvent, paymentEvent } from '../../domain/events/event.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { takeNumber } from '../../store/billing/number-series.ts'
import { payersWith } from '../../store/billing/payers.ts'
import * as payments from '../../store/billing/payments.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { bookEntries } from './book-entries.ts'
import { bookCharge } from './charges/add-charges.ts'
import { bookingDayIn } from './close-books.ts'
import { paperDate } from './paper-parties.ts'
import { requireSecondPersonIn } from './second-person.ts'
import { reverseWithheldIn, withholdIn } from './tax/withhold.ts'

export type PaymentRequest = {
  payerId: string | null
  method: PaymentMethod
  /** The money received, without withheld tax. */
  amountKobo: number
  /** Tax that the payer withheld. It counts as paid, like money received. */
  withheldKobo?: number | undefined
  reference: string | null
  note: string | null
  /** The invoices to pay, in this order. If null, the oldest open invoices are paid. */
  invoiceIds: readonly string[] | null
  /** Whether the amount may exceed what is owed. */
  mayExceed: boolean
  /** The day of the payment; today by default. */
  paidOn?: string | undefined
}

export type Taken = { payment: Payment; paid: Invoice[] }

export const takePayment = (deps: Deps, caller: Caller, request: PaymentRequest): Promise<Taken> =>
  deps.db.transaction(caller, (tx) => takePaymentIn(deps, tx, caller, request))

export const takePaymentIn = async (deps: Deps, tx: Tx, caller: Caller, request: PaymentRequest): Promise<Taken> => {
  const { payerId, method, reference, invoiceIds, withheldKobo = 0 } = request
  const amountKobo = request.amountKobo + withheldKobo
  if (payerId !== null) await customers.load(tx, caller, payerId)
  const known = reference === null ? null : await payments.findByReference(tx, caller, { payerId, method, reference })
  if (known) throw new Rejection('PAYMENT_ALREADY_RECORDED', `Payment ${known.number} already has the reference ${reference}.`)
  const named = await Promise.all([...new Set(invoiceIds ?? [])].map((id) => invoices.load(tx, caller, id)))
  const payers = await payersWith(tx, caller, payerId)
  requirePayable(named, payers, amountKobo, request.mayExceed)
  const now = nowFor(deps, caller)
  const receiptDate = await paperDate(tx, now)
  const paid = await bookingDayIn(deps, tx, caller, 'paid_on', request.paidOn)
  const payment: Payment = {
    id: deps.newId('pay'),
    version: 1,
    number: await takeNumber(tx, caller, method === 'opening' ? SERIES.openingBalance : SERIES.receipt, receiptDate),
    payerId,
    method,
    amountKobo,
    withheldKobo: withheldKobo === 0 ? null : withheldKobo,
    reference,
    note: request.note,
    allocatedKobo: 0,
    refundedKobo: 0,
    reversedAt: null,
    reversedBy: null,
    reverseReason: null,
    takenBy: caller.actor,
    receiptDate,
    paidOn: paid.date,
    paidAt: paid.at,
    createdAt: now,
  }
  await payments.insert(tx, caller, payment)
  await bookEntries(deps, tx, caller, paymentEntries(payment))
  const toPay = invoiceIds === null ? oldestFirst(await invoices.open(tx, caller, payers)) : named
  await withholdIn(deps, tx, caller, payment, toPay)
  const taken = await allocateTo(deps, tx, caller, payment, toPay)
  const recorded = method === 'opening' ? [] : [paymentEvent('payment.recorded', taken.payment)]
  await recordEvents(deps, tx, caller, [...recorded, ...paidEvents(taken.paid)])
  return taken
}

const paidEvents = (paid: readonly Invoice[]) =>
  paid.filter((invoice) => statusOf(invoice) === 'paid').map((invoice) => invoiceEvent('invoice.paid', invoice))

const allocateTo = async (deps: Deps, tx: Tx, caller: Caller, taken: Payment, open: readonly Invoice[]): Promise<Taken> => {
  let payment = taken
  const paid: Invoice[] = []
  for (const { invoiceId, amountKobo } of allocate(unusedKobo(payment), open)) {
    const invoice = open.find(({ id }) => id === invoiceId)!
    const after = await allocateShare(deps, tx, caller, payment, invoice, amountKobo)
    payment = after.payment
    paid.push(after.invoice)
  }
  return { payment, paid }
}

/** Uses the rest of a payment to pay the given invoices or, if `invoiceIds` is null, the payer's oldest open invoices. */
export const allocatePayment = (deps: Deps, caller: Caller, id: string, invoiceIds: readonly string[] | null): Promise<Taken> =>
  deps.db.transaction(caller, async (tx) => {
    const payment = await payments.load(tx, caller, id)
    if (unusedKobo(payment) === 0) throw new Rejection('INVALID_TRANSITION', `Payment ${payment.number} has no credit left.`)
    const named = await Promise.all([...new Set(invoiceIds ?? [])].map((each) => invoices.load(tx, caller, each)))
    const payers = await payersWith(tx, caller, payment.payerId)
    requirePayable(named, payers, 0, false)
    const open = invoiceIds === null ? oldestFirst(await invoices.open(tx, caller, payers)) : named
    const taken = await allocateTo(deps, tx, caller, payment, open)
    await recordEvents(deps, tx, caller, paidEvents(taken.paid))
    return taken
  })

/**
 * Pays the oldest open invoices of a payer from credit. Includes the credit and the invoices of all customers that were merged into the
 * payer.
 */
export const spendCreditIn = async (deps: Deps, tx: Tx, caller: Caller, payerId: string | null): Promise<Invoice[]> => {
  const payers = await payersWith(tx, caller, payerId)
  const paid = new Map<string, Invoice>()
  for (const payment of await payments.withCredit(tx, caller, payers)) {
    const open = oldestFirst(await invoices.open(tx, caller, payers))
    if (open.length === 0) break
    for (const invoice of (await allocateTo(deps, tx, caller, payment, open)).paid) paid.set(invoice.id, invoice)
  }
  await recordEvents(deps, tx, caller, paidEvents([...paid.values()]))
  return [...paid.values()]
}

export const spendCredit = (deps: Deps, caller: Caller, payerId: string | null): Promise<Invoice[]> =>
  deps.db.transaction(caller, async (tx) => {
    if (payerId !== null) await customers.load(tx, caller, payerId)
    const paid = await spendCreditIn(deps, tx, caller, payerId)
    if (paid.length === 0) throw new Rejection('INVALID_TRANSITION', 'There is no credit, or no open invoice that it could pay.')
    return paid
  })

/**
 * Allocates part of a payment to an invoice; a negative amount undoes an allocation. If another transaction changes the payment or the
 * invoice at the same time, the later transaction conflicts and is retried.
 */
export const allocateShare = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  payment: Payment,
  invoice: Invoice,
  amountKobo: number,
): Promise<{ payment: Payment; invoice: Invoice }> => {
  const now = nowFor(deps, caller)
  const id = deps.newId('alc')
  const used = await payments.save(tx, caller, payment, { ...payment, allocatedKobo: payment.allocatedKobo + amountKobo })
  const paid = await invoices.save(tx, caller, invoice, { ...invoice, paidKobo: invoice.paidKobo + amountKobo })
  const made = { id, paymentId: payment.id, invoiceId: invoice.id, amountKobo, createdBy: caller.actor, createdAt: now }
  await payments.insertAllocation(tx, caller, made)
  await bookEntries(deps, tx, caller, allocationEntries(made, payment.payerId, invoice.payerId))
  return { payment: used, invoice: paid }
}

export type RefundRequest = { amountKobo: number; method: PaymentMethod; reference: string | null; reason: string }

export const refundPayment = (
  deps: Deps,
  caller: Caller,
  id: string,
  asked: RefundRequest,
): Promise<{ payment: Payment; refund: Refund }> =>
  deps.db.transaction(caller, (tx) => refundPaymentIn(deps, tx, caller, id, asked, { isApproved: false }))

/** `isApproved`: whether a second person has approved the refund. */
export const refundPaymentIn = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  id: string,
  { amountKobo, method, reference, reason }: RefundRequest,
  { isApproved }: { isApproved: boolean },
): Promise<{ payment: Payment; refund: Refund }> => {
  const before = await payments.load(tx, caller, id)
  requireRefundable(before, amountKobo)
  await requireSecondPersonIn(deps, tx, caller, { payerId: before.payerId, amountKobo, isApproved })
  const now = nowFor(deps, caller)
  const payment = await payments.save(tx, caller, before, { ...before, refundedKobo: before.refundedKobo + amountKobo })
  const refund = { id: deps.newId('rfd'), paymentId: id, method, amountKobo, reference, reason, createdBy: caller.actor, createdAt: now }
  await payments.insertRefund(tx, caller, refund)
  await bookEntries(deps, tx, caller, refundEntries(refund, payment.payerId))
  return { payment, refund }
}

/** If a payment is reversed after a refund, adds a charge for the refund, because the payer must pay it back. */
const chargeReturned = async (deps: Deps, tx: Tx, caller: Caller, { number, payerId, refundedKobo }: Payment): Promise<void> => {
  if (refundedKobo === 0) return
  const description = `Refund of payment ${number}, which was reversed`
  await bookCharge(deps, tx, caller, {
    kind: 'returned_payment',
    source: `returned ${number}`,
    payerId,
    description,
    unitKobo: refundedKobo,
  })
}

/** Reverses a payment. The invoices that it has paid are then open again. */
export const reversePayment = (deps: Deps, caller: Caller, id: string, reason: string): Promise<Payment> =>
  deps.db.transaction(caller, async (tx) => {
    let payment = await payments.load(tx, caller, id)
    requireReversible(payment)
    const now = nowFor(deps, caller)
    const allocations = await payments.allocationsOf(tx, caller, id)
    for (const [invoiceId, group] of Map.groupBy(allocations, (allocation) => allocation.invoiceId)) {
      const [share] = standingShares(group)
      if (!share) continue
      const invoice = await invoices.load(tx, caller, invoiceId)
      payment = (await allocateShare(deps, tx, caller, payment, invoice, -share.amountKobo)).payment
    }
    const reversed = { ...payment, reversedAt: now, reversedBy: caller.actor, reverseReason: reason }
    const saved = await payments.save(tx, caller, payment, reversed)
    await bookEntries(deps, tx, caller, paymentReversalEntries(saved))
    await reverseWithheldIn(deps, tx, caller, payment, now)
    await chargeReturned(deps, tx, caller, saved)
    await recordEvents(deps, tx, caller, [paymentEvent('payment.reversed', saved)])
    return saved
  })
