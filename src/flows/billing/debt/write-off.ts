// Writes off what is owed on an invoice, and reverses write-offs.

import type { WriteOff } from '../../../domain/billing/debt/write-off.ts'
import { amountToWriteOff, requireAfterIssue, reverseWriteOff } from '../../../domain/billing/debt/write-off.ts'
import type { Invoice } from '../../../domain/billing/invoice.ts'
import { writtenOff } from '../../../domain/billing/invoice.ts'
import { writeOffEntries, writeOffReversalEntries } from '../../../domain/billing/ledger.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as writeOffs from '../../../store/billing/debt/write-offs.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'
import { bookingDayIn } from '../close-books.ts'
import { requireSecondPersonIn } from '../second-person.ts'

/** If `amountKobo` is null, all that is owed is written off. If `writtenOffOn` is absent, the date is today. */
export type WriteOffRequest = { amountKobo: number | null; reason: string; writtenOffOn?: string | undefined }

export const writeOffInvoice = (deps: Deps, caller: Caller, id: string, asked: WriteOffRequest): Promise<Invoice> =>
  deps.db.transaction(caller, async (tx) => (await writeOffIn(deps, tx, caller, id, asked, { isApproved: false })).invoice)

/** `isApproved`: whether a second person has approved the write-off. */
export const writeOffIn = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  id: string,
  { amountKobo: wanted, reason, writtenOffOn }: WriteOffRequest,
  { isApproved }: { isApproved: boolean },
): Promise<{ invoice: Invoice; amountKobo: number }> => {
  const before = await invoices.load(tx, caller, id)
  const amountKobo = amountToWriteOff(before, wanted)
  const day = await bookingDayIn(deps, tx, caller, 'written_off_on', writtenOffOn)
  requireAfterIssue('written_off_on', day, before)
  await requireSecondPersonIn(deps, tx, caller, { payerId: before.payerId, amountKobo, isApproved })
  const invoice = await invoices.save(tx, caller, before, { ...before, writtenOffKobo: writtenOff(before) + amountKobo })
  const made: WriteOff = {
    id: deps.newId('wof'),
    version: 1,
    invoiceId: id,
    amountKobo,
    reason,
    writtenOffOn: day.date,
    writtenOffAt: day.at,
    reversedAt: null,
    reversedBy: null,
    reverseReason: null,
    createdBy: caller.actor,
    createdAt: nowFor(deps, caller),
  }
  await writeOffs.insert(tx, caller, made)
  await bookEntries(deps, tx, caller, writeOffEntries(made, before.payerId))
  return { invoice, amountKobo }
}

/** Reverses a write-off, so that the debt is owed again. */
export const reverseWriteOffOf = (deps: Deps, caller: Caller, id: string, reason: string): Promise<Invoice> =>
  deps.db.transaction(caller, async (tx) => {
    const { writeOff } = await writeOffs.loadOfAnyBusiness(tx, id)
    return reverseIn(deps, tx, caller, await invoices.load(tx, caller, writeOff.invoiceId), writeOff, reason)
  })

const reverseIn = async (deps: Deps, tx: Tx, caller: Caller, before: Invoice, made: WriteOff, reason: string): Promise<Invoice> => {
  const now = nowFor(deps, caller)
  const reversed = await writeOffs.save(tx, caller, made, reverseWriteOff(made, { by: caller.actor, now, reason }))
  const invoice = await invoices.save(tx, caller, before, { ...before, writtenOffKobo: writtenOff(before) - reversed.amountKobo })
  await bookEntries(deps, tx, caller, writeOffReversalEntries(reversed, before.payerId))
  return invoice
}

/** Reverses all write-offs of an invoice, before a part of it is credited. */
export const reverseAllWriteOffs = async (deps: Deps, tx: Tx, caller: Caller, before: Invoice, reason: string): Promise<Invoice> => {
  let invoice = before
  if (writtenOff(invoice) === 0) return invoice
  const standing = (await writeOffs.ofInvoice(tx, caller, before.id)).filter(({ reversedAt }) => reversedAt === null)
  for (const made of standing) invoice = await reverseIn(deps, tx, caller, invoice, made, reason)
  return invoice
}
