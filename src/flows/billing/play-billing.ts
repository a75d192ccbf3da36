// Test mode: issues an invoice as the operator would, and reports a payment as the bank would.

import type { Invoice } from '../../domain/billing/invoice.ts'
import { openKobo } from '../../domain/billing/invoice.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import { readAmount, sumKobo } from '../../domain/values/kobo.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import type { Caller, Deps } from '../deps.ts'
import { draftInvoice } from './draft-invoice.ts'
import { issueInvoice } from './issue-invoice.ts'
import { takePayment } from './take-payment.ts'

/** Issues an invoice to the payer of the oldest charge that has no invoice. */
export const playInvoice = async (deps: Deps, caller: Caller): Promise<Invoice> => {
  const [oldest] = await charges.waiting(deps.db, caller, {}, 1)
  const draft = await draftInvoice(deps, caller, oldest?.payerId ?? null, {})
  return issueInvoice(deps, caller, draft.invoice.id)
}

type PlayedPayment = { invoiceId?: string | undefined; amount?: string | undefined; reference: string | null }

/**
 * Pays the named invoice. If no invoice is named, pays the open invoices of the payer whose invoice is due first. If `amount` is absent,
 * pays all that is owed.
 */
export const playPayment = async (deps: Deps, caller: Caller, { invoiceId, amount, reference }: PlayedPayment): Promise<Payment> => {
  const all = invoiceId === undefined ? await invoices.open(deps.db, caller) : [await invoices.load(deps.db, caller, invoiceId)]
  const open = all.filter(({ payerId }) => payerId === all[0]!.payerId)
  const problems = new Problems()
  const owed = sumKobo(open.map((invoice) => Math.max(0, openKobo(invoice))))
  const amountKobo = amount === undefined ? owed : readAmount('amount', amount, problems)
  problems.throwIfAny()
  if (amountKobo === 0) throw new Rejection('INVALID_TRANSITION', 'Nothing is owed; set an amount to pay in advance.')
  const { payment } = await takePayment(deps, caller, {
    payerId: open[0]?.payerId ?? null,
    method: 'test',
    amountKobo,
    reference,
    note: null,
    invoiceIds: invoiceId === undefined ? null : [invoiceId],
    mayExceed: true,
  })
  return payment
}
