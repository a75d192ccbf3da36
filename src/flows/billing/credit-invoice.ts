// Credits an invoice or some of its lines, and charges them again if asked.

import type { Charge } from '../../domain/billing/charge.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { bookAgain } from './charges/charge-again.ts'
import type { Credited } from './credit-lines.ts'
import { creditLines } from './credit-lines.ts'

export type CreditRequest = {
  /** Null credits everything that is not reversed yet. */
  chargeIds: readonly string[] | null
  reason: string
  /** Whether to charge the same again, for another invoice. */
  chargeAgain: boolean
}

export const creditInvoice = (
  deps: Deps,
  caller: Caller,
  id: string,
  { chargeIds, reason, chargeAgain }: CreditRequest,
): Promise<Credited> =>
  deps.db.transaction(caller, async (tx) => {
    const before = await invoices.load(tx, caller, id)
    const standing = (await charges.ofInvoice(tx, caller, id)).filter(({ reversedAt }) => reversedAt === null)
    const credited = await creditLines(deps, tx, caller, before, { chargeIds, reason })
    if (chargeAgain) {
      const taken = new Set(credited.note.paper.lines.map(({ chargeId }) => chargeId))
      const again = standing.filter((charge) => taken.has(charge.id))
      await bookAgain(deps, tx, caller, await withMergedCustomers(tx, caller, again))
    }
    return credited
  })

/** If a customer was merged since the invoice, the customer that it was merged into owes the charge. */
const withMergedCustomers = async (tx: Tx, caller: Caller, taken: readonly Charge[]): Promise<Charge[]> => {
  const kept = new Map<string | null, string | null>([[null, null]])
  for (const { customerId } of taken)
    if (customerId !== null && !kept.has(customerId)) kept.set(customerId, (await customers.loadKeptShared(tx, caller, customerId)).id)
  return taken.map((charge) => {
    const customerId = kept.get(charge.customerId)!
    return { ...charge, customerId, payerId: charge.payerId === null ? null : customerId }
  })
}
