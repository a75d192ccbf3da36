// Reverses charges that have no invoice or are on a draft. Credits lines of issued invoices, or parts of lines, with credit notes.

import type { Charge } from '../../domain/billing/charge.ts'
import { reverseCharge } from '../../domain/billing/charge.ts'
import type { CreditWish } from '../../domain/billing/credit/credit-note.ts'
import { creditedLines, endedCharges, requireNetAmounts, requireWholeLines } from '../../domain/billing/credit/credit-note.ts'
import { requireDiscountable } from '../../domain/billing/credit/discount.ts'
import { requireChargeable } from '../../domain/billing/debt/opening-balance.ts'
import { requireNothingWrittenOff } from '../../domain/billing/debt/write-off.ts'
import type { CreditNote, Invoice } from '../../domain/billing/invoice.ts'
import { isIssued, openKobo, statusOf, totalsOf } from '../../domain/billing/invoice.ts'
import { chargeReversalEntries, creditNoteEntries } from '../../domain/billing/ledger.ts'
import { SERIES } from '../../domain/billing/paper-number.ts'
import { standingShares } from '../../domain/billing/payment.ts'
import { invoiceEvent } from '../../domain/events/event.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import * as creditNotes from '../../store/billing/credit-notes.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { takeNumber } from '../../store/billing/number-series.ts'
import * as payments from '../../store/billing/payments.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { bookEntries } from './book-entries.ts'
import { bookAgain } from './charges/add-charges.ts'
import { reverseAllWriteOffs } from './debt/write-off.ts'
import { paperDate } from './paper-parties.ts'
import { requireSecondPersonIn } from './second-person.ts'
import { allocateShare } from './take-payment.ts'

export type CreditRequest = {
  wish: CreditWish
  reason: string
  /** Whether the credited charges are made again, so that another invoice can include them. */
  chargeAgain: boolean
  /** Whether the credit is booked as a discount instead of a correction. Absent in requests of earlier versions. */
  isDiscount?: boolean
}

export const creditInvoice = (deps: Deps, caller: Caller, id: string, asked: CreditRequest): Promise<Credited> =>
  deps.db.transaction(caller, (tx) => creditInvoiceIn(deps, tx, caller, id, asked, { isApproved: false }))

/** `isApproved`: whether a second person has approved the credit. */
export const creditInvoiceIn = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  id: string,
  { wish, reason, chargeAgain, isDiscount = false }: CreditRequest,
  { isApproved }: { isApproved: boolean },
): Promise<Credited> => {
  if (chargeAgain) requireWholeLines(wish)
  const before = await invoices.load(tx, caller, id)
  requireNothingWrittenOff(before)
  if (chargeAgain) requireChargeable(before)
  if (isDiscount) requireDiscountable(before)
  const billed = new Map((await charges.ofInvoice(tx, caller, id)).map((charge) => [charge.id, charge]))
  const credited = await creditLines(deps, tx, caller, before, wish, { reason, kind: isDiscount ? 'discount' : null })
  await requireSecondPersonIn(deps, tx, caller, { payerId: before.payerId, amountKobo: credited.note.totalKobo, isApproved })
  if (chargeAgain) {
    requireNetAmounts(credited.note)
    const again = credited.note.paper.lines.map(({ chargeId, quantity, unitKobo, netKobo, taxKobo }) => ({
      ...billed.get(chargeId)!,
      quantity,
      unitKobo,
      netKobo,
      taxKobo,
    }))
    await bookAgain(deps, tx, caller, await withMergedCustomers(tx, caller, again))
  }
  return credited
}

/** If the customer of a charge was merged into another customer, that other customer owes the new charge. */
const withMergedCustomers = async (tx: Tx, caller: Caller, taken: readonly Charge[]): Promise<Charge[]> => {
  const kept = new Map<string | null, string | null>([[null, null]])
  for (const { customerId } of taken)
    if (customerId !== null && !kept.has(customerId)) kept.set(customerId, (await customers.loadKeptShared(tx, caller, customerId)).id)
  return taken.map((charge) => {
    const customerId = kept.get(charge.customerId)!
    return { ...charge, customerId, payerId: charge.payerId === null ? null : customerId }
  })
}

type Credited = { invoice: Invoice; note: CreditNote }

const creditLines = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  owed: Invoice,
  wish: CreditWish,
  { reason, kind }: Pick<CreditNote, 'reason' | 'kind'>,
): Promise<Credited> => {
  const before = await reverseAllWriteOffs(deps, tx, caller, owed, reason)
  const now = nowFor(deps, caller)
  const billed = await charges.ofInvoice(tx, caller, before.id)
  const notes = await creditNotes.ofInvoice(tx, caller, before.id)
  const lines = creditedLines(before, billed, notes, wish)
  const id = deps.newId('crn')
  const ended = endedCharges(before, notes, lines)
  for (const { chargeId } of lines.filter((line) => ended.has(line.chargeId))) {
    const charge = billed.find((each) => each.id === chargeId)!
    await charges.save(tx, caller, charge, reverseCharge(charge, { by: caller.actor, now, reason, creditNoteId: id }))
  }
  const totals = totalsOf(lines)
  const credited = await invoices.save(tx, caller, before, { ...before, creditedKobo: before.creditedKobo + totals.totalKobo })
  const issueDate = await paperDate(tx, now)
  const note: CreditNote = {
    ...totals,
    id,
    number: await takeNumber(tx, caller, SERIES.creditNote, issueDate),
    invoiceId: before.id,
    kind,
    paper: { ...before.paper!, lines },
    reason,
    issueDate,
    createdBy: caller.actor,
    createdAt: now,
  }
  await creditNotes.insert(tx, caller, note)
  await bookEntries(deps, tx, caller, creditNoteEntries(note, before.payerId))
  const invoice = await releaseExcess(deps, tx, caller, credited)
  if (statusOf(invoice) === 'void') await recordEvents(deps, tx, caller, [invoiceEvent('invoice.voided', invoice)])
  return { invoice, note }
}

/**
 * If a credit note leaves an invoice overpaid, takes the excess back from the invoice. The excess becomes unused credit of the payments,
 * starting with the latest payment.
 */
const releaseExcess = async (deps: Deps, tx: Tx, caller: Caller, credited: Invoice): Promise<Invoice> => {
  let invoice = credited
  if (openKobo(invoice) >= 0) return invoice
  for (const { paymentId, amountKobo } of standingShares(await payments.allocationsTo(tx, caller, invoice.id))) {
    const excess = Math.min(amountKobo, -openKobo(invoice))
    if (excess <= 0) break
    const payment = await payments.load(tx, caller, paymentId)
    invoice = (await allocateShare(deps, tx, caller, payment, invoice, -excess)).invoice
  }
  return invoice
}

export const reverseCharges = async (deps: Deps, tx: Tx, caller: Caller, standing: readonly Charge[], reason: string): Promise<void> => {
  for (const [invoiceId, group] of Map.groupBy(standing, (charge) => charge.invoiceId)) {
    const invoice = invoiceId === null ? null : await invoices.load(tx, caller, invoiceId)
    if (invoice && isIssued(invoice)) {
      const lines = group.map(({ id }) => ({ chargeId: id }))
      await creditLines(deps, tx, caller, invoice, lines, { reason, kind: null })
      continue
    }
    await reverseUnbilled(deps, tx, caller, group, reason)
    if (invoice) await invoices.save(tx, caller, invoice, { ...invoice, ...totalsOf(await charges.ofInvoice(tx, caller, invoice.id)) })
  }
}

const reverseUnbilled = async (deps: Deps, tx: Tx, caller: Caller, group: readonly Charge[], reason: string): Promise<void> => {
  const now = nowFor(deps, caller)
  const reversed = group.map((charge) => reverseCharge(charge, { by: caller.actor, now, reason, creditNoteId: null }))
  await charges.saveAll(tx, caller, group, reversed)
  await bookEntries(deps, tx, caller, reversed.flatMap(chargeReversalEntries))
}
