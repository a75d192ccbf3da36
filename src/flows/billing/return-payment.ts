// Refunds the unused part of a payment, or reverses one that bounced or was recorded by mistake.

import { refundTransfers } from '../../domain/billing/ledger.ts'
import type { Payment, PaymentMethod, Refund } from '../../domain/billing/payment.ts'
import { requireRefundable, requireReversible, standingShares } from '../../domain/billing/payment.ts'
import { paymentEvent } from '../../domain/events/event.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as payments from '../../store/billing/payments.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { allocateShare } from './allocate-share.ts'
import { bookEntries } from './book-entries.ts'

export type RefundRequest = { amountKobo: number; method: PaymentMethod; reference: string | null; reason: string }

export const refundPayment = (
  deps: Deps,
  caller: Caller,
  id: string,
  { amountKobo, method, reference, reason }: RefundRequest,
): Promise<{ payment: Payment; refund: Refund }> =>
  deps.db.transaction(caller, async (tx) => {
    const before = await payments.load(tx, caller, id)
    requireRefundable(before, amountKobo)
    const now = nowFor(deps, caller)
    const payment = await payments.save(tx, caller, before, { ...before, refundedKobo: before.refundedKobo + amountKobo })
    const refund = { id: deps.newId('rfd'), paymentId: id, method, amountKobo, reference, reason, createdBy: caller.actor, createdAt: now }
    await payments.insertRefund(tx, caller, refund)
    const cause = { sourceType: 'refund', sourceId: refund.id, payerId: payment.payerId, occurredAt: now } as const
    await bookEntries(deps, tx, caller, [{ cause, transfers: refundTransfers(method, amountKobo) }])
    return { payment, refund }
  })

/** The invoices that it paid are open again. */
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
    const cause = { sourceType: 'payment_reversal', sourceId: id, payerId: payment.payerId, occurredAt: now } as const
    await bookEntries(deps, tx, caller, [{ cause, transfers: refundTransfers(payment.method, payment.amountKobo) }])
    await recordEvents(deps, tx, caller, [paymentEvent('payment.reversed', saved)])
    return saved
  })
