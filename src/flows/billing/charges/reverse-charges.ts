// Takes charges back: from the ledger, from a draft, or by a credit note where they are on an issued invoice.

import type { Charge } from '../../../domain/billing/charge.ts'
import { reverseCharge } from '../../../domain/billing/charge.ts'
import { isIssued, totalsOf } from '../../../domain/billing/invoice.ts'
import { reversalTransfers } from '../../../domain/billing/ledger.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'
import { creditLines } from '../credit-lines.ts'

export const reverseCharges = async (deps: Deps, tx: Tx, caller: Caller, standing: readonly Charge[], reason: string): Promise<void> => {
  for (const [invoiceId, group] of Map.groupBy(standing, (charge) => charge.invoiceId)) {
    const invoice = invoiceId === null ? null : await invoices.load(tx, caller, invoiceId)
    if (invoice && isIssued(invoice)) {
      const ids = group.map(({ id }) => id)
      await creditLines(deps, tx, caller, invoice, { chargeIds: ids, reason })
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
  const bookings = group.map((charge) => ({
    cause: { sourceType: 'charge_reversal', sourceId: charge.id, payerId: charge.payerId, occurredAt: now } as const,
    transfers: reversalTransfers(charge),
  }))
  await bookEntries(deps, tx, caller, bookings)
}
