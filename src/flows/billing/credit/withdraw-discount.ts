// Withdraws a discount: the amount is charged again, on the next invoice. The credit note stays as it was issued.

import type { Charge } from '../../../domain/billing/charge.ts'
import { requireDiscount, withdrawnCharge, withdrawnSource } from '../../../domain/billing/credit/discount.ts'
import { chargeEntries } from '../../../domain/billing/ledger.ts'
import { invalidTransition } from '../../../domain/values/errors.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as creditNotes from '../../../store/billing/credit-notes.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'

export const withdrawDiscount = (deps: Deps, caller: Caller, id: string, reason: string): Promise<Charge[]> =>
  deps.db.transaction(caller, async (tx) => {
    const { note } = await creditNotes.loadOfAnyBusiness(tx, id)
    requireDiscount(note)
    const { payerId: named } = await invoices.load(tx, caller, note.invoiceId)
    // If the customer was merged into another customer, that other customer owes the new charges.
    const payerId = named === null ? null : (await customers.loadKeptShared(tx, caller, named)).id
    const now = nowFor(deps, caller)
    const made: Charge[] = []
    const lines = note.paper.lines.filter(({ netKobo }) => netKobo > 0)
    if (lines.length === 0) throw invalidTransition(`The discount ${note.number} took only tax, which cannot be charged again.`)
    for (const line of lines) {
      if (await charges.activeOfSource(tx, caller, withdrawnSource(note.id, line)))
        throw invalidTransition(`The discount ${note.number} is withdrawn already.`)
      made.push(withdrawnCharge(note, line, { id: deps.newId('chg'), payerId, reason, createdBy: caller.actor, createdAt: now }))
    }
    await charges.insert(tx, caller, made)
    await bookEntries(deps, tx, caller, made.flatMap(chargeEntries))
    return made
  })
