// Issues invoices with the next numbers, and pays them from the payer's credit.

import type { Charge } from '../../domain/billing/charge.ts'
import type { Invoice } from '../../domain/billing/invoice.ts'
import { issue, openKobo, requireDraft, statusOf } from '../../domain/billing/invoice.ts'
import { SERIES } from '../../domain/billing/paper-number.ts'
import { unusedKobo } from '../../domain/billing/payment.ts'
import { billingAt } from '../../domain/businesses/business.ts'
import { invoiceEvent } from '../../domain/events/event.ts'
import { requireSeller } from '../../domain/operator/operator.ts'
import { addDays } from '../../domain/values/calendar.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { lockSeries, takeNumbers } from '../../store/billing/number-series.ts'
import { payersWith } from '../../store/billing/payers.ts'
import * as payments from '../../store/billing/payments.ts'
import * as operators from '../../store/operator/operator.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { nowFor, withBusiness } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { newInvoice, takeCharges } from './draft-invoice.ts'
import { buyersOf, paperDate, sellerOf } from './paper-parties.ts'
import { readLineGoods } from './read-line-goods.ts'
import { allocateShare } from './take-payment.ts'

type Draft = { draft: Invoice; billed: readonly Charge[] }

export const issueInvoice = (deps: Deps, caller: Caller, id: string): Promise<Invoice> =>
  deps.db.transaction(caller, async (tx) => {
    const charger = await withBusiness(tx, caller)
    const draft = await invoices.load(tx, caller, id)
    requireDraft(draft)
    const billed = await charges.ofInvoice(tx, caller, id)
    // Saves the charges although they do not change, so that a concurrent undo of a receipt conflicts with this transaction. The retried
    // undo then credits the issued invoice.
    await takeCharges(tx, caller, id, billed)
    const [issued] = await issuedFrom(deps, tx, charger, [{ draft, billed }])
    return (await settle(deps, tx, caller, [await invoices.save(tx, caller, draft, issued!)]))[0]!
  })

/** Issues one invoice for each group of charges, without a draft. All charges of a group have the same payer. */
export const issueAtOnce = async (deps: Deps, tx: Tx, caller: LockedCaller, groups: readonly (readonly Charge[])[]): Promise<Invoice[]> => {
  const drafts = groups.map((billed) => ({ billed, draft: newInvoice(deps, caller, billed[0]!.payerId, billed) }))
  await charges.putOnInvoices(
    tx,
    caller,
    drafts.flatMap(({ draft, billed }) => billed.map((charge) => ({ charge, invoiceId: draft.id }))),
  )
  const issued = await issuedFrom(deps, tx, caller, drafts)
  await invoices.insert(tx, caller, ...issued)
  return settle(deps, tx, caller, issued)
}

const issuedFrom = async (deps: Deps, tx: Tx, caller: LockedCaller, drafts: readonly Draft[]): Promise<Invoice[]> => {
  const issuedAt = nowFor(deps, caller)
  const issueDate = await paperDate(tx, issuedAt)
  requireSeller(await operators.find(tx), caller.mode)
  const seller = await sellerOf(tx)
  const buyers = await buyersOf(
    tx,
    caller,
    drafts.map(({ draft }) => draft.payerId),
  )
  const dueDate = addDays(issueDate, billingAt(caller.business, issuedAt).dueDays)
  const goodsOf = await readLineGoods(
    tx,
    caller,
    drafts.flatMap(({ billed }) => billed),
  )
  const numbers = await takeNumbers(tx, caller, SERIES.invoice, issueDate, drafts.length)
  return drafts.map(({ draft, billed }, index) =>
    issue(draft, billed, { goodsOf, seller, buyer: buyers.get(draft.payerId)!, issuedAt, issueDate, dueDate, number: numbers[index]! }),
  )
}

const settle = async (deps: Deps, tx: Tx, caller: Caller, issued: readonly Invoice[]): Promise<Invoice[]> => {
  await recordEvents(
    deps,
    tx,
    caller,
    issued.map((invoice) => invoiceEvent('invoice.issued', invoice)),
  )
  // Payments with a receipt lock this series too. Credit from an earlier payment is therefore used here, and a later payment finds these
  // invoices.
  if (issued[0]) await lockSeries(tx, caller, SERIES.receipt, issued[0].issueDate!)
  const withCredit = await payments.payersWithCredit(tx, caller)
  const settled: Invoice[] = []
  for (const invoice of issued) settled.push(withCredit.size > 0 ? await payFromCredit(deps, tx, caller, invoice) : invoice)
  return settled
}

export const payFromCredit = async (deps: Deps, tx: Tx, caller: Caller, issued: Invoice): Promise<Invoice> => {
  let invoice = issued
  for (const payment of await payments.withCredit(tx, caller, await payersWith(tx, caller, issued.payerId))) {
    const share = Math.min(unusedKobo(payment), openKobo(invoice))
    if (share <= 0) break
    invoice = (await allocateShare(deps, tx, caller, payment, invoice, share)).invoice
  }
  if (statusOf(invoice) === 'paid') await recordEvents(deps, tx, caller, [invoiceEvent('invoice.paid', invoice)])
  return invoice
}
