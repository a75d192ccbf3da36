// Credits an invoice, all of it or some lines; what should still be billed is charged anew.

import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import type { Caller, Deps } from '../deps.ts'
import { bookAgain } from './charges/charge-again.ts'
import type { Credited } from './credit-lines.ts'
import { creditLines } from './credit-lines.ts'

export type CreditRequest = {
  /** Null is everything that still stands. */
  chargeIds: readonly string[] | null
  reason: string
  /** Whether the same is to be charged again, for another invoice. */
  chargeAgain: boolean
}

export const creditInvoice = (
  deps: Deps,
  caller: Caller,
  id: string,
  { chargeIds, reason, chargeAgain }: CreditRequest,
): Promise<Credited> =>
  deps.db.transaction(async (tx) => {
    const before = await invoices.load(tx, caller, id)
    const standing = (await charges.ofInvoice(tx, caller, id)).filter(({ reversedAt }) => reversedAt === null)
    const credited = await creditLines(deps, tx, caller, before, { chargeIds, reason })
    if (chargeAgain) {
      const taken = new Set(credited.note.paper.lines.map(({ chargeId }) => chargeId))
      await bookAgain(
        deps,
        tx,
        caller,
        standing.filter((charge) => taken.has(charge.id)),
      )
    }
    return credited
  })
