// Allocates part of a payment to an invoice, or takes it back, and books it.

import type { Invoice } from '../../domain/billing/invoice.ts'
import { allocationTransfers } from '../../domain/billing/ledger.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as payments from '../../store/billing/payments.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { bookEntries } from './book-entries.ts'

/** A negative amount takes back. Both rows are versioned: concurrent use of one payment or invoice is a conflict, and is retried. */
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
  await payments.insertAllocation(tx, caller, {
    id,
    paymentId: payment.id,
    invoiceId: invoice.id,
    amountKobo,
    createdBy: caller.actor,
    createdAt: now,
  })
  const cause = { sourceType: 'allocation', sourceId: id, payerId: payment.payerId, occurredAt: now } as const
  await bookEntries(deps, tx, caller, [{ cause, transfers: allocationTransfers(amountKobo) }])
  return { payment: used, invoice: paid }
}
