// Credits an invoice, all of it or some lines; what should still be billed is charged anew.

import type { Charge } from '../../domain/billing/charge.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Query } from '../../store/engine/db.ts'
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
      const again: Charge[] = []
      for (const charge of standing) if (taken.has(charge.id)) again.push(await ofKept(tx, caller, charge))
      await bookAgain(deps, tx, caller, again)
    }
    return credited
  })

/** Of a customer who was merged since the invoice, whoever was kept owes it now. */
const ofKept = async (tx: Query, caller: Caller, charge: Charge): Promise<Charge> => {
  if (charge.customerId === null) return charge
  const { id } = await customers.loadStandingShared(tx, caller, charge.customerId)
  return { ...charge, customerId: id, payerId: charge.payerId === null ? null : id }
}
