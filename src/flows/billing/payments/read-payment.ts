// Reads a payment with the invoices that it pays, its refunds, and the person who recorded it.

import type { Invoice } from '../../../domain/billing/invoice.ts'
import type { Payment, Refund } from '../../../domain/billing/payment.ts'
import { standingShares } from '../../../domain/billing/payment.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import * as payments from '../../../store/billing/payments.ts'
import * as staff from '../../../store/staff/staff.ts'
import type { Deps } from '../../deps.ts'

/** An invoice, and the part of the invoice that the payment pays. */
export type PaidInvoice = { invoice: Invoice; amountKobo: number }

export type PaymentDetail = {
  scope: Scope
  payment: Payment
  /** Name of the person who recorded the payment. Null if no person recorded the payment, as is the case for payments from a provider. */
  takenByName: string | null
  pays: PaidInvoice[]
  refunds: Refund[]
}

export const invoicesPaidBy = async (deps: Deps, scope: Scope, payment: Payment): Promise<PaidInvoice[]> => {
  const allocations = await payments.allocationsOf(deps.db, scope, payment.id)
  const shares = [...Map.groupBy(allocations, ({ invoiceId }) => invoiceId)].flatMap(([invoiceId, group]) =>
    standingShares(group).map(({ amountKobo }) => ({ invoiceId, amountKobo })),
  )
  return Promise.all(
    shares.map(async ({ invoiceId, amountKobo }) => ({ invoice: await invoices.load(deps.db, scope, invoiceId), amountKobo })),
  )
}

export const readPaymentDetail = async (deps: Deps, scope: Scope, payment: Payment): Promise<PaymentDetail> => {
  const [pays, refunds, people] = await Promise.all([
    invoicesPaidBy(deps, scope, payment),
    payments.refundsOf(deps.db, scope, payment.id),
    staff.list(deps.db),
  ])
  return { scope, payment, takenByName: people.find(({ id }) => id === payment.takenBy)?.name ?? null, pays, refunds }
}
