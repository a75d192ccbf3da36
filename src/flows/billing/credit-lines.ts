// Issues a credit note for lines of an issued invoice. Payments for them become credit.

import { reverseCharge } from '../../domain/billing/charge.ts'
import type { CreditNote, Invoice } from '../../domain/billing/invoice.ts'
import { creditableLines, openKobo, statusOf, totalsOf } from '../../domain/billing/invoice.ts'
import { reversalTransfers } from '../../domain/billing/ledger.ts'
import { SERIES } from '../../domain/billing/paper-number.ts'
import { standingShares } from '../../domain/billing/payment.ts'
import { invoiceEvent } from '../../domain/events/event.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import * as creditNotes from '../../store/billing/credit-notes.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { takeNumber } from '../../store/billing/number-series.ts'
import * as payments from '../../store/billing/payments.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { allocateShare } from './allocate-share.ts'
import { bookEntries } from './book-entries.ts'
import { paperDate } from './paper-parties.ts'

type Correction = { chargeIds: readonly string[] | null; reason: string }

export type Credited = { invoice: Invoice; note: CreditNote }

export const creditLines = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  before: Invoice,
  { chargeIds, reason }: Correction,
): Promise<Credited> => {
  const now = nowFor(deps, caller)
  const billed = await charges.ofInvoice(tx, caller, before.id)
  const lines = creditableLines(before, billed, chargeIds)
  const id = deps.newId('crn')
  for (const { chargeId } of lines) {
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
    paper: { ...before.paper!, lines },
    reason,
    issueDate,
    createdBy: caller.actor,
    createdAt: now,
  }
  await creditNotes.insert(tx, caller, note)
  const cause = { sourceType: 'credit_note', sourceId: id, payerId: before.payerId, occurredAt: now } as const
  await bookEntries(deps, tx, caller, [{ cause, transfers: lines.flatMap(reversalTransfers) }])
  const invoice = await releaseExcess(deps, tx, caller, credited)
  if (statusOf(invoice) === 'void') await recordEvents(deps, tx, caller, [invoiceEvent('invoice.voided', invoice)])
  return { invoice, note }
}

/** Turns what was overpaid into credit, latest payment first. */
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
