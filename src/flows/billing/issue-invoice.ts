// Issues an invoice: with the next number, and paid from the payer's credit as far as that goes.

import type { Charge } from '../../domain/billing/charge.ts'
import type { Invoice } from '../../domain/billing/invoice.ts'
import { issue, openKobo, requireDraft, statusOf } from '../../domain/billing/invoice.ts'
import { SERIES } from '../../domain/billing/paper-number.ts'
import { unusedKobo } from '../../domain/billing/payment.ts'
import { billingAt } from '../../domain/businesses/business.ts'
import { invoiceEvent } from '../../domain/events/event.ts'
import { addDays } from '../../domain/values/calendar.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { takeNumber } from '../../store/billing/number-series.ts'
import * as payments from '../../store/billing/payments.ts'
import type { Query } from '../../store/engine/db.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { allocateShare } from './allocate-share.ts'
import { newInvoice, takeCharges } from './draft-invoice.ts'
import { buyerOf, paperDate, sellerOf } from './paper-parties.ts'

export const issueInvoice = (deps: Deps, caller: Caller, id: string): Promise<Invoice> =>
  deps.db.transaction(async (tx) => {
    const before = await invoices.load(tx, caller, id)
    requireDraft(before)
    const billed = await charges.ofInvoice(tx, caller, id)
    // Saved as they are: a receipt that is undone at this instant starts again, and then credits what was issued.
    await takeCharges(tx, caller, id, billed)
    const issued = await invoices.save(tx, caller, before, await issuedFrom(deps, tx, caller, before, billed))
    return settle(deps, tx, caller, issued)
  })

/** Without a draft before it. */
export const issueAtOnce = async (
  deps: Deps,
  tx: Query,
  caller: Caller,
  payerId: string | null,
  billed: readonly Charge[],
): Promise<Invoice> => {
  const draft = newInvoice(deps, caller, payerId, billed)
  await takeCharges(tx, caller, draft.id, billed)
  const issued = await issuedFrom(deps, tx, caller, draft, billed)
  await invoices.insert(tx, caller, issued)
  return settle(deps, tx, caller, issued)
}

const issuedFrom = async (deps: Deps, tx: Query, caller: Caller, draft: Invoice, billed: readonly Charge[]): Promise<Invoice> => {
  const issuedAt = nowFor(deps, caller)
  const issueDate = await paperDate(tx, issuedAt)
  return issue(draft, billed, {
    seller: await sellerOf(tx),
    buyer: await buyerOf(tx, caller, draft.payerId),
    issuedAt,
    issueDate,
    dueDate: addDays(issueDate, billingAt(caller.business, issuedAt).dueDays),
    number: await takeNumber(tx, caller, SERIES.invoice, issueDate),
  })
}

const settle = async (deps: Deps, tx: Query, caller: Caller, issued: Invoice): Promise<Invoice> => {
  await recordEvents(deps, tx, caller, [invoiceEvent('invoice.issued', issued)])
  let invoice = issued
  for (const payment of await payments.withCredit(tx, caller, issued.payerId)) {
    const share = Math.min(unusedKobo(payment), openKobo(invoice))
    if (share <= 0) break
    invoice = (await allocateShare(deps, tx, caller, payment, invoice, share)).invoice
  }
  if (statusOf(invoice) === 'paid') await recordEvents(deps, tx, caller, [invoiceEvent('invoice.paid', invoice)])
  return invoice
}
